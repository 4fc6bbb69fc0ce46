// One job array of Slurm: a plan, submitted by sbatch, with a job for each of its tasks.
#pragma once

#include "checker/grading/slurm/plan.hpp"
#include "checker/model/lab.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace kit {

/// The words of the option --slurm, parted by blanks; one in double or single quotes may hold
/// blanks. Throws UsageError for options that are the kit's own, such as --array and --output.
[[nodiscard]] std::vector<std::string> sbatch_options(const std::string& text);

/// What all arrays of one grading have in common.
struct JobArrayRequest {
    std::vector<std::string> options; ///< passed on to sbatch, after the kit's own
    unsigned at_once = 0;             ///< jobs of an array that run at once; 0: as Slurm decides
    int minutes = 1;                  ///< a job's time limit
    bool gpu = false;                 ///< each job has a GPU that no other has at the time
};

/// The longest that a check of one of these labs can take on one core of a node, in minutes: every
/// case until its limit, and the compiler.
[[nodiscard]] int most_minutes(const std::vector<const Lab*>& labs, const CheckSettings& settings);

/// A name that no array had before: "lab-" and twelve digits.
[[nodiscard]] std::string fresh_array_name();

/// The arguments of sbatch for an array of this name with the tasks 0 to count - 1.
[[nodiscard]] std::vector<std::string> sbatch_arguments(const JobArrayRequest& request,
                                                        const std::filesystem::path& folder,
                                                        std::size_t count);

/// What each job of the array runs: this program, on the array's plan.
[[nodiscard]] std::string task_script(const std::filesystem::path& folder);

struct SubmittedArray {
    std::string job; ///< its id, "1234"
    /// Slurm's words where it refused; empty where it took the array.
    std::string refusal;
};

/// Writes the plan into RESULTS/slurm/NAME and submits it; nothing is left of an array that was
/// refused. Throws KitError where the folder cannot be written or sbatch cannot be run.
[[nodiscard]] SubmittedArray submit_array(const SlurmPlan& plan, const std::string& name,
                                          const JobArrayRequest& request);

/// The folder of the array of this name.
[[nodiscard]] std::filesystem::path array_folder(const std::filesystem::path& results,
                                                 const std::string& name);

/// Where this task's job writes what it says.
[[nodiscard]] std::filesystem::path log_file(const std::filesystem::path& folder,
                                             std::size_t index);

/// What this task's job said, or the last of it, as one line; empty where it said nothing.
[[nodiscard]] std::string last_words(const std::filesystem::path& folder, std::size_t index);

/// Tasks that one array of this cluster may have. Throws KitError where it takes no arrays.
[[nodiscard]] std::size_t most_tasks();

/// The same from what `scontrol show config` prints; 1,001, Slurm's own, where it does not say.
[[nodiscard]] std::size_t most_tasks_from(const std::string& config);

} // namespace kit
