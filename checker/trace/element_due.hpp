// What a thread used for its cell, beside what the lab's formula asks for there.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/trace/finding_thread.hpp"
#include "checker/trace/recorded_launch.hpp"

#include <string>

namespace kit {

/// Of the finding's thread, which computes a cell at the access or at the store that the finding is about: sentences
/// with the cell, an element that is read for it and is none of its terms, and a term that is not read. Or that the
/// cell is one which nobody computes. Empty if the recording does not tell, as for labs of several sweeps, or if both
/// agree. `finding`: of this launch. Values in shared memory are followed to the element of the grid that they are of.
[[nodiscard]] std::string element_due(const Finding& finding, const RecordedLaunch& recorded,
                                      const TracedThread& thread);

/// The same of what a check found, where `record` shows it.
[[nodiscard]] std::string element_due(const Finding& checked, const RecordBlock& record);

} // namespace kit
