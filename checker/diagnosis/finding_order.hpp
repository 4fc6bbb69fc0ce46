// Which finding is reported first, and which only follows from another.
#pragma once

#include "checker/model/finding.hpp"

#include <vector>

namespace kit {

/// Notes, in findings that are not merged yet, where nothing but the output is wrong on a small grid and one
/// explanation fits all of it: that is the mistake, and wrong accesses on larger grids follow from it.
void note_small_grids(std::vector<Finding>& findings);

/// Sets `follows` of findings that an earlier error on the same cases may have caused: uninitialized
/// reads, races and overruns of a shared array after the first of these; a wrong output after any wrong
/// access, unless its explanation is a mistake in the formula, which no access causes. Takes merged
/// findings, in the order in which they are reported.
void mark_consequences(std::vector<Finding>& findings);

/// The order in which merged findings are reported: causes first. Stores of equal values become errors where other
/// cells show the same mistake; what tells no more than another finding goes; the rest is marked by
/// mark_consequences().
void put_in_order(std::vector<Finding>& findings);

} // namespace kit
