// The file is compiled as CUDA, once for the device and once for launch_config(), to LLVM's intermediate
// form, in which kit-instrument finds every access.
#include "checker/compile/object_build.hpp"

#include "checker/compile/compiler_warnings.hpp"
#include "checker/compile/diagnostics.hpp"
#include "checker/compile/glue.hpp"
#include "checker/compile/screening/text_rules.hpp"
#include "checker/files/whole_file.hpp"
#include "checker/model/errors.hpp"
#include "checker/sandbox/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <future>
#include <regex>

namespace kit {

namespace fs = std::filesystem;

namespace {

constexpr const char* endless_hint = "Look for templates or macros that expand without end.";

/// Limits of a compiler: a kernel needs a second and some hundred megabytes.
ProcessLimits compiler_limits() {
    return {.seconds = 30,
            .memory_bytes = 4ull << 30,
            .file_bytes = 256ull << 20,
            .kept_output_bytes = 256u << 10};
}

std::string explain_end(const ProcessResult& result) {
    switch (result.end) {
    case ProcessResult::End::out_of_time:
        return fmt::format("The compiler was still busy with the file after {:.0f} s.",
                           compiler_limits().seconds);
    case ProcessResult::End::too_much_output: return "The compiler printed without end.";
    default: return fmt::format("The compiler was ended by signal {}.", result.code);
    }
}

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

/// nvcc allows `__shared__ alignas(16) float tile[8];`, clang wants alignas first.
std::string with_alignas_first(const std::string& text) {
    static const std::regex late(
        R"(((?:\b(?:extern|static|volatile)\s+)*\b__shared__)(\s+)(alignas\s*\((?:[^()]|\([^()]*\))*\)))");
    return text.find("alignas") == std::string::npos ? text
                                                     : std::regex_replace(text, late, "$3$2$1");
}

/// One of CUDA's two sides of the file, compiled to NAME.bc.
struct Side {
    std::string name;
    GlueSide glue;
    Command flags;
};

std::vector<Finding> compile_side(const ObjectBuild& build, const Side& side, std::string& said) {
    write_file(build.folder / (side.name + ".cu"),
               include_source() + glue_source(build.lab, side.glue));
    Command command = build.compiler_command(emulator_flags());
    command.insert(command.end(), side.flags.begin(), side.flags.end());
    command.insert(command.end(), {"-MD", "-MF", side.name + ".d", "-c", side.name + ".cu", "-o",
                                   side.name + ".bc"});
    return build.run(command, &said);
}

/// The files that the compiler read, which it lists as a rule for make.
std::vector<fs::path> files_read(const fs::path& rule) {
    const std::string text = read_file(rule);
    std::vector<fs::path> files;
    std::string name;
    for (std::size_t i = std::min(text.find(':'), text.size() - 1) + 1; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) {
            ++i;
            name += text[i] == '\n' ? "" : std::string(1, text[i]);
        } else if (text[i] != ' ' && text[i] != '\n') {
            name += text[i];
            continue;
        }
        if (!name.empty() && (text[i] == ' ' || text[i] == '\n')) {
            files.emplace_back(std::move(name));
            name.clear();
        }
    }
    return files;
}

/// A file that is neither the submission, nor the kit's, nor a header of the system: named by a macro, which
/// the file's own text does not show.
std::optional<Finding> foreign_file(const ObjectBuild& build, const std::string& side) {
    for (const fs::path& file : files_read(build.folder / (side + ".d"))) {
        const std::string path = file.lexically_normal().string();
        const auto is_in = [&path](const fs::path& folder) {
            return path.starts_with(folder.lexically_normal().string() + "/");
        };
        if (path != submission_name && path != side + ".cu" && !is_in("/usr") && !is_in("/opt") &&
            !is_in(build.files.labs_include) && !is_in(build.files.emulator_include)) {
            return refusal_finding(
                build.submission, 0,
                fmt::format(
                    "The file includes '{}', which is neither a header of the kit nor of the "
                    "C++ library.",
                    path),
                "A submission is one file: it includes lab.cuh and, where it wants them, headers "
                "of the C++ library.");
        }
    }
    return std::nullopt;
}

} // namespace

Command ObjectBuild::compiler_command(const Command& flags) const {
    Command command{compiler.path.string()};
    for (const auto& more : {flags, lab_definitions(lab)}) {
        command.insert(command.end(), more.begin(), more.end());
    }
    command.push_back("-I" + files.labs_include.string());
    command.push_back("-I" + files.emulator_include.string());
    return command;
}

std::vector<Finding> ObjectBuild::run(Command command, std::string* said) const {
    ProcessRequest request{std::move(command), folder, -1, compiler_limits()};
    request.confinement = confinement_of_compiler(request.command.front());
    for (const fs::path& path : {files.labs_include, files.emulator_include, files.anchor_library,
                                 files.runtime_library, files.instrument}) {
        request.confinement->readable.push_back(path);
    }
    // Meson's archives name the objects, which stay where they were compiled.
    for (const fs::path& archive : {files.anchor_library, files.runtime_library}) {
        request.confinement->readable.push_back(archive.string() + ".p");
    }
    const ProcessResult result = run_process(request);
    if (result.end != ProcessResult::End::exited) {
        return {{.message = explain_end(result),
                 .lines = {{submission.shown_path, 0, 0, ""}},
                 .hint = endless_hint}};
    }
    // The linker's own words for a library that the machine lacks: no fault of the file's.
    if (result.errors.find("cannot find -l") != std::string::npos) {
        throw KitError(fmt::format("a library that kernels are linked with is missing; ./lab demo "
                                   "installs what the kit needs. The linker said:\n{}",
                                   result.errors));
    }
    if (result.errors.starts_with("kit-instrument: ")) {
        throw KitError(fmt::format("the kernel's code cannot be instrumented: {}", result.errors));
    }
    if (result.code != 0) {
        return findings_from_compiler(result.errors + result.output, lab, submission);
    }
    if (said != nullptr) {
        *said = result.errors;
    }
    return {};
}

std::vector<Finding> make_object(const ObjectBuild& build, std::vector<Finding>& warnings) {
    write_file(build.folder / submission_name, with_alignas_first(build.submission.text));
    const Side device{"device", GlueSide::device,
                      device_flags(version_of(build.compiler.llvm_library))};
    const Side host{"host", GlueSide::host, {"--cuda-host-only"}};
    std::string said_of_host;
    std::string said_of_device;
    auto host_findings =
        std::async(std::launch::async, [&] { return compile_side(build, host, said_of_host); });
    std::vector<Finding> findings = compile_side(build, device, said_of_device);
    if (const auto more = host_findings.get(); findings.empty()) {
        findings = more;
    }
    if (!findings.empty()) {
        // The compiler knows no instructions of a GPU.
        const auto assembly = assembly_in_text(build.submission);
        return assembly ? std::vector{*assembly} : findings;
    }
    warnings = warnings_from_compiler(said_of_device + said_of_host, build.submission);
    for (const Side& side : {device, host}) {
        if (auto finding = foreign_file(build, side.name)) {
            return {std::move(*finding)};
        }
    }
    findings =
        build.run({build.files.instrument.string(), build.compiler.llvm_library.string(),
                   build.files.emulator_include.string(), "device.bc", "host.bc", "submission.o"});
    for (const Side& side : {device, host}) {
        for (const char* end : {".cu", ".bc", ".d"}) {
            fs::remove(build.folder / (side.name + end));
        }
    }
    return findings;
}

} // namespace kit
