// The two scripts that make a zip of the kit an autograder for Gradescope.
#pragma once

#include "checker/grading/writers/written_file.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// What grades a class of one and prints gradescope_results(): run in the kit's folder, with the
/// class in the folder $submissions.
inline constexpr std::string_view gradescope_command =
    "./lab grade \"$submissions\" --format gradescope";

/// setup.sh, which Gradescope runs as root when it builds the image, and run_autograder, which it
/// runs for each submission. Both expect the kit's files in the folder kit/ beside them in the zip.
/// Where the command fails there is no results.json, so that Gradescope reports a failed autograder
/// and no points. `command`: shell, one line; its exit codes 0 and 1 are results.
[[nodiscard]] std::vector<WrittenFile>
gradescope_autograder(std::string_view command = gradescope_command);

} // namespace kit
