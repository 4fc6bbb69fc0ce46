// g++: the file is preprocessed and screened, compiled with ThreadSanitizer's calls before each access, and the
// assembly is looked at.
#include "checker/compile/object_build.hpp"

#include "checker/compile/glue.hpp"
#include "checker/compile/screening/assembly_rules.hpp"
#include "checker/compile/screening/language_rules.hpp"
#include "checker/compile/screening/symbol_rules.hpp"
#include "checker/files/whole_file.hpp"

namespace kit {

namespace fs = std::filesystem;

namespace {

/// What the compiler says of the file before preprocessing. The text that is compiled has no macros
/// left: an error in a macro is explained better here.
std::vector<Finding> explain_failure(const ObjectBuild& build, std::vector<Finding> otherwise) {
    if (is_endless(otherwise)) {
        return otherwise;
    }
    write_file(build.folder / "submission.cpp", include_source() + glue_source(build.lab));
    Command command = build.compiler_command(emulator_flags(CompilerFamily::gcc));
    command.insert(command.end(), {"-fsyntax-only", "submission.cpp"});
    std::vector<Finding> findings = build.run(command);
    return findings.empty() ? std::move(otherwise) : findings;
}

} // namespace

std::vector<Finding> make_object_by_gcc(const ObjectBuild& build, bool& overruns_end) {
    const auto& [lab, submission, compiler, files, folder] = build;
    const Command flags = emulator_flags(CompilerFamily::gcc);
    write_file(folder / submission_name, submission.text);
    write_file(folder / "submission.cpp", include_source());
    Command command = build.compiler_command(flags);
    command.insert(command.end(), {"-E", "submission.cpp", "-o", "submission.ii"});
    if (auto findings = build.run(command); !findings.empty()) {
        return explain_failure(build, std::move(findings));
    }
    const ScreenedText screened = screen_preprocessed(
        read_file(folder / "submission.ii"), glue_source(lab),
        {files.labs_include.string(), files.emulator_include.string()}, submission);
    if (!screened.findings.empty()) {
        return screened.findings;
    }
    write_file(folder / "submission.ii", screened.text);
    command = build.compiler_command(flags);
    command.insert(command.end(),
                   {"-x", "c++-cpp-output", "-S", "submission.ii", "-o", "submission.s"});
    if (auto findings = build.run(command); !findings.empty()) {
        return explain_failure(build, std::move(findings));
    }
    const std::string assembly = read_file(folder / "submission.s");
    if (auto finding = breach_in_assembly(assembly, submission)) {
        return {std::move(*finding)};
    }
    overruns_end = stores_unseen(assembly);
    if (checks_indirect_calls(compiler.family)) {
        write_file(folder / "submission.s", with_marked_text(assembly));
    }
    command = {compiler.path.string(), "-c", "submission.s", "-o", "submission.o"};
    if (auto findings = build.run(command); !findings.empty()) {
        return findings;
    }
    for (const char* name : {"submission.cpp", "submission.ii", "submission.s"}) {
        fs::remove(folder / name);
    }
    return {};
}

} // namespace kit
