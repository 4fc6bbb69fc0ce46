// Sizes as they are typed: "120x64x33" along the axes of a grid, or "32,48,64", "32:1024", "60:240:20"
// and "2^4:2^24" for one size after the other. Axes may also be joined by X, × or *, and numbers may have
// a sign between groups of three digits: "1,000,000", "1'000'000", "1_000_000".
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// The whole numbers between the x's, at least one; absent where the text is anything else. A number
/// too large for 64 bits is the largest: both are too large for a grid.
[[nodiscard]] std::optional<std::vector<std::int64_t>> sizes_by_axis(std::string_view text);

/// Whether a text with commas is one number and not several sizes: a group begins with 0, as no size
/// does. "1,000,000" is; "100,200" is not.
[[nodiscard]] bool is_grouped_number(std::string_view text);

/// One to three sizes, each 1 or more. Throws BadInput, which names `option`, on anything else.
[[nodiscard]] std::vector<std::int64_t> parse_sizes(const std::string& option,
                                                    std::string_view text);

/// How a range without a step goes on.
enum class Growth { doubling, by_one };

/// What an option that takes several sizes may be given.
struct RangeRule {
    std::string option; ///< "--block", for messages
    std::int64_t least = 1;
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
    Growth growth = Growth::doubling;
    std::size_t most_sizes = 64;
};

/// The numbers in the order they were typed, without repetitions. Throws BadInput on anything else,
/// on numbers outside the rule and on more of them than it allows.
[[nodiscard]] std::vector<std::int64_t> read_range(const RangeRule& rule, const std::string& text);

} // namespace kit
