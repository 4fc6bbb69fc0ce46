// Exercise 2: one tile of a coarsened kernel, its cells, its operations per byte and its shared memory.
#include "analytics/count/traffic.hpp"
#include "analytics/questions/exercises.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <tuple>

namespace kit {

namespace {

constexpr int ratio_digits = 3;

using Axes = std::array<StatedFormula, 3>;

Question about_tile(const ExerciseSizes& sizes, const Slips& slips, std::string text) {
    Question question;
    question.has_lines = slips.are_none();
    question.setting = fmt::format(
        "One tile of a coarsened kernel with {}: {} threads for a plane of the input tile, {} "
        "output planes, {}-byte elements.",
        describe(sizes.stencil), shape_text(sizes.plane_block, 2), thousands(sizes.tile_planes),
        sizes.element_bytes);
    question.text = std::move(text);
    return question;
}

bool is_halo_added(const ExerciseSizes& sizes, Slips& slips) {
    return slips.wrong("halo-added",
                       fmt::format("a halo is added to the {} threads, which hold it already",
                                   shape_text(sizes.plane_block, 2)));
}

Axes input_tile(const ExerciseSizes& sizes, int order, Slips& slips) {
    Axes input{sizes.plane_block.x, sizes.plane_block.y, sizes.tile_planes};
    if (is_halo_added(sizes, slips)) {
        input[0] = input[0] + both_ends(order);
        input[1] = input[1] + both_ends(order);
    }
    if (slips.wrong("z-halo-forgotten", "the planes above and below are forgotten")) {
        return input;
    }
    input[2] = slips.wrong("z-halo-once", "only the planes at one end are added")
                   ? input[2] + order
                   : input[2] + both_ends(order);
    return input;
}

Axes output_tile(const ExerciseSizes& sizes, int order, Slips& slips) {
    Axes output{tile_side(sizes.plane_block.x, order, slips),
                tile_side(sizes.plane_block.y, order, slips),
                StatedFormula(sizes.tile_planes).called("planes per block")};
    if (slips.wrong("z-halo-taken",
                    fmt::format("the halo is taken from the {} planes, too, which are output "
                                "planes already",
                                thousands(sizes.tile_planes)))) {
        output[2] = output[2] - both_ends(order);
    }
    return output;
}

/// What the quiz asks of a tile: its cells, or by slips something else.
StatedFormula cells_asked(const Axes& tile, int element_bytes, Slips& slips) {
    if (slips.wrong("one-plane", "one plane of the tile is counted")) {
        return product(std::array<StatedFormula, 2>{tile[0], tile[1]});
    }
    if (slips.wrong("bytes-counted",
                    fmt::format("bytes are counted, {} for each cell", element_bytes))) {
        return product(tile) * element_bytes;
    }
    return product(tile);
}

Question input_exercise(const ExerciseSizes& sizes, Slips& slips) {
    Question question =
        about_tile(sizes, slips, "How many cells does the input tile of a block have?");
    const int order = worked_order(sizes, slips);
    Axes tile = input_tile(sizes, order, slips);
    if (slips.wrong("outputs-counted", "the output tile is counted, not the input tile")) {
        Slips none;
        tile = output_tile(sizes, order, none);
    }
    tile[2] = question.step("planes", tile[2],
                            "below the first and above the last output plane lies halo");
    question.step("cells", product(tile), "a thread for each cell of a plane, halo included");
    question.answer("", tile, "cells");
    question.asked = cells_asked(tile, sizes.element_bytes, slips);
    return question;
}

Question output_exercise(const ExerciseSizes& sizes, Slips& slips) {
    Question question =
        about_tile(sizes, slips, "How many cells does the output tile of a block have?");
    const int order = worked_order(sizes, slips);
    Axes tile = output_tile(sizes, order, slips);
    if (slips.wrong("inputs-counted", "the input tile is counted, not the output tile")) {
        Slips none;
        tile = input_tile(sizes, order, none);
    }
    const char* const halo = "the outermost threads load halo and compute nothing";
    tile = question.axis_steps("outputs", tile,
                               {halo, halo, "the planes it marches through are output planes"});
    question.step("cells", product(tile), "along x, y and z, multiplied");
    question.answer("", tile, "cells");
    question.asked = cells_asked(tile, sizes.element_bytes, slips);
    return question;
}

/// The product, without a factor that is 1.
StatedFormula times(const StatedFormula& a, const StatedFormula& b) {
    return a.text() == "1" ? b : b.text() == "1" ? a : a * b;
}

/// The bytes of an element.
StatedFormula bytes_worked(int element_bytes, Slips& slips) {
    if (slips.wrong(
            "bytes-forgotten",
            fmt::format("elements are counted, and not their {} bytes each", element_bytes))) {
        return 1;
    }
    if (slips.wrong("bytes-twice", fmt::format("the {} bytes of an element are multiplied in twice",
                                               element_bytes))) {
        return StatedFormula(element_bytes) * element_bytes;
    }
    constexpr int float_bytes = 4;
    constexpr int double_bytes = 8;
    const int other = element_bytes == float_bytes ? double_bytes : float_bytes;
    const bool is_other = slips.wrong(
        other == float_bytes ? "float-taken" : "double-taken",
        fmt::format("an element is taken to have {} bytes, not {}", other, element_bytes));
    return is_other ? other : element_bytes;
}

/// Operations of one point.
StatedFormula operations_worked(std::int64_t terms, Slips& slips) {
    if (slips.wrong("multiply-adds",
                    fmt::format("a point's operations are counted as 2p, a multiply-add for "
                                "each of its {} terms, not as 2p − 1",
                                thousands(terms)))) {
        return StatedFormula(2) * terms;
    }
    if (slips.wrong("one-operation-each",
                    fmt::format("one operation is counted for each of the {} terms, not 2p − 1",
                                thousands(terms)))) {
        return terms;
    }
    return StatedFormula(2) * terms - 1;
}

/// Lines and answers of one way to count a point's operations: `formula` is "2p", for short.
StatedFormula add_ratios(Question& question, const std::string& name, const std::string& formula,
                         const StatedFormula& each, const std::string& reason,
                         const StatedFormula& outputs, const std::array<StatedFormula, 2>& bytes) {
    const auto step = [&](const std::string& label, const StatedFormula& value, const char* why,
                          int digits) {
        return question.step(formula + ", " + label, value, why, {.digits = digits});
    };
    const StatedFormula of_point = question.step(formula + ", each point", each, reason);
    const StatedFormula operations =
        step("the tile", of_point * outputs, "only outputs are computed, not the halo", 0);
    for (const auto& [label, moved, why] :
         {std::tuple("loads only", bytes[0], "operations over the bytes loaded"),
          std::tuple("loads and stores", bytes[1], "over those stored, too")}) {
        step(label, operations / moved, why, ratio_digits);
        question.answer(fmt::format("{} ({}), {}", name, formula, label), operations / moved,
                        "OP/B", ratio_digits);
    }
    return operations;
}

Question ratio_exercise(const ExerciseSizes& sizes, Slips& slips) {
    Question question = about_tile(
        sizes, slips, "How many operations does the tile compute for each byte it moves?");
    Stencil stencil = sizes.stencil;
    stencil.order = worked_order(sizes, slips);
    const std::int64_t terms = points(stencil);
    const StatedFormula outputs = product(output_tile(sizes, stencil.order, slips)).result();
    const StatedFormula inputs = product(input_tile(sizes, stencil.order, slips)).result();
    StatedFormula computed = outputs;
    StatedFormula elements = inputs;
    if (slips.wrong("halo-computed", "an output is counted for every cell of the input tile")) {
        computed = inputs;
    }
    if (slips.wrong("halo-not-loaded", "only the outputs' own cells are counted as loaded")) {
        elements = outputs;
    } else if (slips.wrong("no-reuse",
                           fmt::format("each output is taken to load its {} cells by itself, as "
                                       "in the basic kernel",
                                       thousands(terms)))) {
        elements = outputs * terms;
    }
    if (slips.wrong("stores-counted", "the stores are counted too")) {
        elements = elements + outputs;
    }
    const StatedFormula each = operations_worked(terms, slips);
    const StatedFormula loaded =
        question.step("bytes loaded", times(bytes_worked(sizes.element_bytes, slips), elements),
                      "each cell of the input tile is loaded once");
    const StatedFormula moved = question.step(
        "bytes loaded and stored", StatedFormula(sizes.element_bytes) * (inputs + outputs),
        "and each output is stored once");
    points_step(question, stencil);
    const StatedFormula operations =
        add_ratios(question, "multiplications and additions", "2p − 1", each,
                   "p products, and one addition fewer to sum them", computed, {loaded, moved});
    add_ratios(question, "multiply-adds as two each", "2p", StatedFormula(2) * terms,
               "each product is added to a sum that begins with 0", outputs, {loaded, moved});
    for (std::size_t i = 1; i < question.answers.size(); ++i) {
        question.answers[i].quiz = Answer::Quiz::by_other_convention;
    }
    question.quiz_text =
        " Count multiplications and additions, 2p − 1 for each point, and the bytes "
        "loaded.";
    question.asked = slips.wrong("turned-over", "bytes are divided by operations")
                         ? loaded / operations
                         : operations / loaded;
    return question;
}

/// Planes of the input tile that a block holds in shared memory.
StatedFormula planes_held(const ExerciseSizes& sizes, int order, bool registers, Slips& slips) {
    const StatedFormula full = both_ends(order) + 1;
    if (registers && slips.wrong("planes-kept", "all planes that a point needs are held in shared "
                                                "memory, where registers hold the neighbours "
                                                "along z")) {
        return full;
    }
    if (!registers && slips.wrong("one-plane", "only one plane is held")) {
        return 1;
    }
    if (!registers && slips.wrong("planes-one-side", "only the planes to one side are held")) {
        return StatedFormula(order) + 1;
    }
    if (slips.wrong("whole-tile", "all planes of the tile are held at once")) {
        return StatedFormula(sizes.tile_planes) + both_ends(order);
    }
    return registers ? StatedFormula(1) : full;
}

Question shared_exercise(const ExerciseSizes& sizes, bool registers, Slips& slips) {
    Question question = about_tile(
        sizes, slips,
        registers ? "How much shared memory does a block need when each thread keeps its "
                    "neighbours along z in registers?"
                  : "How much shared memory does a block need without register tiling?");
    const int order = registers ? sizes.stencil.order : worked_order(sizes, slips);
    StatedFormula planes = planes_held(sizes, order, registers, slips);
    if (!registers) {
        planes =
            question.step("planes held", planes,
                          "the plane computed, and those that its outputs read below and above");
    }
    std::array<StatedFormula, 2> plane{sizes.plane_block.x, sizes.plane_block.y};
    if (slips.wrong("halo-left-out", "a plane of the output tile is held, without its halo")) {
        plane = {plane[0] - both_ends(order), plane[1] - both_ends(order)};
    } else if (is_halo_added(sizes, slips)) {
        plane = {plane[0] + both_ends(order), plane[1] + both_ends(order)};
    }
    question.asked = question.step(
        "bytes",
        times(times(planes, plane[0]) * plane[1], bytes_worked(sizes.element_bytes, slips)),
        registers ? "only neighbours within the plane are in other threads"
                  : "a cell for each thread in each plane");
    question.answer("", question.asked, "bytes");
    question.quiz_text = " In bytes.";
    return question;
}

} // namespace

Question tile_exercise(char part, const ExerciseSizes& sizes, Slips& slips) {
    // The tile does not depend on the grid: a grid of one tile. Throws where no kernel has these sizes.
    static_cast<void>(
        traffic({.family = part == 'e' ? KernelFamily::register_tiled : KernelFamily::coarsened,
                 .stencil = sizes.stencil,
                 .grid = {sizes.plane_block.x, sizes.plane_block.y, 1},
                 .block = sizes.plane_block,
                 .planes_per_block = sizes.tile_planes,
                 .element_bytes = sizes.element_bytes}));
    switch (part) {
    case 'a': return input_exercise(sizes, slips);
    case 'b': return output_exercise(sizes, slips);
    case 'c': return ratio_exercise(sizes, slips);
    case 'd': return shared_exercise(sizes, false, slips);
    default: return shared_exercise(sizes, true, slips);
    }
}

} // namespace kit
