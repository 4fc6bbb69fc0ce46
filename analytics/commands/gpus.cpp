#include "analytics/commands/gpus.hpp"

#include "analytics/commands/options.hpp"
#include "analytics/gpu.hpp"
#include "analytics/report/gpu_report.hpp"
#include "command_line/application.hpp"

#include <cstdio>
#include <memory>

namespace analytics {

namespace {

struct Options {
    std::string name; ///< empty for all
    std::string format = "text";
};

/// Takes the last column, which few rows have, out of the table: its words stand below.
void notes_below(Table& table) {
    table.columns.pop_back();
    for (auto& row : table.rows) {
        if (!row.back().text.empty()) {
            table.notes.push_back(row.front().text + ": " + row.back().text + ".");
        }
        row.pop_back();
    }
}

/// In a terminal and on paper a source stands below the tables: addresses do not break.
void sources_as_notes(std::vector<Table>& tables) {
    const Table sources = tables.back();
    tables.pop_back();
    if (tables.back().columns.back().key == "note") {
        notes_below(tables.back());
    }
    for (const auto& row : sources.rows) {
        tables.back().notes.push_back(row[0].text + ": " + row[1].text + ", " + row[2].text);
    }
}

void run(const Options& options) {
    const Format format = format_named(options.format);
    const GpuData data = known_gpus();
    std::vector<Table> tables = options.name.empty()
                                    ? gpu_list_tables(data)
                                    : gpu_figure_tables(data, gpu_named(data, options.name));
    if (options.name.empty() && (format == Format::json || format == Format::csv)) {
        tables.push_back(all_figures_table(data));
    }
    if (format == Format::text || format == Format::latex) {
        sources_as_notes(tables);
    }
    std::fputs(render(tables, format).c_str(), stdout);
}

} // namespace

void add_gpus_command(command_line::CommandBuilder& app) {
    const auto options = std::make_shared<Options>();
    command_line::CommandBuilder command =
        app.add_command("gpus", "List the GPUs that are known, with the source of each figure");
    command.add_option("GPU", options->name, "Every figure of this GPU, instead of the list")
        .offers(gpu_names);
    add_format_option(command, options->format);
    command.footer("The figures stand in analytics/data/gpus.toml; add a GPU there.\n"
                   "Example: every figure of one GPU\n"
                   "  ./lab analytics gpus H200");
    command.action([options] { run(*options); });
}

} // namespace analytics
