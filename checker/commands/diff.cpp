// ./lab diff: a student's changes to the skeleton.
#include "checker/commands/commands.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/scratch_folder.hpp"
#include "checker/base/utf8.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/lab_argument.hpp"
#include "checker/commands/course.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/course/reset_lab.hpp"
#include "checker/report/style.hpp"
#include "checker/sandbox/process.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace kit {

namespace {

/// What the system's diff says, in colours on a terminal; empty if the files are equal.
std::string diff_of(const std::filesystem::path& before, const std::filesystem::path& after) {
    const auto program = find_program("diff");
    if (!program) {
        throw KitError("the program diff was not found: install diffutils");
    }
    ProcessRequest request;
    request.command = {program->string(),
                       "-u",
                       "--label",
                       "the original skeleton",
                       "--label",
                       after.string(),
                       std::filesystem::absolute(before).string(),
                       std::filesystem::absolute(after).string()};
    request.directory = "/";
    const ProcessResult said = run_process(request);
    constexpr int trouble = 2;
    if (said.end != ProcessResult::End::exited || said.code >= trouble) {
        throw KitError("diff failed: {}", trimmed(said.errors));
    }
    const TextStyle style = style_of_terminal(STDOUT_FILENO);
    std::string text;
    for (const std::string& line : split_lines(said.output)) {
        const bool is_name = line.starts_with("--- ") || line.starts_with("+++ ");
        text += paint(style,
                      is_name                  ? Tone::heading
                      : line.starts_with("@@") ? Tone::faint
                      : line.starts_with('-')  ? Tone::bad
                      : line.starts_with('+')  ? Tone::good
                                               : Tone::plain,
                      printable(line)) +
                "\n";
    }
    return text;
}

void run_diff(const std::string& name, const Session& session) {
    const std::vector<Lab> labs = labs_of(session);
    const Lab& lab = own_lab(labs, name);
    const ScratchFolder scratch;
    const std::filesystem::path skeleton = scratch.path() / "kernel.cu";
    write_file(skeleton, handed_out_text(lab));
    const std::string text = diff_of(skeleton, lab.skeleton);
    print_out(!text.empty()
                  ? text
                  : fitted(STDOUT_FILENO, fmt::format("{}: no changes; the file is the skeleton.",
                                                      lab.skeleton.string())));
}

} // namespace

void add_diff_command(CommandBuilder& app, Session& session) {
    auto name = std::make_shared<std::string>();
    CommandBuilder command = app.add_command("diff", "Show your changes to a lab's kernel.cu");
    command.add_option("LAB", *name, lab_help).required();
    command.footer("Example: ./lab diff 5");
    command.action([name, &session] { run_diff(*name, session); });
}

} // namespace kit
