// ./lab start: a student's own folder, where the kit is somebody else's.
#include "checker/commands/commands.hpp"

#include "checker/catalog/catalog.hpp"
#include "checker/command_line/shell_quoted.hpp"
#include "checker/commands/course.hpp"
#include "checker/course/student_folder.hpp"

#include <fmt/format.h>

#include <memory>

namespace kit {

namespace {

void run_start(const std::string& name, const Session& session) {
    const std::filesystem::path folder = std::filesystem::absolute(name).lexically_normal();
    const int added = make_student_folder(folder, read_catalog(session.root));
    const std::string shown = shown_path(folder).string();
    print_out(
        fmt::format("{} holds your labs, {} of them new. What is yours is written there only.\n"
                    "Next: cd {}, then ./lab list\n",
                    shown, added, shell_word(shown)));
}

} // namespace

void add_start_command(CommandBuilder& app, Session& session) {
    auto folder = std::make_shared<std::string>();
    CommandBuilder command = app.add_command(
        "start", "Make a folder of your own for the labs, where the kit is installed for all");
    command
        .add_option("FOLDER", *folder, "New, or made so before: then labs that it lacks are added")
        .required();
    command.footer("Your kernels and your progress are in the folder; ./lab in it is the kit's.\n"
                   "Example: ./lab start ~/stencils");
    command.action([folder, &session] { run_start(*folder, session); });
}

} // namespace kit
