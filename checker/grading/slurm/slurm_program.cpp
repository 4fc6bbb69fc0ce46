#include "checker/grading/slurm/slurm_program.hpp"

#include "checker/build/toolchain.hpp"
#include "checker/model/errors.hpp"
#include "checker/sandbox/process.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <limits>
#include <sstream>

namespace kit {

namespace {

/// Besides PATH: what makes a job find the same compiler, cache and libraries as we do. Of Slurm's own
/// SLURM_CONF alone: in a job, as on a terminal that srun gave, the others describe that job. SBATCH_*
/// are a user's or a site's standing wishes; those that would change what the kit asks for are not.
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
        throw KitError(fmt::format("--executor slurm: there is no {} on the PATH: run it on a "
                                   "machine that submits to the cluster",
                                   name));
    }
    ProcessRequest request;
    request.command = {program->string()};
    request.command.insert(request.command.end(), arguments.begin(), arguments.end());
    // A job begins in the folder, and with the TMPDIR, of who submitted it: one that every node has.
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

} // namespace kit
