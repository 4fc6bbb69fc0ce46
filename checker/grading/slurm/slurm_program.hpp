// Calls Slurm's programs, such as sbatch and squeue, independently of a job that this process may run in, and
// handles Ctrl-C meanwhile.
#pragma once

#include <signal.h>

#include <string>
#include <vector>

namespace kit {

struct SlurmAnswer {
    bool succeeded = false;
    std::string output;
    std::string refusal; ///< its standard error as one line
};

/// Runs the program of this name from the PATH with the environment that a job should have: PATH,
/// HOME, the kit's and the compiler's variables, and the site's settings for Slurm. Throws KitError
/// if there is no such program; one that does not answer within a minute has refused.
[[nodiscard]] SlurmAnswer run_slurm_program(const std::string& name,
                                            const std::vector<std::string>& arguments);

/// The error messages of a Slurm program, without their "sbatch: error: ", as one line.
[[nodiscard]] std::string refusal_text(const std::string& errors);

/// While one exists, SIGINT, SIGTERM and SIGHUP do not end this program but are remembered: it has to say
/// that its jobs continue. They end a program that run_process() waits for.
class InterruptionWatch {
public:
    InterruptionWatch();
    ~InterruptionWatch();
    InterruptionWatch(const InterruptionWatch&) = delete;
    InterruptionWatch& operator=(const InterruptionWatch&) = delete;

    [[nodiscard]] static bool interrupted();
};

/// While one exists, these signals are delayed: no array may be submitted without being remembered.
class InterruptionPause {
public:
    InterruptionPause();
    ~InterruptionPause();
    InterruptionPause(const InterruptionPause&) = delete;
    InterruptionPause& operator=(const InterruptionPause&) = delete;

private:
    sigset_t before_{};
};

} // namespace kit
