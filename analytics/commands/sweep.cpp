#include "analytics/commands/sweep.hpp"

#include "analytics/block_notes.hpp"
#include "analytics/commands/kernel_options.hpp"
#include "analytics/commands/sweep_range.hpp"
#include "analytics/errors.hpp"
#include "analytics/figure.hpp"
#include "analytics/notation.hpp"
#include "analytics/report/plot.hpp"
#include "analytics/report/table.hpp"
#include "command_line/application.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <stdexcept>

namespace analytics {

namespace {

/// The size that a sweep goes through.
enum class Swept { tile, grid, order };

struct Options {
    std::string family = "tiled";
    std::string figure = "op-per-byte";
    std::optional<std::string> tile; ///< a range
    std::optional<std::string> plot; ///< a file's name
    KernelOptions kernel;            ///< its grid or its order may be a range
};

struct Range {
    Swept swept = Swept::tile;
    std::string option;
    std::vector<std::int64_t> sizes;
};

struct Sample {
    std::int64_t size = 0;
    Rational value;
};

/// What a range gave: the sizes that make a kernel, and why the others do not.
struct Sweep {
    KernelModel model; ///< of the first sample
    std::vector<Sample> samples;
    std::vector<std::string> notes;
};

bool is_range(const std::optional<std::string>& text) {
    return text && text->find(':') != std::string::npos;
}

Range range_of(const Options& options) {
    const int ranges = (options.tile ? 1 : 0) + (is_range(options.kernel.grid) ? 1 : 0) +
                       (is_range(options.kernel.order) ? 1 : 0);
    if (ranges != 1) {
        throw BadInput(fmt::format("A sweep takes exactly one range, not {}: --tile 4:32, --grid "
                                   "60:240:20 or --order 1:4.",
                                   ranges == 0 ? "none" : std::to_string(ranges)));
    }
    if (options.tile) {
        if (options.kernel.block) {
            throw BadInput("--tile is the block's side; --block has no part beside it.");
        }
        return {Swept::tile, "--tile", parse_range("--tile", *options.tile)};
    }
    if (is_range(options.kernel.order)) {
        return {Swept::order, "--order", parse_range("--order", *options.kernel.order, 0)};
    }
    return {Swept::grid, "--grid", parse_range("--grid", *options.kernel.grid)};
}

KernelOptions with_size(const Options& options, Swept swept, std::int64_t size) {
    KernelOptions kernel = options.kernel;
    switch (swept) {
    case Swept::tile: kernel.block = std::to_string(size); break;
    case Swept::grid: kernel.grid = std::to_string(size); break;
    case Swept::order: kernel.order = std::to_string(size); break;
    }
    return kernel;
}

/// Throws BadInput where the tile is too large, so that a sweep ends there.
Traffic counts_of(const KernelModel& model) {
    Traffic counts = traffic(model);
    if (const std::string note = shared_memory_note(counts); !note.empty()) {
        throw BadInput(note);
    }
    return counts;
}

Sweep sweep(const Options& options, const Range& range, Family family, const Figure& figure) {
    Sweep result;
    std::string refusal;
    for (const std::int64_t size : range.sizes) {
        try {
            const KernelModel model = model_of(with_size(options, range.swept, size), family);
            const Rational value = figure.of(counts_of(model));
            if (result.samples.empty()) {
                result.model = model;
                if (!refusal.empty()) {
                    result.notes.push_back(
                        fmt::format("Sizes below {} are left out. {}", grouped(size), refusal));
                }
            }
            result.samples.push_back({size, value});
        } catch (const BadInput& error) {
            refusal = error.what();
            if (!result.samples.empty()) {
                result.notes.push_back(
                    fmt::format("The sweep ends before {}. {}", grouped(size), refusal));
                return result;
            }
        }
    }
    if (result.samples.empty()) {
        throw BadInput(refusal);
    }
    return result;
}

/// What stays the same throughout the sweep.
std::string title(const Options& options, Swept swept, const KernelModel& model) {
    const int axes = model.stencil.axes;
    std::string text(typed_name(model.family));
    text += swept == Swept::order
                ? fmt::format(", {} on {} axes", options.kernel.shape, axes)
                : fmt::format(", {}-point {} of order {}", grouped(points(model.stencil)),
                              options.kernel.shape, model.stencil.order);
    if (swept != Swept::grid) {
        text += fmt::format(", {} cells", shape_text(model.grid, axes));
    }
    if (swept != Swept::tile) {
        text += fmt::format(", {} threads", shape_text(model.block, block_axes(model)));
    }
    return text + ", " + options.kernel.type;
}

std::string size_label(Swept swept) {
    switch (swept) {
    case Swept::tile: return "block's side, threads";
    case Swept::grid: return "grid's side, cells";
    case Swept::order: return "order";
    }
    return "";
}

Table table_of(const Sweep& result, const Plot& plot, const Range& range, const Figure& figure) {
    Table table;
    table.key = "sweep";
    table.title = plot.title;
    table.columns = {{range.option.substr(2), plot.x_label},
                     {std::string(figure.name), plot.y_label}};
    for (const Sample& sample : result.samples) {
        table.rows.push_back({sample.size, Cell(sample.value, figure.digits)});
        if (sample.value.is_integer() && figure.digits == 0) {
            table.rows.back()[1] = sample.value.numerator();
        }
    }
    table.notes = result.notes;
    return table;
}

void write_plot(const std::string& name, const std::string& svg) {
    std::ofstream file(name, std::ios::binary);
    if (!file) {
        throw BadInput(
            fmt::format("The plot cannot be written to '{}': {}.", name, std::strerror(errno)));
    }
    file << svg << std::flush;
    if (!file) {
        throw std::runtime_error(
            fmt::format("The plot could not be written to '{}'; is the disk full?", name));
    }
    fmt::print(stderr, "The plot is in {}.\n", name);
}

void run(const Options& options) {
    const Format format = format_named(options.kernel.format);
    const Family family = family_named(options.family);
    const Figure& figure = figure_named(options.figure);
    const Range range = range_of(options);
    const Sweep result = sweep(options, range, family, figure);
    Plot plot{title(options, range.swept, result.model),
              size_label(range.swept),
              std::string(figure.heading),
              {}};
    for (const Sample& sample : result.samples) {
        plot.points.push_back({sample.size, sample.value.approximate()});
    }
    if (options.plot) {
        write_plot(*options.plot, svg_plot(plot));
    }
    std::string text = render({table_of(result, plot, range, figure)}, format);
    if (format == Format::text && plot.points.size() > 1) {
        text += "\n" + text_plot(plot);
    }
    std::fputs(text.c_str(), stdout);
}

std::vector<std::string> figure_names() {
    std::vector<std::string> names;
    for (const Figure& figure : figures()) {
        names.emplace_back(figure.name);
    }
    return names;
}

} // namespace

void add_sweep_command(command_line::CommandBuilder& app) {
    const auto options = std::make_shared<Options>();
    command_line::CommandBuilder command =
        app.add_command("sweep", "Follow a figure through a range of tiles, grids or orders");
    command.add_option("KERNEL", options->family, "The kernel")
        .offers(kernel_names())
        .shows_default();
    command
        .add_option("--tile", options->tile,
                    "The block's side, a range: 4:32, or 8:32:8 with a step; --grid and --order "
                    "take ranges too")
        .type_name("RANGE");
    command.add_option("--figure", options->figure, "What to follow")
        .type_name("FIGURE")
        .offers(figure_names())
        .shows_default();
    command.add_option("--plot", options->plot, "Draw the plot, as an SVG file, too")
        .type_name("FILE");
    add_kernel_options(command, options->kernel);
    command.footer("Example: how much of a tile is halo\n"
                   "  ./lab analytics sweep tiled --tile 4:32 --figure halo-share");
    command.action([options] { run(*options); });
}

} // namespace analytics
