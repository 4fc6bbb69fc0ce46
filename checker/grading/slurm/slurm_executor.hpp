// Runs checks on a cluster, if one machine is not enough: Slurm queues, limits and repeats them as job arrays,
// which are submitted, watched and collected here.
#pragma once

#include "checker/grading/run/check_tasks.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct SlurmRequest {
    /// On a file system that the nodes share, like the results.
    std::filesystem::path class_folder;
    std::vector<std::string> options; ///< for sbatch, such as --partition=gpu
    unsigned at_once = 0;             ///< jobs that run at once; 0: Slurm decides
    bool trust_submissions = false;
    std::string kit_version;
    /// Between two questions to Slurm; longer if it takes long to answer.
    std::chrono::duration<double> between_questions{2};
    /// How long a result may take to appear here after its job ended, since network file systems are slow; ten
    /// times as long if the job succeeded.
    std::chrono::duration<double> until_seen{3};
    /// Called with each answer of Slurm: "3 jobs running, 12 waiting (Resources)".
    std::function<void(std::string_view)> report;
};

/// As run_tasks_here(), on the cluster to which this machine submits jobs. Each task is one job on one core,
/// with a GPU to itself unless the backend is the emulator.
///
/// Jobs of an earlier run that was killed continue: a task whose job waits or runs is collected, not submitted
/// again. A job that ended without a result is submitted again, at most twice, unless somebody cancelled it;
/// then the task ends with an error that says how, with the end of the job's output. Throws KitError if Slurm's
/// programs are missing or refuse the jobs, and after Ctrl-C or SIGTERM; submitted jobs continue.
void run_tasks_on_slurm(const std::vector<CheckTask>& tasks, const std::vector<Lab>& catalog,
                        const CheckSettings& settings, const ResultFolder& results,
                        const SlurmRequest& request, const TaskDone& done);

} // namespace kit
