// ./lab diff: what a student changed in the skeleton.
#include "checker/catalog/catalog.hpp"
#include "checker/commands/command.hpp"
#include "checker/commands/course.hpp"
#include "checker/report/line_diff.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <memory>

namespace kit {

namespace {

void run(const std::string& name, const Session& session) {
    const std::vector<Lab> labs = read_catalog(session.root);
    const Lab& lab = find_lab(labs, name);
    const std::string file = shown_path(lab.skeleton).string();
    const std::string text =
        unified_diff(handed_out_text(lab), "the skeleton as it was handed out",
                     text_of_file(lab.skeleton), file, style_of_terminal(STDOUT_FILENO));
    if (text.empty()) {
        fmt::print("{}: no changes, the file is the skeleton.\n", file);
    } else {
        fmt::print("{}", text);
    }
}

} // namespace

void add_diff_command(command_line::CommandBuilder& app, Session& session) {
    auto name = std::make_shared<std::string>();
    command_line::CommandBuilder command =
        app.add_command("diff", "Your changes to a lab's kernel.cu, against the skeleton");
    command.add_option("LAB", *name, "The lab: 5, 05 or 05-shared-memory-tiling").required();
    command.footer("Example: ./lab diff 5");
    command.action([name, &session] { run(*name, session); });
}

} // namespace kit
