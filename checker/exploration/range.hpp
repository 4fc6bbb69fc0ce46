// Sizes as they are typed for an exploration: "128", "32,48,64", "32:1024", "60:240:20", "2^4:2^24".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kit {

/// How a range without a step of its own goes on.
enum class Growth { doubling, by_one };

/// What an option may be given.
struct RangeRule {
    std::string option; ///< "--block", for what is said of mistakes
    std::int64_t least = 1;
    std::int64_t most = 1;
    Growth growth = Growth::doubling;
};

/// The numbers, in the order they were typed, none twice. Throws UsageError on anything else, on
/// numbers outside the rule and on more than 64 of them.
[[nodiscard]] std::vector<std::int64_t> read_range(const RangeRule& rule, const std::string& text);

} // namespace kit
