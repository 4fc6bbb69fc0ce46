// A student's own folder beside a kit that somebody else installed: labs/, a link `lab`, and the progress file.
#pragma once

#include "checker/model/lab.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kit {

/// The folder of the link that was typed, as the script says in KIT_FOLDER, if it is a student's; else the nearest one
/// at or above the current folder; empty where there is none.
[[nodiscard]] std::filesystem::path find_student_folder();

/// The labs, with the skeletons and handouts in this folder in place of the kit's.
[[nodiscard]] std::vector<Lab> labs_in(const std::filesystem::path& folder, std::vector<Lab> labs);

/// Makes the folder, or adds to it what is missing: the labs' skeletons, and links to `lab`, the headers, the handouts
/// and the editors' tasks of the kit. What is there stays as it is, but for labs/compile_flags.txt, which names the
/// kit. Returns how many labs were added. Throws UsageError where the folder is something else, and KitError where it
/// cannot be written.
int make_student_folder(const std::filesystem::path& folder, const std::vector<Lab>& labs);

} // namespace kit
