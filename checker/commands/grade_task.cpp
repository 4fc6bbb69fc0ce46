// ./lab grade-task: the command of the jobs of ./lab grade --executor slurm. Not for people, so hidden in the help.
#include "checker/command_line/registry.hpp"
#include "checker/grading/slurm/plan.hpp"

#include <memory>
#include <string>

namespace kit {

namespace {

void add_grade_task_command(CommandBuilder& app, Session& /*session*/) {
    struct GradeTaskOptions {
        std::string plan;
        std::size_t index = 0;
    };

    auto options = std::make_shared<GradeTaskOptions>();
    CommandBuilder command = app.add_command("grade-task", "Check one task of a plan");
    command.hide();
    command.add_option("PLAN", options->plan, "The plan that grade wrote").required();
    command.add_option("INDEX", options->index, "Which of its tasks, from 0").required();
    command.action([options] { run_planned_task(options->plan, options->index); });
}

const RegisteredCommand registered_grade_task(140, add_grade_task_command);

} // namespace

} // namespace kit
