// Numbers that analytics computes: counts of the chapter's kernels, and answers of exercises.
#include "analytics/commands/options.hpp"
#include "analytics/count/quantity.hpp"
#include "analytics/count/traffic.hpp"
#include "analytics/count/typed_sizes.hpp"
#include "analytics/questions/chapter.hpp"
#include "handouts/builder/marker.hpp"
#include "handouts/builder/sources/sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace kit {

namespace {

using Counts = const Traffic&;

/// What pages show besides the counts that ./lab analytics sweep offers.
constexpr std::array<Quantity, 24> handout_counts{{
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

const std::vector<Quantity>& kernel_counts() {
    static const std::vector<Quantity> all = [] {
        std::vector<Quantity> counts(quantities().begin(), quantities().end());
        counts.insert(counts.end(), handout_counts.begin(), handout_counts.end());
        return counts;
    }();
    return all;
}

std::optional<std::int64_t> take_size(MarkerArguments& arguments, const std::string& name) {
    const auto given = arguments.take(name);
    return given ? std::optional(parse_sizes(name, *given).front()) : std::nullopt;
}

Question numbered_exercise(const std::string& id, MarkerArguments& arguments) {
    ExerciseOptions options;
    options.id = id;
    options.grid = arguments.take("grid");
    options.block = arguments.take("block");
    options.planes = take_size(arguments, "planes");
    options.type = arguments.take("type");
    if (const auto order = take_size(arguments, "order")) {
        options.order = static_cast<int>(*order);
    }
    arguments.finish("grid, block, planes, order and type");
    return exercise(id, sizes_of(options));
}

Question chapter_exercise(const std::string& id, MarkerArguments& arguments) {
    const auto cube = [](std::int64_t side) { return Extents{side, side, side}; };
    ChapterSizes sizes;
    if (const auto order = take_size(arguments, "order")) {
        sizes.order = static_cast<int>(*order);
    }
    if (const auto grid = take_size(arguments, "grid")) {
        sizes.grid = cube(*grid);
    }
    if (const auto block = take_size(arguments, "block")) {
        sizes.block = cube(*block);
    }
    if (const auto threads = take_size(arguments, "threads")) {
        sizes.line_threads = *threads;
    }
    if (const auto image = arguments.take("image")) {
        const auto sides = parse_sizes("image", *image);
        sizes.image = {sides.front(), sides.back(), 1};
    }
    arguments.finish("grid, block, threads, image and order");
    return chapter_question(id, sizes);
}

} // namespace

std::vector<std::string> kernel_count_names() {
    std::vector<std::string> names;
    for (const Quantity& count : kernel_counts()) {
        names.emplace_back(count.name);
    }
    return names;
}

MarkerValue kernel_count(const MarkerCall& call) {
    MarkerArguments arguments(call.words);
    if (arguments.plain.size() != 1) {
        throw MarkerError(
            fmt::format("Write a kernel's count like {}(tiled grid=120).", call.name));
    }
    KernelOptions options;
    options.grid = arguments.take("grid");
    options.block = arguments.take("block");
    options.order = arguments.take("order");
    options.shape = arguments.take("shape").value_or(options.shape);
    options.type = arguments.take("type").value_or(options.type);
    if (const auto axes = take_size(arguments, "axes")) {
        options.axes = static_cast<int>(*axes);
    }
    if (const auto planes = take_size(arguments, "planes")) {
        options.planes = *planes;
    }
    arguments.finish("grid, block, planes, order, shape, axes and type");
    const Traffic traffic_counts = traffic(model_of(options, family_named(arguments.plain[0])));
    const auto& counts = kernel_counts();
    const auto found = std::find_if(counts.begin(), counts.end(),
                                    [&](const Quantity& count) { return count.name == call.name; });
    if (found == counts.end()) {
        throw MarkerError(fmt::format("There is no count '{}'.", call.name));
    }
    return MarkerNumber{found->of(traffic_counts), found->digits};
}

MarkerValue exercise_answer(const MarkerCall& call) {
    MarkerArguments arguments(call.words);
    const std::vector<std::string> plain = arguments.plain;
    if (plain.empty() || plain.size() > 2) {
        throw MarkerError(
            "Write an answer like answer(2c), answer(2c 2) for the second of several, "
            "or chapter(halo.a).");
    }
    const Question exercise = call.name == "answer" ? numbered_exercise(plain[0], arguments)
                                                    : chapter_exercise(plain[0], arguments);
    const std::int64_t which =
        plain.size() == 2 ? parse_sizes("the answer's number", plain[1]).front() : 1;
    if (which > static_cast<std::int64_t>(exercise.answers.size())) {
        throw MarkerError(fmt::format("{} has {} answers, but the marker asks for number {}.",
                                      plain[0], exercise.answers.size(), which));
    }
    const Answer& answer = exercise.answers[static_cast<std::size_t>(which - 1)];
    return MarkerNumber{answer.value, answer.digits};
}

} // namespace kit
