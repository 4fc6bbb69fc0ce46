// The progress file and file names, as the commands for students need them.
#pragma once

#include "checker/command_line/session.hpp"
#include "checker/course/course_progress.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// Help for an argument that lab_or_file() or own_lab() reads.
inline constexpr const char* lab_help =
    "The lab: 5, 05, 05-shared-memory-tiling, or a path in its folder";

/// Prints a sentence on standard error, unless it is empty.
void say(const std::string& sentence);

/// Reports problems with the file.
[[nodiscard]] CourseProgress read_progress(const Session& session);

/// Changes the progress file, reports problems with it, and returns its new contents.
CourseProgress update_progress(const Session& session,
                               const std::function<void(CourseProgress&)>& change);

/// The path as a user would write it: relative to the current folder, if that is shorter.
[[nodiscard]] std::filesystem::path shown_path(const std::filesystem::path& path);

/// Where the student's labs and progress are: a folder apart (student_folder.hpp), or the kit's own.
[[nodiscard]] std::filesystem::path folder_of(const Session& session);

/// The labs with the student's files, and every path that a user reads as shown_path() has it.
[[nodiscard]] std::vector<Lab> labs_of(const Session& session);

/// Prints whole lines on standard output, with links to these files where the terminal shows links.
void print_linked(std::string_view text, const std::vector<std::filesystem::path>& files);

} // namespace kit
