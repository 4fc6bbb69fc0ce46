#include "checker/compile/emulator_build.hpp"
#include "checker/files/whole_file.hpp"

#include "checker/compile/diagnostics.hpp"
#include "checker/compile/glue.hpp"
#include "checker/compile/object_build.hpp"
#include "checker/compile/object_file.hpp"
#include "checker/compile/screening/symbol_rules.hpp"
#include "checker/compile/screening/text_rules.hpp"
#include "checker/model/errors.hpp"
#include "checker/sandbox/process.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace kit {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr const char* program_name = "program";
constexpr const char* facts_name = "variables.json";
constexpr const char* endless_hint = "Look for templates or macros that expand without end.";

/// Limits of a compiler: a kernel needs a second and some hundred megabytes.
ProcessLimits compiler_limits() {
    return {.seconds = 30,
            .memory_bytes = 4ull << 30,
            .file_bytes = 256ull << 20,
            .kept_output_bytes = 256u << 10};
}

/// Everything that the program depends on, as text: equal keys give equal programs.
std::string key_of(const Lab& lab, const SubmissionFile& submission, const HostCompiler& compiler,
                   const KitFiles& files) {
    std::string key = "emulator 5\n" + compiler.identity + "\n";
    for (const auto& flags : {emulator_flags(compiler.family), lab_definitions(lab)}) {
        for (const std::string& flag : flags) {
            key += flag + "\n";
        }
    }
    for (const fs::path& path : {files.anchor_library, files.runtime_library, files.instrument}) {
        key += file_identity(path) + "\n";
    }
    std::vector<fs::path> headers;
    for (const fs::path& folder : {files.labs_include, files.emulator_include}) {
        for (const auto& item : fs::recursive_directory_iterator(folder)) {
            if (item.is_regular_file()) {
                headers.push_back(item.path());
            }
        }
    }
    std::sort(headers.begin(), headers.end());
    for (const fs::path& header : headers) {
        key += file_identity(header) + "\n";
    }
    return key + glue_source(lab) + "\n" + submission.text;
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

Finding initialized_shared(const std::string& name, const SubmissionFile& submission) {
    return {.message = fmt::format("The shared variable '{}' has an initializer.", name),
            .lines = {{submission.shown_path, 0, 0, ""}},
            .array = name,
            .hint = shared_initializer_hint};
}

void save_variables(const fs::path& path, const std::vector<DeviceVariable>& variables) {
    json list = json::array();
    for (const DeviceVariable& variable : variables) {
        list.push_back({variable.name, variable.template_arguments,
                        static_cast<int>(variable.space), variable.position, variable.bytes});
    }
    write_file(path, list.dump());
}

std::vector<DeviceVariable> load_variables(const fs::path& path) {
    try {
        std::vector<DeviceVariable> variables;
        for (const json& item : json::parse(try_read_file(path).text)) {
            variables.push_back({item.at(0), item.at(1),
                                 static_cast<DeviceVariable::Space>(item.at(2).get<int>()),
                                 item.at(3), item.at(4)});
        }
        return variables;
    } catch (const json::exception&) {
        throw KitError(fmt::format("{}: the cache is damaged here: remove this folder",
                                   path.parent_path().string()));
    }
}

/// Makes all symbols of the object its own but the two that the runtime calls, so that no function or
/// variable of a student's takes the place of one that the runtime or a library uses; and gives what it
/// allocates memory with the names of the runtime's functions. (g++ 12 crashes if the source says so.)
Command localize_command() {
    const auto objcopy = find_program("objcopy");
    if (!objcopy) {
        throw KitError("objcopy was not found: install it (apt-get install binutils)");
    }
    Command command{objcopy->string(),
                    "--remove-section=.group",
                    "--keep-global-symbol=kit_submission_kernel",
                    "--keep-global-symbol=kit_submission_launch_config",
                    "--keep-global-symbol=kit_text_begin",
                    "--keep-global-symbol=kit_text_end"};
    for (const auto& [name, runtime_name] : replaced_symbols) {
        command.push_back(fmt::format("--redefine-sym={}={}", name, runtime_name));
    }
    command.emplace_back("submission.o");
    return command;
}

/// Fills `folder` with the program and its facts, or returns why not.
std::vector<Finding> compile(const ObjectBuild& build) {
    const auto& [lab, submission, compiler, files, folder] = build;
    const bool by_clang = compiler.family == CompilerFamily::clang;
    bool overruns_end = false;
    if (auto findings =
            by_clang ? make_object_by_clang(build) : make_object_by_gcc(build, overruns_end);
        !findings.empty()) {
        return findings;
    }
    if (auto finding = breach_in_symbols(folder / "submission.o", submission)) {
        return {std::move(*finding)};
    }
    if (auto findings = build.run(localize_command()); !findings.empty()) {
        return findings;
    }
    const ObjectFacts facts = prepare_object(folder / "submission.o");
    if (!facts.initialized_shared.empty()) {
        return {initialized_shared(facts.initialized_shared.front(), submission)};
    }
    Command command{
        compiler.path.string(), "-no-pie",
        // The linker takes longer to look through the shared library than for all the rest.
        "-static-libstdc++", "-Wl,--gc-sections", "-Wl,--whole-archive",
        files.anchor_library.string(), "-Wl,--no-whole-archive", "submission.o",
        files.runtime_library.string(), "-Wl,-Bstatic", "-lboost_context", "-Wl,-Bdynamic",
        "-lpthread", "-o", program_name};
    if (by_clang) {
        command.emplace_back("-Wl,--defsym=kit_locals_apart=1");
    }
    if (overruns_end) {
        command.push_back("-Wl,--defsym=kit_overruns_end=1");
    }
    for (const std::string& name : facts.dynamic_shared) {
        command.push_back(fmt::format("-Wl,--defsym={}=kit_dynamic_shared", name));
    }
    if (auto findings = build.run(command); !findings.empty()) {
        return findings;
    }
    save_variables(folder / facts_name, read_variables(folder / program_name, facts));
    fs::remove(folder / "submission.o");
    return {};
}

} // namespace

bool is_endless(const std::vector<Finding>& findings) {
    return findings.front().hint == endless_hint;
}

Command ObjectBuild::compiler_command(const Command& flags) const {
    Command command{compiler.path.string()};
    for (const auto& more : {flags, lab_definitions(lab)}) {
        command.insert(command.end(), more.begin(), more.end());
    }
    command.push_back("-I" + files.labs_include.string());
    command.push_back("-I" + files.emulator_include.string());
    return command;
}

std::vector<Finding> ObjectBuild::run(Command command) const {
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
    return {};
}

std::optional<Finding> refuse_submission(const SubmissionFile& submission) {
    auto finding = refuse_text(submission);
    return finding ? finding : breach_in_text(submission);
}

KitFiles kit_files() {
    const fs::path source = KIT_SOURCE_ROOT;
    const fs::path build = KIT_BUILD_ROOT;
    return {source / "labs/include", source / "checker/emulator/include",
            build / "checker/emulator/libemulator-anchor.a",
            build / "checker/emulator/libemulator-runtime.a",
            build / "checker/compile/kit-instrument"};
}

BuildOutcome build_for_emulator(const Lab& lab, const SubmissionFile& submission,
                                const HostCompiler& compiler, const KitFiles& files,
                                BuildCache& cache) {
    BuildOutcome outcome;
    if (const auto finding = refuse_submission(submission)) {
        outcome.findings.push_back(*finding);
        return outcome;
    }
    const std::string key = key_of(lab, submission, compiler, files);
    auto entry = cache.find(key);
    const bool from_cache = entry.has_value();
    if (!entry) {
        entry = cache.store(key, [&](const fs::path& folder) {
            outcome.findings = compile({lab, submission, compiler, files, folder});
            return outcome.findings.empty();
        });
    }
    if (entry) {
        outcome.artifact = {
            *entry / program_name, load_variables(*entry / facts_name), from_cache, {}};
    }
    return outcome;
}

} // namespace kit
