// ./lab solution: the reference solution, once the student has one.
#include "checker/catalog/catalog.hpp"
#include "checker/commands/command.hpp"
#include "checker/commands/course.hpp"

#include <fmt/format.h>

#include <memory>

namespace kit {

namespace {

void run(const std::string& name, bool spoil, Session& session) {
    const std::vector<Lab> labs = read_catalog(session.root);
    const Lab& lab = find_lab(labs, name);
    if (!spoil && !progress_of(read_progress(session), lab.id).passed()) {
        say(fmt::format("Lab {0} has not passed yet: ./lab hint {1} helps on, and once ./lab check "
                        "{1} passes the solution is shown; --spoil shows it now.",
                        lab.id, lab.number));
        session.exit = exit_code::findings;
        return;
    }
    fmt::print("{}", text_of_file(lab.solution));
}

} // namespace

void add_solution_command(command_line::CommandBuilder& app, Session& session) {
    struct Options {
        std::string lab;
        bool spoil = false;
    };

    auto options = std::make_shared<Options>();
    command_line::CommandBuilder command =
        app.add_command("solution", "The reference solution of a lab that you have passed");
    command.add_option("LAB", options->lab, "The lab: 5, 05 or 05-shared-memory-tiling").required();
    command.add_flag("--spoil", options->spoil, "Show it although the lab has not passed");
    command.footer("Exit code 1 where the lab has not passed yet.\nExample: ./lab solution 5");
    command.action([options, &session] { run(options->lab, options->spoil, session); });
}

} // namespace kit
