// The submitted texts that the class page shows, with the findings in place.
#pragma once

#include "checker/grading/class_folder/submission_finder.hpp"
#include "checker/grading/class_page/source_excerpt.hpp"
#include "checker/grading/model/graded_class.hpp"

namespace kit {

/// The source of each submission that has a check, once for equal files. A file that changed since it was graded is
/// left out: its lines are not those of the findings.
[[nodiscard]] ShownSources shown_sources(const GradedClass& graded, const SubmissionFinder& finder);

} // namespace kit
