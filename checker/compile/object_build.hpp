// A submission's object file, by each family of compilers.
#pragma once

#include "checker/compile/emulator_build.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kit {

using Command = std::vector<std::string>;

/// What building one submission works with. Refers to all of it.
struct ObjectBuild {
    const Lab& lab;
    const SubmissionFile& submission;
    const HostCompiler& compiler;
    const KitFiles& files;
    const std::filesystem::path& folder; ///< where everything is written

    /// The compiler with the lab's definitions, `flags` and the kit's folders of headers.
    [[nodiscard]] Command compiler_command(const Command& flags) const;

    /// Runs a compiler or another tool on the submission, confined. Nothing when it succeeded, else what it
    /// said as findings. Throws KitError where the kit or the machine is at fault.
    [[nodiscard]] std::vector<Finding> run(Command command) const;
};

/// Whether they say that the compiler came to no end: to ask it again makes no sense.
[[nodiscard]] bool is_endless(const std::vector<Finding>& findings);

/// Makes submission.o in the folder, in which the runtime is told of every access, or returns why it cannot.
/// `overruns_end`: an index beyond an array must end the run.
std::vector<Finding> make_object_by_gcc(const ObjectBuild& build, bool& overruns_end);
std::vector<Finding> make_object_by_clang(const ObjectBuild& build);

} // namespace kit
