// One file to be checked for one lab, on behalf of everybody who handed in the same.
#pragma once

#include "checker/assessment/check_submission.hpp"
#include "checker/grading/class_folder/submission_finder.hpp"
#include "checker/grading/store/result_folder.hpp"
#include "checker/model/lab.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace kit {

struct CheckTask {
    std::string key;    ///< names the result
    std::string lab;    ///< "05-shared-memory-tiling"
    std::string file;   ///< relative to the class's folder
    std::string sha256; ///< of its text
};

/// What all checks of one grading have in common.
struct CheckSettings {
    std::filesystem::path root; ///< folder of labs/ and solutions/
    std::uint64_t seed = 0;
    Backend backend = Backend::emulator;
    /// How many checks run at once. A node of a cluster may be slower: there, how many times a lab's
    /// limit a job is asked for.
    unsigned jobs = 1;
};

/// Everything that the results of a lab depend on but the file itself: the lab, the kit, the
/// compilers, the seed and the backend; as one short text.
[[nodiscard]] std::string settings_identity(const Lab& lab, const CheckSettings& settings);

/// The key of a file of this content.
[[nodiscard]] std::string check_key(const std::string& sha256, const std::string& identity);

/// Checks the file and keeps the result, or why there is none: what fails here is the kit's, and
/// costs nobody anything. Throws KitError only where the results folder cannot be written.
///
/// The kernel's blocks run on one core, in the same order every time: a grade does not depend on luck,
/// nor on how many run beside it. The submission is named "kernel.cu" in the result, whoever's it is.
void run_check_task(const CheckTask& task, const Lab& lab, const CheckSettings& settings,
                    const SubmissionFinder& finder, const ResultFolder& results);

} // namespace kit
