// What changed between two texts, line by line, as a unified diff.
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
    std::size_t before = 0; ///< line of the old text, from 0; where it would stand, if added
    std::size_t after = 0;  ///< line of the new text, likewise

    friend bool operator==(const DiffStep&, const DiffStep&) = default;
};

/// The fewest lines removed and added, after E. W. Myers, "An O(ND) difference algorithm" (1986);
/// of changed lines the removed ones come first. Texts that share almost nothing are given as all
/// removed and all added: the search's cost grows with the square of the changed lines.
[[nodiscard]] std::vector<DiffStep> diff_lines(const std::vector<std::string>& before,
                                               const std::vector<std::string>& after);

/// Hunks with three lines around each change, "@@ -12,7 +12,9 @@" before each and the two names
/// above all; empty where the texts are the same. Texts become printable.
[[nodiscard]] std::string unified_diff(std::string_view before, std::string_view before_name,
                                       std::string_view after, std::string_view after_name,
                                       const TextStyle& style);

} // namespace kit
