// ./lab analytics quiz: asks the exercises, or grades files of answers.
#include "analytics/commands/commands.hpp"

#include "analytics/commands/options.hpp"
#include "analytics/quiz/question.hpp"
#include "analytics/quiz/quiz_report.hpp"
#include "analytics/quiz/quiz_session.hpp"
#include "checker/base/errors.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <random>

namespace kit {

namespace {

struct QuizOptions {
    ExerciseOptions exercises;
    bool fresh = false;
    std::optional<std::int64_t> seed;
    std::vector<std::string> answers;
    bool paper = false; ///< --template
    bool any_convention = false;
    std::string format = "text";
};

/// Short, as seeds are read aloud in a class.
std::uint64_t any_seed() {
    constexpr std::uint64_t most = 9999;
    std::random_device device;
    return device() % most + 1;
}

QuizPlan plan_of(const QuizOptions& options) {
    QuizPlan plan;
    plan.ids = exercise_ids(options.exercises.id);
    plan.conventions = options.any_convention ? Conventions::any : Conventions::course;
    plan.sizes_chosen = options.exercises.has_sizes();
    if (options.seed && *options.seed < 0) {
        throw BadInput("--seed takes a whole number from 0, not {}.", *options.seed);
    }
    if (options.fresh || options.seed) {
        if (plan.sizes_chosen) {
            throw BadInput(
                "--fresh and --seed draw the sizes: they do not go with --grid, --block, "
                "--planes, --order and --type.");
        }
        plan.seed = options.seed ? static_cast<std::uint64_t>(*options.seed) : any_seed();
        plan.sizes = fresh_sizes(*plan.seed);
    } else {
        plan.sizes = sizes_of(options.exercises);
    }
    return plan;
}

/// The words after "./lab analytics quiz" that ask the same again.
std::string choice_text(const QuizOptions& options, const QuizPlan& plan) {
    const ExerciseOptions& typed = options.exercises;
    std::string text = typed.id.empty() ? "" : " " + typed.id;
    const auto add = [&](const char* option, const auto& value) {
        if (value) {
            text += fmt::format(" {} {}", option, *value);
        }
    };
    add("--seed", plan.seed);
    add("--grid", typed.grid);
    add("--block", typed.block);
    add("--planes", typed.planes);
    add("--order", typed.order);
    add("--type", typed.type);
    text += options.any_convention ? " --any-convention" : "";
    return text;
}

/// Grades every file that can be read, then fails if one could not. True if all answers are right.
bool grade_files(const QuizOptions& options, const QuizPlan& plan) {
    const Format format = format_named(options.format);
    std::vector<GradedFile> graded;
    std::size_t refused = 0;
    for (const std::string& path : options.answers) {
        try {
            graded.push_back(grade(read_answers(path), plan));
        } catch (const BadInput& error) {
            if (options.answers.size() == 1) {
                throw;
            }
            fmt::print(stderr, "analytics: {}\n", error.what());
            ++refused;
        }
    }
    if (!graded.empty()) {
        std::fputs(graded_document(graded, format).c_str(), stdout);
    }
    if (refused > 0) {
        throw BadInput("{} of {} files of answers could not be graded.", refused,
                       options.answers.size());
    }
    return std::ranges::all_of(graded, [](const GradedFile& file) {
        return static_cast<std::size_t>(file.score()) == file.answers.size();
    });
}

bool ask(const QuizOptions& options, const QuizPlan& plan) {
    if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) {
        throw BadInput("The quiz asks its questions at a terminal. To answer in a file, print one "
                       "with --template and grade it with --answers FILE.");
    }
    if (options.format != "text") {
        throw BadInput("--format applies to --answers; at a terminal the quiz is text.");
    }
    if (plan.seed) {
        fmt::print("Fresh sizes; to get the same again: ./lab analytics quiz{}\n",
                   choice_text(options, plan));
        std::fflush(stdout);
    }
    return run_session(questions(plan), std::cin, std::cout).all_right;
}

bool run_quiz(const QuizOptions& options) {
    const QuizPlan plan = plan_of(options);
    if (options.paper) {
        if (!options.answers.empty() || options.format != "text") {
            throw BadInput("--template prints a file to fill in; it does not go with --answers and "
                           "--format.");
        }
        const std::string command =
            fmt::format("./lab analytics quiz{} --answers FILE", choice_text(options, plan));
        std::fputs(answers_template(plan, command).c_str(), stdout);
        return true;
    }
    return options.answers.empty() ? ask(options, plan) : grade_files(options, plan);
}

} // namespace

void add_quiz_command(CommandBuilder& app, Session& session) {
    const auto options = std::make_shared<QuizOptions>();
    CommandBuilder command = app.add_command(
        "quiz",
        "Ask the exercises and name the slip behind a wrong answer; grade files of answers");
    add_exercise_options(command, options->exercises);
    command.add_flag("--fresh", options->fresh, "Draw sizes that are in no textbook");
    command.add_option("--seed N", options->seed,
                       "Draw the sizes from this seed, the same for everyone");
    command.add_option("--answers FILE", options->answers,
                       "Grade these files instead of asking; several files give one row each");
    command.add_flag("--template", options->paper, "Print a file of answers to fill in");
    command.add_flag("--any-convention", options->any_convention,
                     "Exercise 2c: accept each way of counting, for questions that name none");
    add_format_option(command, options->format);
    command.footer("Exit code 0 if everything was answered right, 1 if not.\n"
                   "Example: a quiz on paper for a class, and its grades\n"
                   "  ./lab analytics quiz --seed 7 --template > answers.toml\n"
                   "  ./lab analytics quiz --seed 7 --answers answers/*.toml");
    command.action([options, &session] {
        session.exit = run_quiz(*options) ? exit_code::passed : exit_code::findings;
    });
}

} // namespace kit
