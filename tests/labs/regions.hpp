// The rule that keeps a lab's skeleton and its solution the same exercise: outside the student's
// regions the two files are equal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// What breaks the rule, one sentence each; empty where all is well. A region begins with a line
/// `// >>> your part K: title` and ends with `// <<< your part K`; K is each number from 1 on once.
/// Markers and all lines outside regions are equal in both files, byte by byte; every region of the
/// skeleton has a TODO, the skeleton has none outside them and the solution none at all.
std::vector<std::string> region_problems(std::string_view skeleton, std::string_view solution);
