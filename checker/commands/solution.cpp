// ./lab solution: shows the reference solution, once the student has passed the lab.
#include "checker/commands/commands.hpp"

#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/lab_argument.hpp"
#include "checker/commands/course.hpp"

#include <fmt/format.h>

#include <memory>
#include <vector>

namespace kit {

namespace {

void run_solution(const std::string& name, bool spoil, Session& session) {
    const std::vector<Lab> labs = labs_of(session);
    const Lab& lab = own_lab(labs, name);
    if (!spoil && !progress_of(read_progress(session), lab.id).passed()) {
        say(fmt::format(
            "Lab {0} has not passed yet. For help, use ./lab hint {1}. Once ./lab check {1} "
            "passes, this shows the solution; --spoil shows it now.",
            lab.id, lab.number));
        session.exit = exit_code::findings;
        return;
    }
    fmt::print("{}", read_file(solution_of(lab)));
}

} // namespace

void add_solution_command(CommandBuilder& app, Session& session) {
    struct SolutionOptions {
        std::string lab;
        bool spoil = false;
    };

    auto options = std::make_shared<SolutionOptions>();
    CommandBuilder command =
        app.add_command("solution", "Show the reference solution of a lab that you have passed");
    command.add_option("LAB", options->lab, lab_help).required();
    command.add_flag("--spoil", options->spoil, "Show it even if the lab has not passed");
    command.footer("Exit code 1 if the lab has not passed yet.\nExample: ./lab solution 5");
    command.action([options, &session] { run_solution(options->lab, options->spoil, session); });
}

} // namespace kit
