// Lines of a student's file, with their numbers and a caret below the place that is meant.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/report/style.hpp"

#include <string>
#include <vector>

namespace kit {

/// What all lines of a listing have in common, so that they stay aligned with each other.
struct ListingLayout {
    int number_width = 1;
    int dropped = 0; ///< columns of indentation left out of every line, because one is too wide
};

/// For these lines, of which only those with a text and a number are listed.
[[nodiscard]] ListingLayout layout_of(const std::vector<SourceLine>& lines, const TextStyle& style);

/// "     23 │ code" and, if the column is known, a caret below it. A line that is still too wide is
/// cut, so that its caret is in sight. With colours, the word at the caret is marked and a comment is
/// faint. Precondition: the line has a text.
[[nodiscard]] std::string listed_line(const SourceLine& line, const ListingLayout& layout,
                                      const TextStyle& style);

} // namespace kit
