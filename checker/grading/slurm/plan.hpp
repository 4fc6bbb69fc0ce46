// What a job array of Slurm is to do, as a file that its jobs read on their nodes.
//
//     RESULTS/slurm/NAME/plan.json     this; never changed once it is there
//     RESULTS/slurm/NAME/task.sh       what each job runs
//     RESULTS/slurm/NAME/4.log         what the job of task 4 said, until its result was collected
//
// NAME is the array's name in Slurm, too: whoever finds the folder can ask for its jobs.
#pragma once

#include "checker/grading/run/check_task.hpp"

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
    /// settings_identity() of each task's lab, where the plan was made: by the lab's name.
    std::map<std::string, std::string> identities;
    std::vector<CheckTask> tasks; ///< by the index in the array
};

/// As JSON. Paths are bytes, and may be no UTF-8: those besides printable ASCII, and '%', are %XX.
[[nodiscard]] std::string plan_text(const SlurmPlan& plan);

/// Throws KitError with the file and what is wrong.
[[nodiscard]] SlurmPlan read_plan(const std::filesystem::path& file);

/// The file of the plan in an array's folder.
[[nodiscard]] std::filesystem::path plan_file(const std::filesystem::path& folder);

} // namespace kit
