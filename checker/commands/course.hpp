// The progress file and file names, as the commands for students need them.
#pragma once

#include "checker/command_line/registry.hpp"
#include "checker/course/course_progress.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace kit {

/// Prints a sentence on standard error, unless it is empty.
void say(const std::string& sentence);

/// Reports problems with the file.
[[nodiscard]] CourseProgress read_progress(const Session& session);

/// Changes the progress file, reports problems with it, and returns its new contents.
CourseProgress update_progress(const Session& session,
                               const std::function<void(CourseProgress&)>& change);

/// The path as a user would write it: relative to the current folder, if that is shorter.
[[nodiscard]] std::filesystem::path shown_path(const std::filesystem::path& path);

/// The lab's original skeleton. Throws UsageError if the lab keeps no copy of it.
[[nodiscard]] std::string handed_out_text(const Lab& lab);

} // namespace kit
