// The tasks of a Slurm job array, as a file that its jobs read on their nodes, and the run of one task there.
//
//     RESULTS/slurm/NAME/plan.json     the plan; never changed
//     RESULTS/slurm/NAME/task.sh       the script of each job
//     RESULTS/slurm/NAME/4.log         output of task 4's job, until its result is collected
//
// NAME is also the array's name in Slurm: the folder's name is enough to ask for its jobs.
#pragma once

#include "checker/grading/run/check_tasks.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct SlurmPlan {
    std::string kit_version;
    std::filesystem::path class_folder; ///< absolute, as are all paths
    std::filesystem::path results;
    CheckSettings settings;
    bool trust_submissions = false;
    /// settings_identity() of each task's lab on the machine that made the plan, by the lab's name.
    std::map<std::string, std::string> identities;
    std::vector<CheckTask> tasks; ///< by the index in the array
};

/// As JSON. Paths may be any bytes: those outside printable ASCII, and '%', become %XX.
[[nodiscard]] std::string plan_text(const SlurmPlan& plan);

/// Throws KitError with the file and the problem.
[[nodiscard]] SlurmPlan read_plan(const std::filesystem::path& file);

/// The file of the plan in an array's folder.
[[nodiscard]] std::filesystem::path plan_file(const std::filesystem::path& folder);

/// Runs in a job on a node: checks task `index` of the plan and keeps its result, or the reason why there is
/// none: the node cannot confine submissions, does not see the class's folder, or has another kit, compiler or
/// lab than the machine that made the plan, and so must not write under its key. Does nothing if there is a
/// result, because Slurm repeats the job of a failed node. Throws KitError if the plan cannot be read or the
/// results folder cannot be written, and UsageError if the plan has no such task.
void run_planned_task(const std::filesystem::path& plan, std::size_t index);

} // namespace kit
