// Wires the commands together; the only place that catches exceptions.
#include "checker/catalog/words.hpp"
#include "checker/commands/command.hpp"
#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>

namespace {

/// A word that is no command leaves CLI11 without one: then the word is what is wrong.
std::string explain_missing(const CLI::App& app, const CLI::RequiredError& error) {
    const std::vector<std::string> words = app.remaining();
    if (!app.get_subcommands().empty() || words.empty()) {
        return error.what();
    }
    std::vector<std::string> commands;
    for (const CLI::App* command : app.get_subcommands({})) {
        commands.push_back(command->get_name());
    }
    const auto meant = kit::nearest(words.front(), commands);
    return fmt::format("there is no command '{}'; {}", words.front(),
                       meant ? fmt::format("did you mean '{}'?", *meant)
                             : "the commands are: " + kit::listed(commands));
}

int run(int argc, char** argv) {
    kit::Session session;
    session.root = KIT_SOURCE_ROOT;
    CLI::App app(
        "A lab kit for stencil computation on GPUs: write kernels, have them checked on any "
        "machine.",
        "./lab");
    app.require_subcommand(1);
    app.set_version_flag("--version", KIT_VERSION);
    app.add_option("--root", session.root, "Folder with labs/ and solutions/ of your own")
        ->check(CLI::ExistingDirectory);
    app.footer("Try first: ./lab demo");
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
    kit::add_bench_command(app, session);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& request) {
        return app.exit(request); // --help and --version
    } catch (const CLI::RequiredError& error) {
        fmt::print(stderr, "lab: {}\nRun ./lab --help, or ./lab COMMAND --help.\n",
                   explain_missing(app, error));
        return kit::exit_code::usage;
    } catch (const CLI::ParseError& error) {
        fmt::print(stderr, "lab: {}\nRun ./lab --help, or ./lab COMMAND --help.\n", error.what());
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
