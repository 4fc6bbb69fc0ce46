#include "checker/compile/emulator_build.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/scratch_folder.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/compile/diagnostics.hpp"
#include "checker/compile/glue.hpp"
#include "checker/compile/object_build.hpp"
#include "checker/compile/object_file.hpp"
#include "checker/compile/screening/nvcc_rules.hpp"
#include "checker/compile/screening/symbol_rules.hpp"
#include "checker/compile/screening/text_rules.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace kit {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr const char* program_name = "program";
constexpr const char* facts_name = "facts.json";

/// Everything that precompiled headers depend on, as text.
std::string key_of_headers(const HostCompiler& compiler, const KitFiles& files) {
    std::string key = "headers 1\n" + compiler.identity + "\n";
    for (const std::string& flag : emulator_flags()) {
        key += flag + "\n";
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
    return key;
}

/// Everything that the program depends on, as text: equal keys give equal programs.
std::string key_of(const Lab& lab, const SubmissionFile& submission, const HostCompiler& compiler,
                   const KitFiles& files) {
    std::string key = "emulator 21\n" + key_of_headers(compiler, files);
    for (const std::string& definition : lab_definitions(lab)) {
        key += definition + "\n";
    }
    for (const fs::path& path : {files.anchor_library, files.runtime_library, files.instrument}) {
        key += file_identity(path) + "\n";
    }
    for (const GlueSide side : {GlueSide::device, GlueSide::host}) {
        key += glue_source(lab, side) + "\n";
    }
    return key + submission.text;
}

Finding initialized_shared(const std::string& name, const SubmissionFile& submission) {
    return {.message = fmt::format("The shared variable '{}' has an initializer.", name),
            .lines = {{submission.shown_path, 0, 0, ""}},
            .array = name,
            .hint = shared_initializer_hint};
}

/// What is known of a program besides its file.
struct ProgramFacts {
    std::vector<DeviceVariable> variables;
    std::vector<Finding> warnings; ///< the compiler's
};

void save_facts(const fs::path& path, const ProgramFacts& facts) {
    json variables = json::array();
    for (const DeviceVariable& variable : facts.variables) {
        variables.push_back({variable.name, variable.template_arguments,
                             static_cast<int>(variable.space), variable.position, variable.bytes,
                             variable.extents});
    }
    json warnings = json::array();
    for (const Finding& warning : facts.warnings) {
        const SourceLine& place = warning.lines.front();
        warnings.push_back(
            {warning.message, warning.hint, warning.cause, place.line, place.column});
    }
    write_file(path, json{{"variables", variables}, {"warnings", warnings}}.dump());
}

ProgramFacts load_facts(const fs::path& path, const SubmissionFile& submission) {
    try {
        ProgramFacts facts;
        const json document = json::parse(try_read_file(path).text);
        for (const json& item : document.at("variables")) {
            facts.variables.push_back({item.at(0), item.at(1),
                                       static_cast<DeviceVariable::Space>(item.at(2).get<int>()),
                                       item.at(3), item.at(4), item.at(5)});
        }
        for (const json& item : document.at("warnings")) {
            const int line = item.at(3);
            facts.warnings.push_back(
                {.kind = FindingKind::compiler_warning,
                 .severity = Severity::warning,
                 .message = item.at(0),
                 .lines = {{submission.shown_path, line, item.at(4), submission.line(line)}},
                 .hint = item.at(1),
                 .cause = item.at(2)});
        }
        return facts;
    } catch (const json::exception&) {
        throw KitError(fmt::format("{}: the cache is damaged here: remove this folder",
                                   path.parent_path().string()));
    }
}

/// The folder of precompiled headers, made when first needed; empty if there are none.
fs::path precompiled_headers(const ObjectBuild& build, BuildCache& cache) {
    const std::string key = key_of_headers(build.compiler, build.files);
    auto entry = cache.find(key);
    if (!entry) {
        entry = cache.store(key, [&build](const fs::path& folder) {
            return precompile_headers(
                {build.lab, build.submission, build.compiler, build.files, folder});
        });
    }
    return entry.value_or(fs::path());
}

/// Fills the build's folder with the program and its facts, or returns why not.
std::vector<Finding> compile(const ObjectBuild& build) {
    const auto& [lab, submission, compiler, files, folder, precompiled] = build;
    std::vector<Finding> warnings;
    if (auto findings = make_object(build, warnings); !findings.empty()) {
        return findings;
    }
    if (auto finding = breach_in_symbols(folder / "submission.o", submission)) {
        return {std::move(*finding)};
    }
    const ObjectFacts facts = prepare_object(folder / "submission.o");
    if (!facts.initialized_shared.empty()) {
        return {initialized_shared(facts.initialized_shared.front(), submission)};
    }
    Command command{
        compiler.path.string(), "-no-pie",
        // The linker takes longer to look through the shared library than for all the rest.
        "-static-libstdc++", "-Wl,--gc-sections",
        // All of the C library's addresses are bound before the submission runs, and their table is read-only then.
        "-Wl,-z,relro,-z,now", "-Wl,--whole-archive", files.anchor_library.string(),
        "-Wl,--no-whole-archive", "submission.o", files.runtime_library.string(), "-lpthread", "-o",
        program_name};
    for (const std::string& name : facts.dynamic_shared) {
        command.push_back(fmt::format("-Wl,--defsym={}=kit_dynamic_shared", name));
    }
    if (auto findings = build.run(command); !findings.empty()) {
        findings.front().cause = unexplained_cause;
        return findings;
    }
    save_facts(folder / facts_name,
               {read_variables(folder / program_name, facts), std::move(warnings)});
    fs::remove(folder / "submission.o");
    return {};
}

/// Whether a refusal may be the kit's or the machine's fault: it names no line, or it is the linker's.
bool is_in_doubt(const std::vector<Finding>& findings) {
    return std::any_of(findings.begin(), findings.end(),
                       [](const Finding& one) { return one.cause == unexplained_cause; });
}

/// A compiler or linker that finds no room on the disk fails in words of its own, and the file is not to blame.
void need_room(const fs::path& folder) {
    constexpr std::size_t much = std::size_t{4} << 20; // several times what a build takes
    const fs::path file = folder / "room";
    const int error = try_write_file(file, std::string(much, '.'));
    std::error_code ignored;
    fs::remove(file, ignored);
    if (error != 0) {
        throw KitError(fmt::format("{}: no room to build a kernel: {}; make room and try again",
                                   folder.parent_path().string(), std::strerror(error)));
    }
}

/// Settles the doubt: where the lab's solution cannot be built either, now and in this way, the file is not to
/// blame. No words of a compiler or linker are asked for, which a file could make them say.
void blame_machine_if_solution_fails(const ObjectBuild& build) {
    FileText solution = try_read_file(build.lab.solution);
    if (solution.error != 0) {
        return; // a lab of somebody's own
    }
    const SubmissionFile known_right = for_element({.shown_path = build.lab.solution.string(),
                                                    .text = std::move(solution.text),
                                                    .from_kit = true},
                                                   build.lab.element);
    const ScratchFolder folder;
    const std::vector<Finding> findings =
        compile({build.lab, known_right, build.compiler, build.files, folder.path()});
    if (!findings.empty()) {
        throw KitError(fmt::format("this machine cannot build the lab's own solution either: {} {}",
                                   findings.front().message, findings.front().detail));
    }
}

} // namespace

std::optional<Finding> refuse_submission(const SubmissionFile& submission) {
    auto finding = refuse_text(submission);
    finding = finding ? finding : breach_in_text(submission);
    return finding ? finding : refused_by_nvcc(submission);
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
            ObjectBuild build{lab, submission, compiler, files, folder};
            build.precompiled = precompiled_headers(build, cache);
            outcome.findings = compile(build);
            if (!outcome.findings.empty()) {
                need_room(folder);
            }
            if (is_in_doubt(outcome.findings)) {
                blame_machine_if_solution_fails(build);
                for (Finding& finding : outcome.findings) {
                    finding.cause.clear();
                }
            }
            return outcome.findings.empty();
        });
    }
    if (entry) {
        ProgramFacts facts = load_facts(*entry / facts_name, submission);
        outcome.artifact = {*entry / program_name, std::move(facts.variables), from_cache, {}};
        outcome.findings = std::move(facts.warnings);
    }
    return outcome;
}

} // namespace kit
