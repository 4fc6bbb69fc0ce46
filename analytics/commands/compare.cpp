// ./lab analytics compare: kernels, sizes and GPUs side by side, or one figure over a range of sizes.
#include "analytics/commands/commands.hpp"

#include "analytics/commands/compared_kernels.hpp"
#include "analytics/commands/options.hpp"
#include "analytics/count/gpu.hpp"
#include "analytics/count/occupancy.hpp"
#include "analytics/count/quantity.hpp"
#include "analytics/count/roofline.hpp"
#include "analytics/count/traffic.hpp"
#include "checker/base/chart.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/table.hpp"
#include "checker/base/whole_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace kit {

namespace {

struct CompareOptions {
    std::vector<std::string> kernels; ///< empty: all that can do the sweep
    KernelOptions kernel;             ///< its grid, block and order may be several
    std::string gpus;                 ///< several, with commas between
    std::string figure;
    std::string plot; ///< a file's name
};

/// A row of the comparison, with a cell for each column.
struct Row {
    std::string key;
    std::string heading;
    std::vector<TableCell> cells;
};

using CellOf = std::function<TableCell(const Compared&)>;

TableCell count_cell(const Quantity& count) {
    return count.digits == 0 && count.value.is_integer() ? TableCell(count.value.numerator())
                                                         : TableCell(count.value, count.digits);
}

std::vector<Row> rows_of(const ComparedKernels& comparison, const std::vector<Gpu>& gpus) {
    std::vector<Row> rows;
    const auto add = [&](std::string key, std::string heading, const CellOf& cell) {
        std::ranges::replace(key, '-', '_');
        Row& row = rows.emplace_back(Row{std::move(key), std::move(heading), {}});
        for (const Compared& each : comparison.columns) {
            row.cells.push_back(cell(each));
        }
    };
    add("block", "block", [](const Compared& each) {
        return TableCell(shape_text(each.model.block, block_axes(each.model)));
    });
    add("output_tile", "output tile", [](const Compared& each) {
        return TableCell(shape_text(each.counts.tile.output, each.model.stencil.axes));
    });
    add("input_tile", "input tile", [](const Compared& each) {
        // A basic kernel has no tile that holds a halo.
        return each.model.family == KernelFamily::basic
                   ? TableCell("none")
                   : TableCell(shape_text(each.counts.tile.input, each.model.stencil.axes));
    });
    for (const Quantity& quantity : quantities({})) {
        if (quantity.compared) {
            add(std::string(quantity.name), std::string(quantity.heading),
                [&](const Compared& each) {
                    return count_cell(quantity_named(each.counts, quantity.name));
                });
        }
    }
    for (const Gpu& gpu : gpus) {
        add(gpu.name + "_occupancy", gpu.name + ": occupancy, %", [&](const Compared& each) {
            try {
                check_fit(each.model, gpu);
            } catch (const BadInput&) {
                return TableCell("too large");
            }
            const Occupancy result =
                occupancy({each.counts.threads_per_block, each.counts.shared_bytes_per_block, {}},
                          gpu.capability);
            return TableCell(result.share * Rational(100), 1);
        });
        const auto add_time = [&](const char* key, const char* heading, bool is_least) {
            add(gpu.name + key, gpu.name + heading, [&](const Compared& each) {
                const std::int64_t bytes =
                    is_least ? least_traffic(each.model).bytes
                             : checked_add(each.counts.load_bytes, each.counts.store_bytes);
                const auto time =
                    roofline(bytes, each.counts.operations.fused, peak_rate(gpu, each.model), gpu)
                        .least_time;
                return time ? TableCell(*time * Rational(1, 1000), 1) : TableCell("unknown");
            });
        };
        add_time("_microseconds", ": µs, every access", false);
        add_time("_least_microseconds", ": µs, each cell once", true);
    }
    return rows;
}

/// For programs: a row for each kernel.
Table flat_table(const ComparedKernels& comparison, const std::vector<Row>& rows) {
    Table table{"kernels", "", columns("kernel | cells | order >")};
    for (const Compared& each : comparison.columns) {
        const Stencil& stencil = each.model.stencil;
        table.rows.push_back(
            {each.family, shape_text(each.model.grid, stencil.axes), std::int64_t{stencil.order}});
    }
    for (const Row& row : rows) {
        table.columns.push_back({row.key, row.heading});
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            table.rows[i].push_back(row.cells[i]);
        }
    }
    return table;
}

/// For readers: a row for each figure. Two or three kernels have their ratios to the first beside them.
std::vector<Table> reader_tables(const ComparedKernels& comparison, const std::vector<Row>& rows) {
    constexpr std::size_t most_columns = 5; // what a terminal's line holds
    const std::size_t count = comparison.columns.size();
    std::vector<Table> tables;
    for (std::size_t first = 0; first < count; first += most_columns) {
        Table& table = tables.emplace_back(Table{"kernels", "", {{"figure", "", false}}});
        const std::size_t end = std::min(count, first + most_columns);
        for (std::size_t i = first; i < end; ++i) {
            std::string heading = comparison.columns[i].name;
            std::ranges::replace(heading, '-', ' '); // where it may be broken
            table.columns.push_back({comparison.columns[i].name, std::move(heading)});
            if (count <= 3 && i > 0) {
                table.columns.push_back({"ratio", "ratio"});
            }
        }
        for (const Row& row : rows) {
            auto& cells = table.rows.emplace_back();
            cells.emplace_back(row.heading);
            for (std::size_t i = first; i < end; ++i) {
                cells.push_back(row.cells[i]);
                if (count <= 3 && i > 0) {
                    const auto& base = row.cells.front().value;
                    const auto& value = row.cells[i].value;
                    cells.push_back(base && value && !(*base == Rational(0))
                                        ? TableCell(*value / *base, 2)
                                        : TableCell(""));
                }
            }
        }
    }
    return tables;
}

std::vector<std::string> notes_of(const ComparedKernels& comparison) {
    std::vector<std::string> notes;
    for (const Compared& each : comparison.columns) {
        std::vector<std::string> own = block_count_notes(each.model, each.counts);
        own.push_back(launch_limit_note(each.model, each.counts));
        own.push_back(shared_memory_note(each.counts));
        for (const std::string& note : own) {
            if (!note.empty()) {
                notes.push_back(fmt::format("{}: {}", each.name, note));
            }
        }
    }
    notes.insert(notes.end(), comparison.notes.begin(), comparison.notes.end());
    const Intensity& bound = comparison.columns.front().counts.upper_bound;
    if (std::ranges::all_of(comparison.columns, [&](const Compared& each) {
            return each.counts.upper_bound.fused.loads_only == bound.fused.loads_only;
        })) {
        notes.push_back(
            fmt::format("A kernel that loads every element once, and stores it once, has "
                        "{}, {}, {} and {} OP/B.",
                        bound.separate.loads_only.decimal(ratio_digits),
                        bound.separate.loads_and_stores.decimal(ratio_digits),
                        bound.fused.loads_only.decimal(ratio_digits),
                        bound.fused.loads_and_stores.decimal(ratio_digits)));
    }
    notes.emplace_back("Halo, loads of a block: away from the grid's edge. Reuse: the basic "
                       "kernel's loads for the same points, over this kernel's loads.");
    return notes;
}

/// One figure of each kernel over the sizes that differ.
Table series_table(const ComparedKernels& comparison, const Choices& choices,
                   const std::string& figure, Chart& chart) {
    const Varied& size = *choices.differ.front();
    const std::string heading(quantity_named({}, figure).heading);
    Table table{"series", heading, {{std::string(size.heading), std::string(size.heading)}}};
    chart.title = heading;
    chart.x_label = size.heading;
    chart.y_label = heading;
    for (const KernelOptions& choice : choices.all) {
        table.rows.push_back({*(choice.*size.size)});
    }
    for (const Compared& each : comparison.columns) {
        if (chart.series.empty() || chart.series.back().name != each.family) {
            chart.series.push_back({each.family, {}});
            table.columns.push_back({each.family, each.family});
        }
        const Quantity count = quantity_named(each.counts, figure);
        const auto row = std::ranges::find_if(table.rows, [&](const auto& cells) {
            return cells.front().text == each.sizes.front();
        });
        row->resize(table.columns.size());
        row->back() = count_cell(count);
        chart.series.back().points.emplace_back(std::strtod(each.sizes.front().c_str(), nullptr),
                                                count.value.approximate());
    }
    std::erase_if(table.rows, [](const auto& cells) { return cells.size() == 1; });
    for (auto& row : table.rows) {
        row.resize(table.columns.size());
        const std::int64_t number = std::strtoll(row.front().text.c_str(), nullptr, 10);
        row.front() = std::to_string(number) == row.front().text ? TableCell(number) : row.front();
    }
    return table;
}

void write_plot(const std::string& name, const std::string& svg) {
    if (const int error = try_write_file(name, svg)) {
        const std::string what =
            fmt::format("The plot cannot be written to '{}': {}.", name, std::strerror(error));
        if (error == ENOSPC) {
            throw std::runtime_error(what);
        }
        throw BadInput(what);
    }
    fmt::print(stderr, "The plot is in {}.\n", name);
}

/// What all columns have in common.
std::string title_of(const ComparedKernels& comparison, const Choices& choices,
                     const CompareOptions& options) {
    std::string title = options.kernels.size() == 1 ? options.kernels.front() + ": " : "";
    if (choices.differ.empty()) {
        return title + setting(comparison.columns.front().model, options.kernel);
    }
    std::vector<std::string> differ;
    for (const Varied* const size : choices.differ) {
        differ.emplace_back(size->heading);
    }
    return fmt::format("{}by {}, {} on {} axes, {}", title, join(differ, ", ", " and "),
                       options.kernel.shape, comparison.columns.front().model.stencil.axes,
                       options.kernel.type);
}

void run_compare(CompareOptions options) {
    const Format format = format_named(options.kernel.format);
    const Choices choices = choices_of(options.kernel);
    options.figure =
        options.figure.empty() && !options.plot.empty() ? "op-per-byte" : options.figure;
    const bool is_series = !options.figure.empty();
    if (is_series && choices.differ.size() != 1) {
        throw BadInput("--figure and --plot follow one range: --block 4:32, --grid 60:240:20 or "
                       "--order 1:4.");
    }
    std::vector<Gpu> gpus;
    for (const std::string& name :
         options.gpus.empty() ? std::vector<std::string>{} : values_of("--gpu", 1, options.gpus)) {
        gpus.push_back(gpu_named(known_gpus(), name));
    }
    const ComparedKernels comparison =
        comparison_of(options.kernels, options.kernel, choices, is_series);
    Chart chart;
    std::vector<Table> tables;
    if (is_series) {
        tables = {series_table(comparison, choices, options.figure, chart)};
    } else {
        const std::vector<Row> rows = rows_of(comparison, gpus);
        tables = format == Format::json || format == Format::csv
                     ? std::vector<Table>{flat_table(comparison, rows)}
                     : reader_tables(comparison, rows);
    }
    const std::string title = title_of(comparison, choices, options);
    tables.front().title += (tables.front().title.empty() ? "" : ": ") + title;
    tables.back().notes = is_series ? comparison.notes : notes_of(comparison);
    if (!options.plot.empty()) {
        write_plot(options.plot, svg_chart(chart));
    }
    std::string text = render(tables, format);
    if (format == Format::text && tables.front().rows.size() > 1 && is_series) {
        text += "\n" + text_chart(chart, text_columns);
    }
    std::fputs(text.c_str(), stdout);
}

} // namespace

void add_analytics_compare_command(CommandBuilder& app, Session& /*session*/) {
    const auto options = std::make_shared<CompareOptions>();
    CommandBuilder command = app.add_command(
        "compare", "Show kernels, sizes and GPUs side by side, or a figure by size");
    command
        .add_option("KERNEL", options->kernels, "The kernels; default: all that can do the sweep")
        .offers(kernel_names());
    add_kernel_options(command, options->kernel);
    command.add_option("--gpu GPUS", options->gpus, "Also on these GPUs: T4,H200")
        .offers(gpu_names);
    command
        .add_option("--figure FIGURE", options->figure,
                    "Only this figure, over the one option that has several sizes, with a chart")
        .offers(quantity_names());
    command.add_option("--plot FILE", options->plot, "Also draw the chart as an SVG file");
    command.footer(
        "--grid, --block and --order take several sizes: 8,16 or 4:32, or 60:240:20 with "
        "a step.\n"
        "Example: two tiles on two GPUs\n"
        "  ./lab analytics compare tiled --block 8,10 --gpu T4,H200\n"
        "Example: how much of a tile is halo\n"
        "  ./lab analytics compare tiled --block 4:32 --figure halo-share");
    command.action([options] { run_compare(*options); });
}

} // namespace kit
