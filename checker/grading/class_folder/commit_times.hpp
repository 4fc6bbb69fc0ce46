// When a file in a student's git repository was committed, and what it was at the deadline.
#pragma once

#include "checker/grading/class_folder/hand_ins.hpp"
#include "checker/grading/class_folder/submission_finder.hpp"
#include "checker/model/lab.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// Until when this student's lab is in time, by their ids; absent: always.
using InTimeUntil =
    std::function<std::optional<std::chrono::sys_seconds>(const std::string&, const std::string&)>;

/// Gives each submission in a clone the time of the last commit that touches its file. If that is too late, the last
/// one that is not counts, with the file as it was then, which is written into `unpacked`; unless that was still
/// the skeleton. A note says which one counts.
///
/// A stranger's repository can make git start programs, so it runs in the sandbox only, without network or other files.
/// Where this machine has none, times stay unknown. Returns why, and of which clones they could not be read, a line for
/// each reason.
[[nodiscard]] std::vector<std::string> add_commit_times(HandIns& hand_ins,
                                                        const SubmissionFinder& finder,
                                                        const std::filesystem::path& unpacked,
                                                        const std::vector<Lab>& labs,
                                                        const InTimeUntil& in_time_until);

} // namespace kit
