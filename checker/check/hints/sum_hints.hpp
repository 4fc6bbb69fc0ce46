// Hints about what is wrong in the sum, where the submission's text shows how it came about.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"

namespace kit {

/// The sum so far as a factor of fmaf(), or added twice; a power with its arguments exchanged; a neighbour at a warp's
/// end that a shuffle does not have; a tile of two planes in which the one above takes the place of the one below;
/// variables that take each other's values in a wrong order, also where threads race or read what nothing has stored.
void speak_of_sum(const Lab& lab, const SubmissionFile& submission, Finding& wrong);

} // namespace kit
