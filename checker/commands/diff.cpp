// ./lab diff: a student's changes to the skeleton.
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/lab_argument.hpp"
#include "checker/command_line/registry.hpp"
#include "checker/commands/course.hpp"
#include "checker/course/reset_lab.hpp"
#include "checker/report/line_diff.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <memory>
#include <vector>

namespace kit {

namespace {

void run_diff(const std::string& name, const Session& session) {
    const std::vector<Lab> labs = labs_of(session);
    const Lab& lab = own_lab(labs, name);
    const std::string file = lab.skeleton.string();
    const std::string text =
        unified_diff(handed_out_text(lab), "the original skeleton", read_file(lab.skeleton), file,
                     style_of_terminal(STDOUT_FILENO));
    if (text.empty()) {
        print_out(
            fitted(STDOUT_FILENO, fmt::format("{}: no changes; the file is the skeleton.", file)));
    } else {
        fmt::print("{}", text);
    }
}

void add_diff_command(CommandBuilder& app, Session& session) {
    auto name = std::make_shared<std::string>();
    CommandBuilder command = app.add_command("diff", "Show your changes to a lab's kernel.cu");
    command.add_option("LAB", *name, lab_help).required();
    command.footer("Example: ./lab diff 5");
    command.action([name, &session] { run_diff(*name, session); });
}

const RegisteredCommand registered_diff(50, add_diff_command);

} // namespace

} // namespace kit
