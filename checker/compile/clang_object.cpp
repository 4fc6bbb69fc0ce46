// clang++: the file is compiled as CUDA, once for the device and once for launch_config(), to LLVM's intermediate
// form, in which kit-instrument finds every access.
#include "checker/compile/object_build.hpp"

#include "checker/compile/glue.hpp"
#include "checker/compile/screening/language_rules.hpp"
#include "checker/files/whole_file.hpp"

#include <cstdlib>

namespace kit {

namespace fs = std::filesystem;

namespace {

/// 14 of "libLLVM-14.so.1", 19 of "libLLVM.so.19.1".
int version_of(const fs::path& llvm_library) {
    const std::string name = llvm_library.filename().string();
    const auto digit = name.find_first_of("0123456789");
    return digit == std::string::npos ? 0 : std::atoi(name.c_str() + digit);
}

/// CUDA's device code, but for the processor of this machine instead of a GPU: types lie in memory as the
/// host has them, which CUDA demands of a GPU's code as well.
Command device_flags(int version) {
    Command flags{"--cuda-device-only"};
    for (const char* flag : {"-triple", "x86_64-pc-linux-gnu", "-target-cpu", "x86-64",
                             "-fstack-clash-protection", "-debug-info-kind=line-tables-only",
                             "-fsanitize=array-bounds", "-fsanitize-recover=array-bounds"}) {
        flags.insert(flags.end(), {"-Xclang", flag});
    }
    if (version >= 16) {
        // An array at the end of a structure has its extent, too; older versions take it so.
        flags.emplace_back("-fstrict-flex-arrays=3");
    }
    return flags;
}

/// Compiles the file as one of CUDA's sides, to NAME.bc. It is preprocessed first: what is screened is then
/// the very text that is compiled, and the glue behind it meets no macro of the student's.
std::vector<Finding> compile_side(const ObjectBuild& build, GlueSide side, const std::string& name,
                                  const Command& flags) {
    const std::string source = name + ".cu";
    const std::string preprocessed = name + ".cui";
    const std::string glue = glue_source(build.lab, side);
    write_file(build.folder / source, include_source());
    Command command = build.compiler_command(emulator_flags(CompilerFamily::clang));
    command.insert(command.end(), flags.begin(), flags.end());
    const auto run = [&](const Command& more) {
        Command whole = command;
        whole.insert(whole.end(), more.begin(), more.end());
        return build.run(whole);
    };
    if (auto findings = run({"-E", source, "-o", preprocessed}); !findings.empty()) {
        return findings;
    }
    std::string text = read_file(build.folder / preprocessed);
    if (auto finding = breach_in_preprocessed(
            text, tokens_of(text),
            {build.files.labs_include.string(), build.files.emulator_include.string()},
            build.submission)) {
        return {std::move(*finding)};
    }
    // As CUDA once more: of preprocessed CUDA the driver makes the host's side alone.
    write_file(build.folder / source, text + "\n" + glue);
    auto findings = run({"-c", source, "-o", name + ".bc"});
    if (!findings.empty() && !is_endless(findings)) {
        // With its macros, which explain an error better.
        write_file(build.folder / source, include_source() + glue);
        auto explained = run({"-fsyntax-only", source});
        return explained.empty() ? findings : explained;
    }
    for (const std::string& made : {source, preprocessed}) {
        fs::remove(build.folder / made);
    }
    return findings;
}

} // namespace

std::vector<Finding> make_object_by_clang(const ObjectBuild& build) {
    write_file(build.folder / submission_name, build.submission.text);
    if (auto findings = compile_side(build, GlueSide::device, "device",
                                     device_flags(version_of(build.compiler.llvm_library)));
        !findings.empty()) {
        return findings;
    }
    if (auto findings = compile_side(build, GlueSide::host, "host", {"--cuda-host-only"});
        !findings.empty()) {
        return findings;
    }
    if (auto findings =
            build.run({build.files.instrument.string(), build.compiler.llvm_library.string(),
                       "device.bc", "host.bc", "submission.o"});
        !findings.empty()) {
        return findings;
    }
    for (const char* name : {"device.bc", "host.bc"}) {
        fs::remove(build.folder / name);
    }
    return {};
}

} // namespace kit
