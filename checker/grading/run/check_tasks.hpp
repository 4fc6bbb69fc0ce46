// Checks that a grading needs: one per lab and file content, for everybody who submitted the same.
#pragma once

#include "checker/check/check_submission.hpp"
#include "checker/grading/class_folder/submission_finder.hpp"
#include "checker/grading/store/result_folder.hpp"
#include "checker/model/lab.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace kit {

/// What results call every submission.
constexpr const char* neutral_name = "kernel.cu";

struct CheckTask {
    std::string key;    ///< names the result
    std::string lab;    ///< "05-shared-memory-tiling"
    std::string file;   ///< relative to the class's folder
    std::string sha256; ///< of its text
};

/// Settings that all checks of one grading share.
struct CheckSettings {
    std::filesystem::path root; ///< folder of labs/ and solutions/
    std::uint64_t seed = 0;
    Backend backend = Backend::emulator;
    bool tries_parts = false; ///< of what fails, each marked part
    unsigned jobs = 1;        ///< how many checks run at once
};

/// Everything that a lab's results depend on except the file: the lab, the kit, the compilers, the seed
/// and the backend; as one short text.
[[nodiscard]] std::string settings_identity(const Lab& lab, const CheckSettings& settings);

/// The key of a file with this content.
[[nodiscard]] std::string check_key(const std::string& sha256, const std::string& identity);

/// Checks the file and keeps the result, or the reason why there is none: a failure here is the kit's,
/// and costs nobody points. Throws KitError only if the results folder cannot be written.
///
/// The kernel's blocks run on one core, in the same order every time: a grade depends neither on luck nor
/// on what else runs. The result calls the submission by its neutral name.
void run_check_task(const CheckTask& task, const Lab& lab, const CheckSettings& settings,
                    const SubmissionFinder& finder, const ResultFolder& results);

/// Called in the calling thread with each task that has left a result or an error in the
/// results folder, and with SIZE_MAX ten times a second while none does.
using TaskDone = std::function<void(std::size_t)>;

/// Runs all tasks on this machine, `settings.jobs` at once, each on its own cores and in a process of its own,
/// made by fork(): call it where this process has no other threads. A task whose process dies or goes beyond
/// ForkLimits leaves an error that says so; the others go on. So does one that gets no process, after a while. If a
/// result cannot be written, throws KitError and ends the running tasks.
void run_tasks_here(const std::vector<CheckTask>& tasks, const std::vector<Lab>& catalog,
                    const CheckSettings& settings, const SubmissionFinder& finder,
                    const ResultFolder& results, const TaskDone& done);

} // namespace kit
