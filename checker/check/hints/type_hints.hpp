// What the type of a variable cannot hold, as a hint.
#pragma once

#include "checker/base/extents.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"

#include <string>

namespace kit {

/// Where an index that should lie past 32,767 is below 0: the file has a type of 16 bits, which hold no more.
[[nodiscard]] std::string short_index(const Finding& finding, const SubmissionFile& submission,
                                      const Extents& extents);

/// Where the output is wrong, and an int gets values of the grid or of a shared array, which have fractions.
void speak_of_lost_fractions(const Lab& lab, const SubmissionFile& submission, Finding& wrong);

} // namespace kit
