// ./lab compare: compares several labs' kernels on one grid.
#include "checker/catalog/catalog.hpp"
#include "checker/command_line/registry.hpp"
#include "checker/commands/run_options.hpp"
#include "checker/explore/exploration.hpp"

#include <unistd.h>

#include <memory>

namespace kit {

namespace {

struct CompareOptions {
    std::vector<std::string> labs;
    std::string grid;
    RunOptions run;
};

void run_compare(const CompareOptions& options, const Session& session) {
    StatusLine status(STDERR_FILENO);
    const Table table = compare_kernels(read_catalog(session.root), options.labs, options.grid,
                                        exploration_for(options.run, session), status);
    print_out(render({table}, format_named(options.run.format)));
}

void add_compare_command(CommandBuilder& app, Session& session) {
    auto options = std::make_shared<CompareOptions>();
    CommandBuilder command = app.add_command("compare", "Compare the kernels of several labs");
    command
        .add_option("LAB", options->labs,
                    "A lab, to run its reference solution, or LAB=FILE to run another kernel")
        .required();
    command.add_option("--grid", options->grid, "The grid: 120, or 120x64x33 (x first)")
        .type_name("GRID");
    add_run_options(command, options->run);
    command.footer("Example: the chapter's four kernels on its grid\n"
                   "  ./lab compare 4 5 6 7 --grid 120");
    command.action([options, &session] { run_compare(*options, session); });
}

const RegisteredCommand registered_compare(100, add_compare_command);

} // namespace

} // namespace kit
