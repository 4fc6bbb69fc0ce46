// Submits a Slurm job array by sbatch: a plan, with a job for each of its tasks.
#pragma once

#include "checker/grading/slurm/plan.hpp"
#include "checker/model/lab.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace kit {

/// The words of the option --slurm, separated by blanks; blanks inside double or single quotes are part of
/// a word. Throws UsageError for options that the kit sets itself, such as --array and --output.
[[nodiscard]] std::vector<std::string> sbatch_options(const std::string& text);

/// Settings that all arrays of one grading share.
struct JobArrayRequest {
    std::vector<std::string> options; ///< for sbatch, after the kit's own
    unsigned at_once = 0;             ///< jobs of an array that run at once; 0: Slurm decides
    int minutes = 1;                  ///< a job's time limit
    bool gpu = false;                 ///< each job has a GPU to itself
};

/// The longest time of a check of one of these labs on one core of a node, in minutes: every case until
/// its limit, and the compiler.
[[nodiscard]] int most_minutes(const std::vector<const Lab*>& labs, const CheckSettings& settings);

/// A name that no array had before: "lab-" and twelve digits.
[[nodiscard]] std::string fresh_array_name();

/// The arguments of sbatch for an array of this name with the tasks 0 to count - 1.
[[nodiscard]] std::vector<std::string> sbatch_arguments(const JobArrayRequest& request,
                                                        const std::filesystem::path& folder,
                                                        std::size_t count);

/// The script of each job: runs this program on the array's plan.
[[nodiscard]] std::string task_script(const std::filesystem::path& folder);

struct SubmittedArray {
    std::string job; ///< its id, "1234"
    /// Slurm's error message; empty if it accepted the array.
    std::string refusal;
};

/// Writes the plan into RESULTS/slurm/NAME and submits it; removes the folder if the array is refused.
/// Throws KitError if the folder cannot be written or sbatch cannot be run.
[[nodiscard]] SubmittedArray submit_array(const SlurmPlan& plan, const std::string& name,
                                          const JobArrayRequest& request);

/// The folder of the array of this name.
[[nodiscard]] std::filesystem::path array_folder(const std::filesystem::path& results,
                                                 const std::string& name);

/// The file with the output of this task's job.
[[nodiscard]] std::filesystem::path log_file(const std::filesystem::path& folder,
                                             std::size_t index);

/// The end of the output of this task's job, as one line; empty if it printed nothing.
[[nodiscard]] std::string last_words(const std::filesystem::path& folder, std::size_t index);

/// The most tasks that an array may have on this cluster. Throws KitError if it takes no arrays.
[[nodiscard]] std::size_t most_tasks();

/// The same from the output of `scontrol show config`; if it does not say, 1,001, Slurm's default.
[[nodiscard]] std::size_t most_tasks_from(const std::string& config);

} // namespace kit
