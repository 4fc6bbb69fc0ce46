// The file is compiled as CUDA, once for the device and once for launch_config(), to LLVM's intermediate
// form, in which kit-instrument finds every access.
#include "checker/compile/object_build.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/places.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/compile/alignas_order.hpp"
#include "checker/compile/compiler_warnings.hpp"
#include "checker/compile/diagnostics.hpp"
#include "checker/compile/fix_it.hpp"
#include "checker/compile/glue.hpp"
#include "checker/compile/processor.hpp"
#include "checker/compile/screening/nvcc_rules.hpp"
#include "checker/compile/screening/text_rules.hpp"
#include "checker/model/slabs.hpp"
#include "checker/sandbox/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <future>
#include <sstream>

namespace kit {

namespace fs = std::filesystem;

namespace {

constexpr const char* endless_hint = "Look for templates or macros that expand without end.";

/// Limits of a compiler: a kernel needs a second and some hundred megabytes.
ProcessLimits compiler_limits() {
    return {.seconds = 10,
            .counts_processor_time = true,
            .memory_bytes = 4ull << 30,
            .file_bytes = 256ull << 20,
            .kept_output_bytes = 1u << 20};
}

bool is_out_of_memory(const ProcessResult& result) {
    return result.errors.find("out of memory") != std::string::npos ||
           result.errors.find("bad_alloc") != std::string::npos;
}

/// The signal that ended it, 0: none. A sandbox or a driver tells it as an exit code.
int ending_signal(const ProcessResult& result) {
    constexpr int first_of_signals = 128;
    if (result.end == ProcessResult::End::killed_by_signal) {
        return result.code;
    }
    return result.end == ProcessResult::End::exited && result.code > first_of_signals
               ? result.code - first_of_signals
               : 0;
}

/// Why the file is to blame for the end of a compiler that did not finish; empty if it is not.
std::string limit_reached(const ProcessResult& result) {
    const int signal = ending_signal(result);
    if (result.end == ProcessResult::End::out_of_time || signal == SIGXCPU) {
        return fmt::format("The compiler was still busy with the file after {:.0f} s.",
                           compiler_limits().seconds);
    }
    if (result.end == ProcessResult::End::too_much_output || signal == SIGXFSZ) {
        return "The compiler printed without end.";
    }
    return is_out_of_memory(result) || signal == SIGKILL
               ? "The compiler needs more memory for the file than it may have."
               : "";
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
    for (const char* flag : {"-triple", processor::triple, "-target-cpu", processor::least,
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

/// One of CUDA's two sides of the file, compiled to NAME.bc.
struct Side {
    std::string name;
    GlueSide glue;
    Command flags;
};

std::array<Side, 2> sides_of(const ObjectBuild& build) {
    return {Side{"device", GlueSide::device, device_flags(version_of(build.compiler.llvm_library))},
            Side{"host", GlueSide::host, {"--cuda-host-only"}}};
}

constexpr const char* cuda_header = "cuda_runtime.h";
constexpr const char* precompiled_suffix = ".pch";

/// The compiler of this side with the kit's folders of headers. `constexpr_of_host`: as with nvcc, a constexpr
/// function of the host stays one of the host.
Command compiler_command(const ObjectBuild& build, const Side& side,
                         bool constexpr_of_host = true) {
    Command command{build.compiler.path.string()};
    for (const auto& more : {emulator_flags(), side.flags}) {
        command.insert(command.end(), more.begin(), more.end());
    }
    if (constexpr_of_host) {
        command.insert(command.end(), {"-Xclang", "-fno-cuda-host-device-constexpr"});
    } else {
        command.emplace_back("-DKIT_CONSTEXPR_OF_BOTH");
    }
    // A header may have been written anew, as it was, since it was precompiled.
    command.emplace_back("-fpch-validate-input-files-content");
    command.push_back("-I" + build.files.labs_include.string());
    command.push_back("-I" + build.files.emulator_include.string());
    return command;
}

/// Whether device code was refused for a call of a function that the file declares consteval.
bool calls_consteval(const std::vector<Finding>& findings, const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const auto word = line.find("consteval ");
        if (word == std::string::npos || line.find("//") < word) {
            continue;
        }
        const auto declares = [&](const Finding& finding) {
            const auto call = finding.message.find("calls ");
            const auto end = finding.message.find("()", call);
            return call != std::string::npos && end != std::string::npos &&
                   line.find(finding.message.substr(call + 6, end - call - 6), word) !=
                       std::string::npos;
        };
        if (std::ranges::any_of(findings, declares)) {
            return true;
        }
    }
    return false;
}

/// Whether all of them call a constexpr function of the host in the declaration of a variable of the device, which
/// the compiler is to work out. clang 19 takes that for device code.
bool initialize_variables(const std::vector<Finding>& findings) {
    return std::ranges::all_of(findings, [](const Finding& finding) {
        const std::string line = finding.lines.empty() ? "" : finding.lines.front().text;
        const bool is_constant = line.find("constexpr") != std::string::npos;
        return finding.message.starts_with("Device code calls ") && is_constant &&
               (line.find("__device__") != std::string::npos ||
                line.find("__constant__") != std::string::npos);
    });
}

/// A side's compilation: what it found, and what the compiler said.
struct SideResult {
    std::vector<Finding> findings;
    std::string said;
    bool crashed = false; ///< perhaps by damaged headers

    [[nodiscard]] bool failed() const {
        return crashed ||
               (!findings.empty() && findings.front().cause.kind != Cause::Kind::compilers_limit);
    }
};

SideResult compile_once(const ObjectBuild& build, const Side& side, const fs::path& precompiled,
                        bool constexpr_of_host = true) {
    Command command = compiler_command(build, side, constexpr_of_host);
    const auto definitions = lab_definitions(build.lab);
    command.insert(command.end(), definitions.begin(), definitions.end());
    if (build.capability != newest_capability) {
        command.push_back(fmt::format("-DKIT_CAPABILITY={}", build.capability));
    }
    // nvcc, too, includes it before the first line.
    if (precompiled.empty()) {
        command.insert(command.end(), {"-include", cuda_header});
    } else {
        command.insert(command.end(),
                       {"-include-pch", precompiled / (side.name + precompiled_suffix)});
    }
    command.insert(command.end(), {"-MD", "-MF", side.name + ".d", "-c", side.name + ".cu", "-o",
                                   side.name + ".bc"});
    SideResult result;
    try {
        result.findings = build.run(command, &result.said);
    } catch (const KitError&) {
        if (precompiled.empty()) {
            throw;
        }
        result.crashed = true;
    }
    return result;
}

/// With precompiled headers, if there are any.
SideResult try_side(const ObjectBuild& build, const Side& side) {
    write_file(build.folder / (side.name + ".cu"),
               include_source() + glue_source(build.lab, side.glue));
    return compile_once(build, side, build.precompiled);
}

/// The file's fault is told from its text alone: a header may have been upgraded since it was precompiled, and clang 19
/// mistakes the va_list of precompiled headers for another type.
void settle(const ObjectBuild& build, const Side& side, SideResult& tried) {
    if (tried.failed() && !build.precompiled.empty()) {
        tried = compile_once(build, side, {});
    }
    if (tried.failed() && (calls_consteval(tried.findings, build.submission.text) ||
                           initialize_variables(tried.findings))) {
        // nvcc has such a function for host and device, which clang has only without that option.
        tried = compile_once(build, side, {}, false);
    }
}

/// The files that the compiler read, which it lists as a rule for make.
std::vector<fs::path> files_read(const fs::path& rule) {
    const std::string text = read_file(rule);
    std::vector<fs::path> files;
    std::string name;
    for (std::size_t i = std::min(text.find(':'), text.size() - 1) + 1; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) {
            ++i; // a blank of a name, or the end of a line
            name += text[i] == '\n' ? "" : std::string(1, text[i]);
        } else if (text[i] != ' ' && text[i] != '\n') {
            name += text[i];
        } else if (!name.empty()) {
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
            return !folder.empty() && path.starts_with(folder.lexically_normal().string() + "/");
        };
        if (path != submission_name && path != side + ".cu" &&
            path != build.precompiled / (side + precompiled_suffix) && !is_in("/usr") &&
            !is_in("/opt") && !is_in(bundle_root()) && !is_in(build.files.labs_include) &&
            !is_in(build.files.emulator_include)) {
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

std::vector<Finding> make_object_once(const ObjectBuild& build, std::string& said) {
    write_file(build.folder / submission_name, with_alignas_first(build.submission.text));
    const auto sides = sides_of(build);
    auto host_tried = std::async(std::launch::async, [&] { return try_side(build, sides[1]); });
    SideResult device = try_side(build, sides[0]);
    settle(build, sides[0], device);
    SideResult host = host_tried.get();
    if (device.findings.empty()) { // what the host's side has to say is of no use otherwise
        settle(build, sides[1], host);
    }
    if (const auto& findings = device.findings.empty() ? host.findings : device.findings;
        !findings.empty()) {
        // The compiler knows no instructions of a GPU.
        const auto assembly = assembly_in_text(build.submission);
        return assembly ? std::vector{*assembly} : findings;
    }
    said = device.said + host.said;
    if (auto warnings = warnings_of(said, build.submission); has_error(warnings)) {
        std::erase_if(warnings, [](const Finding& f) { return f.severity != Severity::error; });
        return warnings;
    }
    for (const Side& side : sides) {
        if (auto finding = foreign_file(build, side.name)) {
            return {std::move(*finding)};
        }
    }
    std::vector<Finding> findings =
        build.run({build.files.instrument.string(), build.compiler.llvm_library.string(),
                   build.files.emulator_include.string(), "device.bc", "host.bc", object_name,
                   fmt::format("{}", fmt::join(host_constants(build.submission), ",")),
                   has_slabs(build.lab) ? "several" : "one"});
    for (const Side& side : sides) {
        for (const char* end : {".cu", ".bc", ".d"}) {
            fs::remove(build.folder / (side.name + end));
        }
    }
    return findings;
}

} // namespace

std::vector<Finding> ObjectBuild::run(Command command, std::string* said) const {
    ProcessRequest request{std::move(command), folder, -1, compiler_limits()};
    request.confinement = confinement_of_compiler(request.command.front());
    for (const fs::path& path : confinement_of_compiler(compiler.path).readable) {
        request.confinement->readable.push_back(path); // it may bring its own linker
    }
    for (const fs::path& path : {files.labs_include, files.emulator_include, files.anchor_library,
                                 files.runtime_library, files.instrument}) {
        request.confinement->readable.push_back(path);
    }
    if (!precompiled.empty()) {
        request.confinement->readable.push_back(precompiled);
    }
    ProcessResult result = run_process(request);
    result.errors = without_source_lines(result.errors, with_alignas_first(submission.text));
    if (said != nullptr) {
        *said = result.errors;
    }
    if (std::string limit = limit_reached(result); !limit.empty()) {
        return {{.message = std::move(limit),
                 .lines = {{submission.shown_path, 0, 0, ""}},
                 .hint = endless_hint,
                 .cause = {Cause::Kind::compilers_limit}}};
    }
    if (const int signal = ending_signal(result)) {
        throw KitError("{} crashed (signal {}) on this file, which proves nothing against it. Its "
                       "output was:\n{}",
                       request.command.front(), signal, result.errors);
    }
    if (request.command.front() == files.instrument &&
        result.errors.starts_with("kit-instrument: ")) {
        throw KitError("the kernel's code cannot be instrumented: {}", result.errors);
    }
    if (result.code != 0) {
        return findings_from_compiler(result.errors + result.output, lab, submission);
    }
    return {};
}

bool precompile_headers(const ObjectBuild& build) {
    const auto precompile = [&build](const Side& side) {
        Command command = compiler_command(build, side);
        // The driver knows no such output in CUDA mode, the compiler behind it does.
        command.insert(command.end(),
                       {"-fsyntax-only", "-fpch-instantiate-templates", "-Xclang", "-emit-pch",
                        "-Xclang", "-o", "-Xclang", side.name + precompiled_suffix,
                        build.files.emulator_include / cuda_header});
        return build.run(command).empty() &&
               fs::exists(build.folder / (side.name + precompiled_suffix));
    };
    const auto [device, host] = sides_of(build);
    auto host_done = std::async(std::launch::async, [&, &side = host] { return precompile(side); });
    const bool device_done = precompile(device);
    return host_done.get() && device_done;
}

std::vector<Finding> make_object(const ObjectBuild& build, MadeObject& made) {
    std::vector<Finding> findings = make_object_once(build, made.said);
    if (findings.empty() || findings.front().kind != FindingKind::unsupported_feature ||
        build.submission.text.find("__CUDA_ARCH__") == std::string::npos) {
        return findings;
    }
    ObjectBuild for_older = build;
    for_older.precompiled.clear(); // its headers are for another capability
    for_older.capability = least_capability;
    if (!make_object_once(for_older, made.said).empty()) {
        return findings;
    }
    made.passed_over = std::move(findings.front());
    return {};
}

} // namespace kit
