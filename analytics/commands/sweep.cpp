// ./lab analytics sweep: one quantity through a range of sizes.
#include "analytics/commands/options.hpp"
#include "analytics/count/quantity.hpp"
#include "analytics/count/traffic.hpp"
#include "analytics/count/typed_sizes.hpp"
#include "checker/base/chart.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/table.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/command_line/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace kit {

namespace {

/// A size that can differ from sample to sample.
struct Varied {
    std::string_view option;
    std::string_view label;
    std::optional<std::string> KernelOptions::*size;
    std::int64_t least;
};

constexpr Varied varied_tile{"--tile", "block's side, threads", &KernelOptions::block, 1};
constexpr Varied varied_grid{"--grid", "grid's side, cells", &KernelOptions::grid, 1};
constexpr Varied varied_order{"--order", "order", &KernelOptions::order, 0};

struct SeriesOptions {
    std::string family = "tiled";
    std::string quantity = "op-per-byte";
    std::optional<std::string> tile; ///< a range
    std::optional<std::string> plot; ///< a file's name
    KernelOptions kernel;            ///< its grid or its order may be a range
};

struct Range {
    const Varied* varied;
    std::vector<std::int64_t> sizes;
};

struct Sample {
    std::int64_t size = 0;
    Rational value;
};

/// The sizes of the range that make a kernel, and why the others do not.
struct SizeSeries {
    KernelModel model; ///< of the first sample
    std::vector<Sample> samples;
    std::vector<std::string> notes;
};

bool is_range(const std::optional<std::string>& text) {
    return text && text->find_first_of(":,") != std::string::npos && !is_grouped_number(*text);
}

Range read_range_of(const Varied& varied, const std::string& text) {
    std::vector<std::int64_t> sizes = read_range({.option = std::string(varied.option),
                                                  .least = varied.least,
                                                  .growth = Growth::by_one,
                                                  .most_sizes = 1000},
                                                 text);
    std::sort(sizes.begin(), sizes.end());
    return {&varied, std::move(sizes)};
}

Range range_of(const SeriesOptions& options) {
    const int ranges = (options.tile ? 1 : 0) + (is_range(options.kernel.grid) ? 1 : 0) +
                       (is_range(options.kernel.order) ? 1 : 0);
    if (ranges != 1) {
        throw BadInput(fmt::format("A sweep takes exactly one range, not {}: --tile 4:32, --grid "
                                   "60:240:20 or --order 1:4.",
                                   ranges == 0 ? "none" : std::to_string(ranges)));
    }
    if (options.tile) {
        if (options.kernel.block) {
            throw BadInput("--tile sets the block's side; it cannot be combined with --block.");
        }
        if (!is_range(options.tile)) {
            throw BadInput(
                fmt::format("--tile takes a range such as 4:32, or 60:240:20 with a step, "
                            "not '{}', which is one size.",
                            *options.tile));
        }
        return read_range_of(varied_tile, *options.tile);
    }
    if (is_range(options.kernel.order)) {
        return read_range_of(varied_order, *options.kernel.order);
    }
    return read_range_of(varied_grid, *options.kernel.grid);
}

/// Throws BadInput where the tile is too large, so that the series ends there.
Traffic counts_of(const KernelModel& model) {
    Traffic counts = traffic(model);
    if (const std::string note = shared_memory_note(counts); !note.empty()) {
        throw BadInput(note);
    }
    return counts;
}

SizeSeries series_of(const SeriesOptions& options, const Range& range, KernelFamily family,
                     const Quantity& quantity) {
    SizeSeries result;
    std::string refusal;
    KernelOptions kernel = options.kernel;
    for (const std::int64_t size : range.sizes) {
        try {
            kernel.*range.varied->size = std::to_string(size);
            const KernelModel model = model_of(kernel, family);
            const Rational value = quantity.of(counts_of(model));
            if (result.samples.empty()) {
                result.model = model;
                if (!refusal.empty()) {
                    result.notes.push_back(
                        fmt::format("Sizes below {} are left out. {}", thousands(size), refusal));
                }
            }
            result.samples.push_back({size, value});
        } catch (const BadInput& error) {
            refusal = error.what();
            if (!result.samples.empty()) {
                result.notes.push_back(
                    fmt::format("The sweep ends before {}. {}", thousands(size), refusal));
                return result;
            }
        }
    }
    if (result.samples.empty()) {
        throw BadInput(refusal);
    }
    return result;
}

/// What stays the same throughout the series.
std::string title(const SeriesOptions& options, const Varied& varied, const KernelModel& model) {
    const int axes = model.stencil.axes;
    std::string text(typed_name(model.family));
    text += &varied == &varied_order
                ? fmt::format(", {} on {} axes", options.kernel.shape, axes)
                : fmt::format(", {}-point {} of order {}", thousands(points(model.stencil)),
                              options.kernel.shape, model.stencil.order);
    if (&varied != &varied_grid) {
        text += fmt::format(", {} cells", shape_text(model.grid, axes));
    }
    if (&varied != &varied_tile) {
        text += fmt::format(", {} threads", shape_text(model.block, block_axes(model)));
    }
    return text + ", " + options.kernel.type;
}

Table table_of(const SizeSeries& result, const Chart& chart, const Range& range,
               const Quantity& quantity) {
    Table table{"sweep",
                chart.title,
                {{std::string(range.varied->option.substr(2)), chart.x_label},
                 {std::string(quantity.name), chart.y_label}}};
    for (const Sample& sample : result.samples) {
        table.rows.push_back({sample.size, TableCell(sample.value, quantity.digits)});
        if (sample.value.is_integer() && quantity.digits == 0) {
            table.rows.back()[1] = sample.value.numerator();
        }
    }
    table.notes = result.notes;
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

void run_sweep(const SeriesOptions& options) {
    const Format format = format_named(options.kernel.format);
    const KernelFamily family = family_named(options.family);
    const Quantity& quantity = quantity_named(options.quantity);
    const Range range = range_of(options);
    const SizeSeries result = series_of(options, range, family, quantity);
    Chart chart{.title = title(options, *range.varied, result.model),
                .x_label = std::string(range.varied->label),
                .y_label = std::string(quantity.heading),
                .series = {{"", {}}}};
    for (const Sample& sample : result.samples) {
        chart.series.front().points.emplace_back(static_cast<double>(sample.size),
                                                 sample.value.approximate());
    }
    if (options.plot) {
        write_plot(*options.plot, svg_chart(chart));
    }
    std::string text = render({table_of(result, chart, range, quantity)}, format);
    if (format == Format::text && result.samples.size() > 1) {
        text += "\n" + text_chart(chart, text_columns);
    }
    std::fputs(text.c_str(), stdout);
}

std::vector<std::string> quantity_names() {
    std::vector<std::string> names;
    for (const Quantity& quantity : quantities()) {
        names.emplace_back(quantity.name);
    }
    return names;
}

void add_sweep_command(CommandBuilder& app, Session& /*session*/) {
    const auto options = std::make_shared<SeriesOptions>();
    CommandBuilder command =
        app.add_command("sweep", "Show a figure over a range of tiles, grids or orders");
    command.add_option("KERNEL", options->family, "The kernel")
        .offers(kernel_names())
        .shows_default();
    command
        .add_option("--tile", options->tile,
                    "The block's side, a range: 4:32, or 8:32:8 with a step; --grid and --order "
                    "take ranges too")
        .type_name("RANGE");
    command.add_option("--figure", options->quantity, "What to follow")
        .type_name("FIGURE")
        .offers(quantity_names())
        .shows_default();
    command.add_option("--plot", options->plot, "Also draw the plot as an SVG file")
        .type_name("FILE");
    add_kernel_options(command, options->kernel);
    command.footer("Example: how much of a tile is halo\n"
                   "  ./lab analytics sweep tiled --tile 4:32 --figure halo-share");
    command.action([options] { run_sweep(*options); });
}

const RegisteredCommand registered_sweep(50, add_sweep_command, "analytics");

} // namespace

} // namespace kit
