// What a job of ./lab grade --executor slurm runs; nobody types it, so no help names it.
#include "checker/commands/command.hpp"
#include "checker/grading/slurm/planned_task.hpp"

#include <memory>
#include <string>

namespace kit {

void add_grade_task_command(command_line::CommandBuilder& app) {
    struct Options {
        std::string plan;
        std::size_t index = 0;
    };

    auto options = std::make_shared<Options>();
    command_line::CommandBuilder command =
        app.add_command("grade-task", "Check one task of a plan");
    command.hide();
    command.add_option("PLAN", options->plan, "The plan that grade wrote").required();
    command.add_option("INDEX", options->index, "Which of its tasks, from 0").required();
    command.action([options] { run_planned_task(options->plan, options->index); });
}

} // namespace kit
