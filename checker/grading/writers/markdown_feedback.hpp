// What a student gets back: points with their reasons, and each finding with its lines and a hint.
#pragma once

#include "checker/grading/model/graded_class.hpp"
#include "checker/grading/writers/written_file.hpp"

#include <string>
#include <vector>

namespace kit {

/// One Markdown document with tables as GitHub's dialect has them; of what students wrote nothing is
/// taken for markup.
[[nodiscard]] std::string markdown_feedback(const GradedClass& graded,
                                            const GradedStudent& student);

/// The same for each student as "<id>.md". Characters of an id that not every file system takes are
/// "_", and names that would then be the same are told apart by a number.
[[nodiscard]] std::vector<WrittenFile> markdown_feedback_files(const GradedClass& graded);

} // namespace kit
