// Counts of the chapter's kernels, by the names that sweeps over sizes use, and a few more.
#include "analytics/commands/kernel_options.hpp"
#include "analytics/commands/sizes.hpp"
#include "analytics/figure.hpp"
#include "analytics/traffic.hpp"
#include "handouts/builder/problem.hpp"
#include "handouts/builder/sources/sources.hpp"
#include "handouts/builder/words.hpp"

#include <fmt/format.h>

#include <array>

namespace handouts {

namespace {

using analytics::Figure;
using analytics::Rational;
using Counts = const analytics::Traffic&;

constexpr std::array<Figure, 24> more{{
    {"op-per-byte-with-stores", "OP/B of the launch, loads and stores", 3,
     [](Counts counts) { return counts.ops_per_byte.separate.loads_and_stores; }},
    {"tile-op-per-byte-with-stores", "OP/B of a block, loads and stores", 3,
     [](Counts counts) { return counts.tile.ops_per_byte.separate.loads_and_stores; }},
    {"fused-op-per-byte", "OP/B of the launch (2p, loads)", 3,
     [](Counts counts) { return counts.ops_per_byte.fused.loads_only; }},
    {"bound-op-per-byte", "OP/B where each cell is loaded once", 3,
     [](Counts counts) { return counts.upper_bound.separate.loads_only; }},
    {"bound-op-per-byte-with-stores", "the same, loads and stores", 3,
     [](Counts counts) { return counts.upper_bound.separate.loads_and_stores; }},
    {"blocks-x", "blocks along x", 0, [](Counts counts) { return Rational(counts.blocks.x); }},
    {"blocks-y", "blocks along y", 0, [](Counts counts) { return Rational(counts.blocks.y); }},
    {"blocks-z", "blocks along z", 0, [](Counts counts) { return Rational(counts.blocks.z); }},
    {"least-blocks-x", "the fewest blocks along x that suffice", 0,
     [](Counts counts) { return Rational(counts.least_blocks.x); }},
    {"textbook-blocks-x", "the textbook's blocks along x", 0,
     [](Counts counts) { return Rational(counts.textbook_blocks.x); }},
    {"threads-per-block", "threads of a block", 0,
     [](Counts counts) { return Rational(counts.threads_per_block); }},
    {"idle-threads", "threads that compute nothing", 0,
     [](Counts counts) { return Rational(counts.threads - counts.active_threads); }},
    {"output-points", "output points", 0,
     [](Counts counts) { return Rational(counts.output_points); }},
    {"stores", "stores", 0, [](Counts counts) { return Rational(counts.stores); }},
    {"load-slots", "loads, edge not clipped", 0,
     [](Counts counts) { return Rational(counts.load_slots); }},
    {"operations", "operations, 2p − 1 a point", 0,
     [](Counts counts) { return Rational(counts.operations.separate); }},
    {"fused-operations", "operations, 2p a point", 0,
     [](Counts counts) { return Rational(counts.operations.fused); }},
    {"tile-cells", "cells of the input tile", 0,
     [](Counts counts) { return Rational(counts.tile.input_cells); }},
    {"tile-outputs", "cells of the output tile", 0,
     [](Counts counts) { return Rational(counts.tile.output_cells); }},
    {"tile-loads", "loads of a block", 0,
     [](Counts counts) { return Rational(counts.tile.loads); }},
    {"tile-reuse", "reuse in a block, times", 3, [](Counts counts) { return counts.tile.reuse; }},
    {"tile-input-x", "input tile along x", 0,
     [](Counts counts) { return Rational(counts.tile.input.x); }},
    {"tile-output-x", "output tile along x", 0,
     [](Counts counts) { return Rational(counts.tile.output.x); }},
    {"warps-per-block", "warps of a block", 0,
     [](Counts counts) { return Rational(counts.warp_requests.requests); }},
}};

const Figure* figure_called(std::string_view name) {
    for (const Figure& figure : analytics::figures()) {
        if (figure.name == name) {
            return &figure;
        }
    }
    for (const Figure& figure : more) {
        if (figure.name == name) {
            return &figure;
        }
    }
    return nullptr;
}

std::optional<std::string> given(std::string value) {
    return value.empty() ? std::nullopt : std::optional(std::move(value));
}

} // namespace

std::vector<std::string> kernel_figure_names() {
    std::vector<std::string> names;
    for (const Figure& figure : analytics::figures()) {
        names.emplace_back(figure.name);
    }
    for (const Figure& figure : more) {
        names.emplace_back(figure.name);
    }
    return names;
}

Value kernel_figure(const Call& call) {
    Arguments arguments = arguments_of(call.words);
    if (arguments.plain.size() != 1) {
        throw Unanswerable(
            fmt::format("A kernel's figure is written like {}(tiled grid=120).", call.name));
    }
    analytics::KernelOptions options;
    options.grid = given(arguments.take("grid"));
    options.block = given(arguments.take("block"));
    options.order = given(arguments.take("order"));
    options.shape = arguments.take("shape", options.shape);
    options.type = arguments.take("type", options.type);
    if (const std::string axes = arguments.take("axes"); !axes.empty()) {
        options.axes = static_cast<int>(analytics::parse_sizes("axes", axes).front());
    }
    if (const std::string planes = arguments.take("planes"); !planes.empty()) {
        options.planes = analytics::parse_sizes("planes", planes).front();
    }
    arguments.finish("grid, block, planes, order, shape, axes and type");
    const analytics::Traffic counts = analytics::traffic(
        analytics::model_of(options, analytics::family_named(arguments.plain[0])));
    const Figure* const figure = figure_called(call.name);
    if (figure == nullptr) {
        throw Unanswerable(fmt::format("There is no figure '{}'.", call.name));
    }
    return Number{figure->of(counts), figure->digits};
}

} // namespace handouts
