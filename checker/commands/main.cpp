// Wires the commands together; the only place that catches exceptions.
#include "checker/commands/command.hpp"
#include "checker/commands/whole_definition.hpp"
#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>

namespace {

int run(int argc, char** argv) {
    kit::Session session;
    session.root = KIT_SOURCE_ROOT;
    command_line::Application app(
        "./lab",
        "A lab kit for stencil computation on GPUs: write kernels, have them checked on any "
        "machine.");
    app.add_version_flag(KIT_VERSION, "Print the kit's version and exit");
    app.add_option("--root", session.root, "Folder with labs/ and solutions/ of your own")
        .type_name("DIR")
        .existing_folder();
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
    app.footer("Example: what there is to try first\n  ./lab demo");
    const bool has_run = app.parse(argc, argv, kit::other_programs());
    return has_run ? session.exit : kit::exit_code::passed;
}

} // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const command_line::Refused& error) {
        fmt::print(stderr, "lab: {}\n", error.what());
        return kit::exit_code::usage;
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
