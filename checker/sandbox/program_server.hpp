// A program that was built with the emulator's runtime, in its sandbox: each run is a copy of it, with limits and
// output of its own. To make a sandbox for each run would take longer than most runs.
#pragma once

#include "checker/sandbox/process.hpp"
#include "checker/sandbox/started_program.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace kit {

class ProgramServer {
public:
    /// Starts it, confined where the machine can do that. It dies with the thread that calls this. Throws
    /// KitError and ProcessesStopped.
    explicit ProgramServer(const std::filesystem::path& program);
    ~ProgramServer(); ///< ends it, and all of its runs
    ProgramServer(const ProgramServer&) = delete;
    ProgramServer& operator=(const ProgramServer&) = delete;

    /// One run; any number of threads may call this at once. `memory`: the file that the run gets. Of the limits
    /// those of files do not count: it can write none. Throws KitError and ProcessesStopped; KitError also when the
    /// server dies during the run. If it has died before, another is started for this run.
    [[nodiscard]] ProcessResult run(int memory, const ProcessLimits& limits) const;

private:
    struct Tried {
        std::optional<ProcessResult> result;
        std::string trouble; ///< without a result: what the server does or does not, as a verb
    };

    [[nodiscard]] Tried try_run(int memory, const ProcessLimits& limits) const;
    [[noreturn]] void explain_death(const std::string& seen) const;
    [[nodiscard]] std::string end_of_process() const;

    std::string name_;
    Descriptor socket_;
    StartedProgram program_;
};

} // namespace kit
