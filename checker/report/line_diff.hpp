// Compares two texts line by line, as a unified diff.
#pragma once

#include "checker/report/style.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// A step from the old text to the new one.
struct DiffStep {
    enum class Kind { same, removed, added };

    Kind kind = Kind::same;
    std::size_t before = 0; ///< line of the old text, from 0; of an added line, its position
    std::size_t after = 0;  ///< line of the new text, likewise

    friend bool operator==(const DiffStep&, const DiffStep&) = default;
};

/// The fewest lines removed and added, after E. W. Myers, "An O(ND) difference algorithm" (1986).
/// Removed lines come before added ones. Because the cost grows with the square of the changed lines,
/// texts with almost nothing in common become all lines removed and all added.
[[nodiscard]] std::vector<DiffStep> diff_lines(const std::vector<std::string>& before,
                                               const std::vector<std::string>& after);

/// The two names, then hunks with three lines around each change, headed "@@ -12,7 +12,9 @@". Empty if
/// the texts are equal. Texts become printable.
[[nodiscard]] std::string unified_diff(std::string_view before, std::string_view before_name,
                                       std::string_view after, std::string_view after_name,
                                       const TextStyle& style);

} // namespace kit
