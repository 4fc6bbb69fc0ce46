// ./lab analytics exercises: the exercises of the chapter, answered step by step.
#include "analytics/commands/commands.hpp"

#include "analytics/commands/options.hpp"
#include "analytics/questions/exercises.hpp"
#include "analytics/questions/questions_report.hpp"

#include <cstdio>
#include <memory>

namespace kit {

namespace {

struct ExercisesOptions {
    ExerciseOptions exercises;
    std::string format = "text";
};

void run_exercises(const ExercisesOptions& options) {
    std::vector<Question> chosen;
    const Format format = format_named(options.format);
    const ExerciseSizes sizes = sizes_of(options.exercises);
    for (const std::string& id : exercise_ids(options.exercises.id)) {
        chosen.push_back(exercise(id, sizes));
    }
    std::fputs(questions_document(chosen, format).c_str(), stdout);
}

} // namespace

void add_exercises_command(CommandBuilder& app, Session& /*session*/) {
    const auto options = std::make_shared<ExercisesOptions>();
    CommandBuilder command = app.add_command(
        "exercises", "Answer the chapter's exercises 1 and 2 for any sizes, step by step");
    add_exercise_options(command, options->exercises);
    add_format_option(command, options->format);
    command.footer("Example: a grid on which the textbook's count of blocks is one short\n"
                   "  ./lab analytics exercises 1c --grid 122 --block 8");
    command.action([options] { run_exercises(*options); });
}

} // namespace kit
