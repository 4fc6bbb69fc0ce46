#include "checker/compile/emulator_build.hpp"

#include "checker/base/encodings.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/json_text.hpp"
#include "checker/base/places.hpp"
#include "checker/base/scratch_folder.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/compile/compiler_warnings.hpp"
#include "checker/compile/diagnostics.hpp"
#include "checker/compile/glue.hpp"
#include "checker/compile/identity.hpp"
#include "checker/compile/object_build.hpp"
#include "checker/compile/object_file.hpp"
#include "checker/compile/screening/nvcc_rules.hpp"
#include "checker/compile/screening/symbol_rules.hpp"
#include "checker/compile/screening/text_rules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace kit {

namespace fs = std::filesystem;
using nlohmann::json;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceVariable, name, template_arguments, space, position, bytes,
                                   extents)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ObjectFacts, dynamic_shared, variables, initialized_shared,
                                   extents)

namespace {

constexpr const char* program_name = "program";
constexpr const char* facts_name = "facts.json";

/// Everything that the compiler reads besides a submission, by its contents.
std::string key_of_headers(const HostCompiler& compiler, const KitFiles& files) {
    std::string key = compiler.identity + "\n";
    for (const std::string& flag : emulator_flags()) {
        key += flag + "\n";
    }
    return key + folder_identity(files.labs_include) + folder_identity(files.emulator_include);
}

/// Everything that the instrumented object depends on, as text: equal keys give equal objects.
std::string key_of_object(const Lab& lab, const SubmissionFile& submission,
                          const HostCompiler& compiler, const KitFiles& files) {
    std::string key = "object 4\n" + key_of_headers(compiler, files);
    for (const std::string& definition : lab_definitions(lab)) {
        key += definition + "\n";
    }
    key += file_identity(files.instrument_code) + "\n";
    for (const GlueSide side : {GlueSide::device, GlueSide::host}) {
        key += glue_source(lab, side) + "\n";
    }
    return key + submission.text;
}

/// The same for the program, which is linked of such an object and the runtime.
std::string key_of_program(const std::string& key_of_its_object, const KitFiles& files) {
    std::string key = "program 5\n" + sha256_of(key_of_its_object) + "\n";
    for (const fs::path& library : {files.anchor_library, files.runtime_library}) {
        std::error_code error;
        key += (fs::exists(library, error) ? file_identity(library) : "missing") + "\n";
    }
    return key;
}

Finding initialized_shared(const std::string& name, const SubmissionFile& submission) {
    return {.message = fmt::format("The shared variable '{}' has an initializer.", name),
            .lines = {{submission.shown_path, 0, 0, ""}},
            .array = name,
            .hint = shared_initializer_hint};
}

/// What is known of an object or a program besides its file: facts.json of its folder.
json load_facts(const fs::path& folder) {
    json facts = json_if_any(try_read_file(folder / facts_name).text);
    if (!facts.is_object()) {
        throw KitError("{}: the cache is damaged here: remove this folder", folder.string());
    }
    return facts;
}

/// The warning that the file's code for today's GPUs was not checked, but that for older ones.
Finding passed_over(const json& known, const SubmissionFile& submission) {
    const int line = known.at("line");
    return {.kind = FindingKind::compiler_warning,
            .severity = Severity::warning,
            .message =
                fmt::format("The code for compute capability {:.1f} was not checked, but that "
                            "for {:.1f}: {}",
                            newest_capability / 100.0, least_capability / 100.0,
                            known.at("message").get<std::string>()),
            .lines = {{submission.shown_path, line, 0, submission.line(line)}},
            .hint = "__CUDA_ARCH__ chooses between the two. A GPU of today runs the former.",
            .cause = {Cause::Kind::other_capability}};
}

/// The folder of precompiled headers, made when first needed; empty if there are none.
fs::path precompiled_headers(const ObjectBuild& build, BuildCache& cache) {
    // What the compiler keeps of headers names them by their paths.
    const std::string key = "headers 4\n" + build.files.labs_include.string() + "\n" +
                            build.files.emulator_include.string() + "\n" +
                            key_of_headers(build.compiler, build.files);
    auto entry = cache.find(key);
    if (!entry) {
        entry = cache.store(key, [&build](const fs::path& folder) {
            return precompile_headers(
                {build.lab, build.submission, build.compiler, build.files, folder});
        });
    }
    return entry.value_or(fs::path());
}

/// Fills the build's folder with the object and its facts, or returns why not.
std::vector<Finding> compile(const ObjectBuild& build) {
    const SubmissionFile& submission = build.submission;
    const fs::path& folder = build.folder;
    MadeObject made;
    if (auto findings = make_object(build, made); !findings.empty()) {
        return findings;
    }
    if (auto finding = breach_in_symbols(folder / object_name, submission)) {
        return {std::move(*finding)};
    }
    const ObjectFacts facts = prepare_object(folder / object_name);
    if (!facts.initialized_shared.empty()) {
        return {initialized_shared(facts.initialized_shared.front(), submission)};
    }
    // A compiler may quote any bytes of the file.
    json known{{"object", facts}, {"said", made.said}};
    if (made.passed_over) {
        known["passed_over"] = {{"message", made.passed_over->message},
                                {"line", first_line(*made.passed_over)}};
    }
    write_file(folder / facts_name, json_line(known));
    return {};
}

/// The compiler's command that makes a program of an object.
Command link_command(const ObjectBuild& build) {
    return {
        build.compiler.path.string(), "-pie",
        // The linker takes longer to look through the shared library than for all the rest.
        "-static-libstdc++", "-Wl,--gc-sections",
        // All of the C library's addresses are bound before the submission runs, and their table is read-only then.
        "-Wl,-z,relro,-z,now", "-Wl,--whole-archive", build.files.anchor_library.string(),
        "-Wl,--no-whole-archive", object_name, build.files.runtime_library.string(), "-lpthread",
        "-o", program_name};
}

/// The words of the last command that `clang++ -###` shows: each in quotes, with backslashes before some letters.
Command last_command_shown(const std::string& said) {
    Command words;
    const std::size_t line = said.rfind("\n \"");
    bool is_inside = false;
    for (std::size_t i = line == std::string::npos ? said.size() : line + 1; i < said.size(); ++i) {
        if (said[i] == '"') {
            is_inside = !is_inside;
            if (is_inside) {
                words.emplace_back();
            }
        } else if (is_inside) {
            i += said[i] == '\\' && i + 1 < said.size() ? 1 : 0;
            words.back() += said[i];
        }
    }
    return words;
}

/// The linker's command behind link_command(), asked of the compiler once and kept: a compiler takes longer to start
/// it than it takes. Empty where the compiler does not tell.
Command linker_behind(const ObjectBuild& build, BuildCache& cache) {
    const std::string name = "command.json";
    Command command = link_command(build);
    const std::string key =
        fmt::format("linker 1\n{}\n{}", build.compiler.identity, fmt::join(command, "\n"));
    auto entry = cache.find(key);
    if (!entry) {
        command.insert(std::next(command.begin()), "-###");
        entry = cache.store(key, [&](const fs::path& folder) {
            std::string said;
            const bool told = build.run(command, &said).empty();
            const Command words = last_command_shown(said);
            write_file(folder / name, json_line(json(words)));
            return told && !words.empty();
        });
    }
    const json kept = entry ? json_if_any(try_read_file(*entry / name).text) : json();
    return kept.is_array() ? kept.get<Command>() : Command();
}

/// Fills the build's folder with the program of the object in the other folder, or returns why not.
std::vector<Finding> link(const ObjectBuild& build, const fs::path& object_folder,
                          BuildCache& commands) {
    const json known = load_facts(object_folder);
    const ObjectFacts facts = known.at("object");
    const fs::path& folder = build.folder;
    fs::copy_file(object_folder / object_name, folder / object_name);
    Command linker = linker_behind(build, commands);
    const bool is_known = !linker.empty();
    Command command = link_command(build);
    for (const std::string& name : facts.dynamic_shared) {
        linker.push_back(fmt::format("--defsym={}=kit_dynamic_shared", name));
        command.push_back("-Wl," + linker.back());
    }
    // Where a library has another place since, the compiler knows.
    const bool linked = is_known && build.run(linker).empty();
    if (auto findings = linked ? std::vector<Finding>() : build.run(command); !findings.empty()) {
        findings.front().cause.kind = Cause::Kind::unexplained;
        return findings;
    }
    fs::remove(folder / object_name);
    write_file(folder / facts_name,
               json_line(json{{"variables", read_variables(folder / program_name, facts)},
                              {"said", known.at("said")},
                              {"passed_over", known.value("passed_over", json())}}));
    return {};
}

/// Whether a refusal may be the kit's or the machine's fault: it names no line, or it is the linker's.
bool is_in_doubt(const std::vector<Finding>& findings) {
    return std::ranges::any_of(
        findings, [](const Finding& one) { return one.cause.kind == Cause::Kind::unexplained; });
}

/// A compiler or linker that finds no room on the disk fails in words of its own, and the file is not to blame.
void need_room(const fs::path& folder) {
    constexpr std::size_t much = std::size_t{4} << 20; // several times what a build takes
    const fs::path file = folder / "room";
    const int error = try_write_file(file, std::string(much, '.'));
    std::error_code ignored;
    fs::remove(file, ignored);
    if (error != 0) {
        throw KitError("{}: no room to build a kernel: {}; make room and try again",
                       folder.parent_path().string(), std::strerror(error));
    }
}

/// Settles the doubt: where the lab's solution cannot be built either, now and in this way, the file is not to
/// blame. No words of a compiler or linker are asked for, which a file could make them say.
void blame_machine_if_solution_fails(const ObjectBuild& build, BuildCache& commands) {
    FileText solution = try_read_file(build.lab.solution);
    if (solution.error != 0) {
        return; // a lab of somebody's own
    }
    const SubmissionFile known_right = for_element({.shown_path = build.lab.solution.string(),
                                                    .text = std::move(solution.text),
                                                    .from_kit = true},
                                                   build.lab.element);
    const ScratchFolder object;
    const ScratchFolder program;
    const auto in = [&](const fs::path& folder) {
        return ObjectBuild{build.lab, known_right, build.compiler, build.files, folder};
    };
    std::vector<Finding> findings = compile(in(object.path()));
    if (findings.empty()) {
        findings = link(in(program.path()), object.path(), commands);
    }
    if (!findings.empty()) {
        throw KitError("this machine cannot build the lab's own solution either: {} {}",
                       findings.front().message, findings.front().detail);
    }
}

} // namespace

std::optional<Finding> refuse_submission(const SubmissionFile& submission) {
    auto finding = refuse_text(submission);
    finding = finding ? finding : breach_in_text(submission);
    return finding ? finding : refused_by_nvcc(submission);
}

KitFiles kit_files() {
    const fs::path source = kit::source_root();
    const fs::path build = kit::build_root();
    return {source / "labs/include",
            source / "checker/emulator/include",
            build / "checker/emulator/libemulator-anchor.a",
            build / "checker/emulator/libemulator-runtime.a",
            build / "checker/compile/kit-instrument",
            build / "checker/compile/libkit-instrument.a"};
}

std::string key_of_build(const Lab& lab, const SubmissionFile& submission,
                         const HostCompiler& compiler, const KitFiles& files) {
    return key_of_program(key_of_object(lab, submission, compiler, files), files);
}

BuildOutcome build_for_emulator(const Lab& lab, const SubmissionFile& submission,
                                const HostCompiler& compiler, const KitFiles& files,
                                BuildCache& cache) {
    return build_in_scratch(lab, submission, compiler, files, cache, cache);
}

BuildOutcome build_in_scratch(const Lab& lab, const SubmissionFile& submission,
                              const HostCompiler& compiler, const KitFiles& files,
                              BuildCache& headers, BuildCache& cache) {
    BuildOutcome outcome;
    if (const auto finding = refuse_submission(submission)) {
        outcome.findings.push_back(*finding);
        return outcome;
    }
    // An entry of the cache that this stage of the build fills, unless there are findings.
    const auto made = [&](const std::string& key, const auto& stage) {
        return cache.store(key, [&](const fs::path& folder) {
            ObjectBuild build{lab, submission, compiler, files, folder};
            outcome.findings = stage(build);
            if (!outcome.findings.empty()) {
                need_room(folder);
            }
            if (is_in_doubt(outcome.findings)) {
                blame_machine_if_solution_fails(build, headers);
                for (Finding& finding : outcome.findings) {
                    finding.cause = {};
                }
            }
            return outcome.findings.empty();
        });
    };
    const std::string object_key = key_of_object(lab, submission, compiler, files);
    const std::string program_key = key_of_program(object_key, files);
    auto program = cache.find(program_key);
    const bool from_cache = program.has_value();
    if (!program) {
        auto object = cache.find(object_key);
        BuildCache::count(object ? "linked" : "compiled");
        if (!object) {
            object = made(object_key, [&](ObjectBuild& build) {
                build.precompiled = precompiled_headers(build, headers);
                return compile(build);
            });
        }
        if (object) {
            program = made(program_key,
                           [&](const ObjectBuild& build) { return link(build, *object, headers); });
        }
    } else {
        BuildCache::count("found");
    }
    if (program) {
        const fs::path file = *program / program_name;
        if (access(file.c_str(), X_OK) != 0) {
            throw KitError("{}: programs on this disk may not be run (noexec): set "
                           "XDG_CACHE_HOME to a folder on another",
                           program->parent_path().string());
        }
        const json facts = load_facts(*program);
        outcome.artifact = {file, facts.at("variables"), from_cache, {}};
        outcome.findings = warnings_of(facts.at("said"), submission);
        if (facts.at("passed_over").is_object()) {
            outcome.findings.push_back(passed_over(facts.at("passed_over"), submission));
        }
    }
    return outcome;
}

} // namespace kit
