// A class's grades as one JSON document, for programs of the instructor's own.
#pragma once

#include "checker/grading/model/graded_class.hpp"

#include <string>

namespace kit {

/// `title`, `kit_version`, `seed`, `labs[]` (`lab`, `title`, `max_points`) and `students[]`: `id`,
/// `name`, `email`, `columns`, `points` or null where they are not all known, `max_points`, `labs[]`
/// as in the results folder's files, and `quiz` or null (`state`, `points`, `max_points`,
/// `exercises[]`). Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string class_document(const GradedClass& graded);

} // namespace kit
