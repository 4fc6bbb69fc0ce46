// Wires the commands together; the only place that catches exceptions.
#include "checker/commands/command.hpp"
#include "checker/commands/whole_definition.hpp"
#include "checker/model/errors.hpp"
#include "command_line/help_text.hpp"
#include "command_line/refusal.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>

namespace {

int run(int argc, char** argv) {
    kit::Session session;
    session.root = KIT_SOURCE_ROOT;
    CLI::App app(
        "A lab kit for stencil computation on GPUs: write kernels, have them checked on any "
        "machine.",
        "./lab");
    app.require_subcommand(1);
    command_line::use_help_text(app);
    app.set_version_flag("--version", KIT_VERSION, "Print the kit's version and exit");
    app.add_option("--root", session.root, "Folder with labs/ and solutions/ of your own")
        ->type_name("DIR")
        ->check(CLI::ExistingDirectory);
    kit::add_list_command(app, session);
    kit::add_check_command(app, session);
    kit::add_watch_command(app, session);
    kit::add_hint_command(app, session);
    kit::add_diff_command(app, session);
    kit::add_reset_command(app, session);
    kit::add_solution_command(app, session);
    kit::add_demo_command(app, session);
    kit::add_explore_command(app, session);
    kit::add_compare_command(app, session);
    kit::add_grade_command(app, session);
    kit::add_regrade_command(app, session);
    kit::add_autograder_command(app);
    kit::add_grade_task_command(app);
    kit::add_bench_command(app, session);
    kit::add_test_command(app);
    kit::add_completion_command(app, session);
    kit::add_man_command(app);
    // Last: a command without a footer of its own would take this one over.
    app.footer("Example: what there is to try first\n  ./lab demo");
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& request) {
        return app.exit(request); // --help and --version
    } catch (const CLI::ParseError& error) {
        fmt::print(stderr, "lab: {}\n", command_line::refusal(app, error, kit::other_programs()));
        return kit::exit_code::usage;
    }
    return session.exit;
}

} // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const kit::UsageError& error) {
        fmt::print(stderr, "lab: {}\n", error.what());
        return kit::exit_code::usage;
    } catch (const kit::KitError& error) {
        fmt::print(stderr, "lab: {}\n", error.what());
        return kit::exit_code::failure;
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "lab: out of memory: try a smaller --grid\n");
        return kit::exit_code::failure;
    } catch (const std::exception& error) {
        fmt::print(stderr, "lab: an error of the kit's own: {}\n", error.what());
        return kit::exit_code::failure;
    }
}
