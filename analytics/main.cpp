// kit-analytics: the command line of the library, started by ./lab analytics.
#include "analytics/commands/chapter.hpp"
#include "analytics/commands/compare.hpp"
#include "analytics/commands/errata.hpp"
#include "analytics/commands/exercises.hpp"
#include "analytics/commands/gpus.hpp"
#include "analytics/commands/kernel.hpp"
#include "analytics/commands/quiz.hpp"
#include "analytics/commands/sweep.hpp"
#include "analytics/errors.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

namespace {

// The exit codes that the whole kit uses.
constexpr int passed = 0;
constexpr int not_passed = 1;
constexpr int wrong_usage = 2;
constexpr int kit_failed = 3;

int run(int argc, char** argv) {
    CLI::App app{"Counts what the chapter counts: points, blocks, bytes and operations, exactly.",
                 "./lab analytics"};
    app.footer("Example: exercise 1 on another grid\n  ./lab analytics exercises 1 --grid 122");
    app.require_subcommand(0, 1);
    bool not_all_right = false;
    analytics::add_exercises_command(app);
    analytics::add_quiz_command(app, not_all_right);
    analytics::add_kernel_command(app);
    analytics::add_compare_command(app);
    analytics::add_sweep_command(app);
    analytics::add_chapter_command(app);
    analytics::add_errata_command(app);
    analytics::add_gpus_command(app);
    try {
        app.parse(argc, argv);
        if (app.get_subcommands().empty()) {
            std::string names;
            for (const CLI::App* command : app.get_subcommands({})) {
                names += (names.empty() ? "" : ", ") + command->get_name();
            }
            throw analytics::BadInput("A command is missing; there are: " + names + ".");
        }
    } catch (const CLI::CallForHelp& help) {
        return app.exit(help);
    }
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        throw std::runtime_error("The results could not be written to standard output.");
    }
    return not_all_right ? not_passed : passed;
}

int report(const std::string& sentence, int code) {
    fmt::print(stderr, "analytics: {}\n", sentence);
    return code;
}

} // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const analytics::BadInput& error) {
        return report(error.what(), wrong_usage);
    } catch (const CLI::ParseError& error) {
        return report(std::string(error.what()) + ". See ./lab analytics --help.", wrong_usage);
    } catch (const std::exception& error) {
        return report(error.what(), kit_failed);
    }
}
