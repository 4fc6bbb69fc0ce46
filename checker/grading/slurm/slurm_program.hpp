// Slurm's own programs, sbatch and squeue among them, called with nothing of a job we may be in.
#pragma once

#include <string>
#include <vector>

namespace kit {

struct SlurmAnswer {
    bool succeeded = false;
    std::string output;
    std::string refusal; ///< its own words on standard error as one line; empty where it had none
};

/// Runs the program of this name from the PATH with the environment that a job is to have: PATH,
/// HOME, the kit's and the compiler's variables, and what a site sets for Slurm. Throws KitError
/// where there is no such program; one that does not answer within a minute has refused.
[[nodiscard]] SlurmAnswer run_slurm_program(const std::string& name,
                                            const std::vector<std::string>& arguments);

/// The lines of what a program of Slurm said, without its "sbatch: error: ", as one line.
[[nodiscard]] std::string refusal_text(const std::string& errors);

} // namespace kit
