#include "checker/grading/slurm/slurm_program.hpp"

#include "checker/base/errors.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/sandbox/process.hpp"

#include <fmt/format.h>

#include <signal.h>
#include <unistd.h>

#include <array>
#include <limits>
#include <sstream>

namespace kit {

namespace {

/// Besides PATH: variables with which a job finds the same compiler, cache and libraries as this process.
/// SLURM_CONF is the only SLURM_* variable: within a job, such as in a terminal from srun, the others describe
/// that job. SBATCH_* are defaults of the user or the site; those that the kit sets itself are left out.
std::vector<std::string> passed_variables() {
    std::vector<std::string> names{"HOME",      "USER",           "LOGNAME",   "LD_LIBRARY_PATH",
                                   "CUDA_HOME", "XDG_CACHE_HOME", "SLURM_CONF"};
    for (char** one = environ; *one != nullptr; ++one) {
        const std::string variable = *one;
        const std::string name = variable.substr(0, variable.find('='));
        const bool ours = name.rfind("KIT_", 0) == 0;
        const bool wish = name == "SBATCH_ACCOUNT" || name == "SBATCH_PARTITION" ||
                          name == "SBATCH_QOS" || name == "SBATCH_RESERVATION" ||
                          name == "SBATCH_CONSTRAINT";
        if (ours || wish) {
            names.push_back(name);
        }
    }
    return names;
}

constexpr std::array watched_signals{SIGINT, SIGTERM, SIGHUP};

// For the handler.
volatile sig_atomic_t interruption_came = 0;
std::array<struct sigaction, watched_signals.size()> earlier_actions;

extern "C" void remember_interruption(int /*signal*/) {
    interruption_came = 1;
    stop_processes();
}

} // namespace

std::string refusal_text(const std::string& errors) {
    std::string text;
    std::istringstream lines(errors);
    for (std::string line; std::getline(lines, line);) {
        // "sbatch: error: Batch job submission failed: Invalid account ..."
        for (const char* mark : {": error: ", ": fatal: "}) {
            const std::size_t found = line.find(mark);
            if (found != std::string::npos && line.find(' ') > found) {
                line = line.substr(found + std::string(mark).size());
            }
        }
        if (!line.empty()) {
            text += (text.empty() ? "" : "; ") + line;
        }
    }
    return text;
}

SlurmAnswer run_slurm_program(const std::string& name, const std::vector<std::string>& arguments) {
    const auto program = find_program(name);
    if (!program) {
        throw KitError(fmt::format("--executor slurm: there is no {} on the PATH: use a machine "
                                   "that can submit jobs to the cluster",
                                   name));
    }
    ProcessRequest request;
    request.command = {program->string()};
    request.command.insert(request.command.end(), arguments.begin(), arguments.end());
    // A job starts in the folder from which it is submitted: it must be one that every node has.
    request.directory = "/tmp";
    request.limits.seconds = 60;
    request.limits.memory_bytes = 0;
    request.limits.file_bytes = std::numeric_limits<std::uint64_t>::max();
    request.limits.output_bytes = 256u << 20;
    request.limits.kept_output_bytes = 256u << 20;
    request.passed_variables = passed_variables();
    const ProcessResult result = run_process(request);
    if (result.end != ProcessResult::End::exited) {
        return {false, "", fmt::format("{} did not answer", name)};
    }
    return {result.code == 0, result.output, refusal_text(result.errors)};
}

InterruptionWatch::InterruptionWatch() {
    interruption_came = 0;
    for (std::size_t i = 0; i < watched_signals.size(); ++i) {
        struct sigaction action {};

        action.sa_handler = remember_interruption;
        action.sa_flags = SA_RESTART;
        sigaction(watched_signals[i], &action, &earlier_actions[i]);
    }
}

InterruptionWatch::~InterruptionWatch() {
    for (std::size_t i = 0; i < watched_signals.size(); ++i) {
        sigaction(watched_signals[i], &earlier_actions[i], nullptr);
    }
    if (interruption_came != 0) {
        allow_processes();
    }
}

InterruptionPause::InterruptionPause() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : watched_signals) {
        sigaddset(&set, signal);
    }
    pthread_sigmask(SIG_BLOCK, &set, &before_);
}

InterruptionPause::~InterruptionPause() {
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool InterruptionWatch::interrupted() {
    return interruption_came != 0;
}

} // namespace kit
