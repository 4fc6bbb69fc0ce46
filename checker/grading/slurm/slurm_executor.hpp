// Checks run on a cluster, where one machine is not enough: as job arrays of Slurm, which queues,
// limits and repeats them; here they are only submitted, watched and collected.
#pragma once

#include "checker/grading/run/executor.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct SlurmRequest {
    std::filesystem::path
        class_folder;                 ///< on a file system that the nodes share, as the results are
    std::vector<std::string> options; ///< sbatch's, such as --partition=gpu
    unsigned at_once = 0;             ///< jobs that run at once; 0: as Slurm decides
    bool trust_submissions = false;
    std::string kit_version;
    /// Between two questions to Slurm; more where it takes long to answer.
    std::chrono::duration<double> between_questions{2};
    /// How long a result may take to be seen here after its job ended; ten times as long where the
    /// job says that it left one. Network file systems take their time.
    std::chrono::duration<double> until_seen{3};
    /// Told how the jobs stand whenever that was asked: "3 jobs running, 12 waiting (Resources)".
    std::function<void(std::string_view)> told;
};

/// As run_tasks_here(), on the cluster that this machine submits to. One task is one job, on one core,
/// with a GPU of its own unless the backend is the emulator.
///
/// Jobs of an earlier run that was killed go on: those that wait or run under a task's key are
/// collected, not submitted again. A job that ended without a result is submitted again, at most
/// twice, unless somebody cancelled it; then the task ends with an error that says how, and with the
/// last of what the job said. Throws KitError where Slurm's programs are missing, where it refuses
/// the jobs, with its words, and after Ctrl-C or SIGTERM; jobs that were submitted run on.
void run_tasks_on_slurm(const std::vector<CheckTask>& tasks, const std::vector<Lab>& catalog,
                        const CheckSettings& settings, const ResultFolder& results,
                        const SlurmRequest& request, const TaskDone& done);

} // namespace kit
