// Feedback as learning platforms take it back: an archive of files that are named after those that they gave out.
#pragma once

#include "checker/grading/model/graded_class.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace kit {

/// "Jane Doe_123_assignsubmission_file_/feedback.md" of Moodle's "lab5/Jane Doe_123_assignsubmission_file_/kernel.cu",
/// "doejane_12345_67890_feedback.md" of Canvas's "doejane_12345_67890_kernel.cu"; empty for any other path.
[[nodiscard]] std::string name_of_feedback(std::string_view file);

/// For a class that came from Moodle or Canvas: writes FOLDER/05-shared-memory-tiling-feedback.zip for each lab, with
/// each student's feedback. Moodle takes it by "Upload multiple feedback files in a zip", Canvas by "Upload
/// Submissions". Throws KitError if it cannot be written.
void write_feedback_archives(const GradedClass& graded, const std::filesystem::path& folder);

} // namespace kit
