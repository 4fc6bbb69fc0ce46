// ./lab analytics gpus: the GPUs that the kit knows.
#include "analytics/commands/commands.hpp"

#include "analytics/commands/options.hpp"
#include "analytics/count/gpu.hpp"
#include "analytics/tables/kernel_tables.hpp"

#include <cstdio>
#include <memory>

namespace kit {

namespace {

struct GpusOptions {
    std::string name; ///< empty for all
    std::string format = "text";
};

/// Turns the last column, which few rows use, into notes.
void notes_below(Table& table) {
    table.columns.pop_back();
    for (auto& row : table.rows) {
        if (!row.back().text.empty()) {
            table.notes.push_back(row.front().text + ": " + row.back().text + ".");
        }
        row.pop_back();
    }
}

/// In a terminal and on paper sources are notes below the tables, where addresses stay whole.
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

void run_gpus(const GpusOptions& options) {
    const Format format = format_named(options.format);
    const GpuData& data = known_gpus();
    std::vector<Table> tables = options.name.empty()
                                    ? gpu_list_tables(data)
                                    : gpu_number_tables(data, gpu_named(data, options.name));
    if (options.name.empty() && (format == Format::json || format == Format::csv)) {
        tables.push_back(all_numbers_table(data));
    }
    if (format == Format::text) {
        sources_as_notes(tables);
    }
    std::fputs(render(tables, format).c_str(), stdout);
}

} // namespace

void add_gpus_command(CommandBuilder& app, Session& /*session*/) {
    const auto options = std::make_shared<GpusOptions>();
    CommandBuilder command =
        app.add_command("gpus", "List the GPUs that are known, with the source of each figure");
    command.add_option("GPU", options->name, "Every figure of this GPU, instead of the list")
        .offers(gpu_names);
    add_format_option(command, options->format);
    command.footer("The figures are in analytics/data/gpus.toml; add a GPU there.\n"
                   "Example: every figure of one GPU\n"
                   "  ./lab analytics gpus H200");
    command.action([options] { run_gpus(*options); });
}

} // namespace kit
