// What the commands of a student's way share: the progress file, and how files are named.
#pragma once

#include "checker/commands/command.hpp"
#include "checker/progress/course_progress.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace kit {

/// A sentence on standard error; nothing where it is empty.
void say(const std::string& sentence);

/// What is known of the student's progress; what is wrong with the file is said.
[[nodiscard]] CourseProgress read_progress(const Session& session);

/// Changes the progress file; what is wrong with it is said. Returns what it then holds.
CourseProgress update_progress(const Session& session,
                               const std::function<void(CourseProgress&)>& change);

/// A file as people name it: relative to where they are, when that is shorter.
[[nodiscard]] std::filesystem::path shown_path(const std::filesystem::path& path);

/// The text of a file of the kit's, or of the student's. Throws KitError when it cannot be read.
[[nodiscard]] std::string text_of_file(const std::filesystem::path& path);

/// The lab's skeleton as it was handed out. Throws UsageError where the lab keeps none.
[[nodiscard]] std::string handed_out_text(const Lab& lab);

} // namespace kit
