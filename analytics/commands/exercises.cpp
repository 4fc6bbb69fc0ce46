#include "analytics/commands/exercises.hpp"

#include "analytics/commands/exercise_options.hpp"
#include "analytics/commands/options.hpp"
#include "analytics/exercises.hpp"
#include "analytics/report/exercises_report.hpp"
#include "command_line/application.hpp"

#include <cstdio>
#include <memory>

namespace analytics {

namespace {

struct Options {
    ExerciseOptions exercises;
    std::string format = "text";
};

void run(const Options& options) {
    std::vector<Exercise> chosen;
    const Format format = format_named(options.format);
    const ExerciseSizes sizes = sizes_of(options.exercises);
    for (const std::string& id : exercise_ids(options.exercises.id)) {
        chosen.push_back(exercise(id, sizes));
    }
    std::fputs(exercises_document(chosen, format).c_str(), stdout);
}

} // namespace

void add_exercises_command(command_line::CommandBuilder& app) {
    const auto options = std::make_shared<Options>();
    command_line::CommandBuilder command = app.add_command(
        "exercises", "Answer the chapter's exercises 1 and 2 for any sizes, step by step");
    add_exercise_options(command, options->exercises);
    add_format_option(command, options->format);
    command.footer("Example: a grid on which the textbook's count of blocks is one short\n"
                   "  ./lab analytics exercises 1c --grid 122 --block 8");
    command.action([options] { run(*options); });
}

} // namespace analytics
