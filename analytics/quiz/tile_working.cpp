// Exercise 2 with its slips: a coarsened kernel's tile, its operations per byte, its shared memory.
#include "analytics/quiz/working.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <array>

namespace kit {

namespace {

using Axes = std::array<StatedFormula, 3>;

Axes input_worked(const ExerciseSizes& sizes, int order, Slips& slips) {
    Axes input{sizes.plane_block.x, sizes.plane_block.y, sizes.tile_planes};
    if (slips.wrong("halo-added",
                    fmt::format("a halo is added to the {} threads, which hold it already",
                                shape_text(sizes.plane_block, 2)))) {
        input[0] = input[0] + both_ends(order);
        input[1] = input[1] + both_ends(order);
    }
    if (slips.wrong("z-halo-forgotten", "the planes above and below are forgotten")) {
        return input;
    }
    if (slips.wrong("z-halo-once", "only the planes at one end are added")) {
        input[2] = input[2] + order;
        return input;
    }
    input[2] = input[2] + both_ends(order);
    return input;
}

StatedFormula side_worked(std::int64_t threads, int order, Slips& slips) {
    if (slips.wrong("halo-forgotten", "the halo is forgotten")) {
        return threads;
    }
    if (slips.wrong("halo-once", "the halo is taken off at one side only")) {
        return StatedFormula(threads) - order;
    }
    return StatedFormula(threads) - both_ends(order);
}

Axes output_worked(const ExerciseSizes& sizes, int order, Slips& slips) {
    Axes output{side_worked(sizes.plane_block.x, order, slips),
                side_worked(sizes.plane_block.y, order, slips), sizes.tile_planes};
    if (slips.wrong("z-halo-taken",
                    fmt::format("the halo is taken from the {} planes, too, which are output "
                                "planes already",
                                thousands(sizes.tile_planes)))) {
        output[2] = output[2] - both_ends(order);
    }
    return output;
}

/// A tile's cells, from its extents.
StatedFormula cells_worked(const Axes& extents, int element_bytes, Slips& slips) {
    if (slips.wrong("one-plane", "one plane of the tile is counted")) {
        return product(std::array<StatedFormula, 2>{extents[0], extents[1]});
    }
    if (slips.wrong("bytes-counted",
                    fmt::format("bytes are counted, {} for each cell", element_bytes))) {
        return product(extents) * element_bytes;
    }
    return product(extents);
}

/// The cells of the tile that is asked for, or by a slip of the other.
StatedFormula tile_worked(const ExerciseSizes& sizes, bool input, Slips& slips) {
    const int order = worked_order(sizes, slips);
    const auto asked = input ? input_worked : output_worked;
    const auto other = input ? output_worked : input_worked;
    Axes tile = asked(sizes, order, slips);
    if (input ? slips.wrong("outputs-counted", "the output tile is counted, not the input tile")
              : slips.wrong("inputs-counted", "the input tile is counted, not the output tile")) {
        Slips none;
        tile = other(sizes, order, none);
    }
    return cells_worked(tile, sizes.element_bytes, slips);
}

/// What a number of elements is in bytes.
StatedFormula bytes_worked(const StatedFormula& elements, int element_bytes, Slips& slips) {
    if (slips.wrong(
            "bytes-forgotten",
            fmt::format("elements are counted, and not their {} bytes each", element_bytes))) {
        return elements;
    }
    if (slips.wrong("bytes-twice", fmt::format("the {} bytes of an element are multiplied in twice",
                                               element_bytes))) {
        return elements * element_bytes * element_bytes;
    }
    constexpr int float_bytes = 4;
    constexpr int double_bytes = 8;
    const int other = element_bytes == float_bytes ? double_bytes : float_bytes;
    if (slips.wrong(
            other == float_bytes ? "float-taken" : "double-taken",
            fmt::format("an element is taken to have {} bytes, not {}", other, element_bytes))) {
        return elements * other;
    }
    return elements * element_bytes;
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

StatedFormula ops_per_byte_worked(const ExerciseSizes& sizes, Slips& slips) {
    const int order = worked_order(sizes, slips);
    Stencil stencil = sizes.stencil;
    stencil.order = order;
    const std::int64_t terms = points(stencil);
    const StatedFormula outputs = product(output_worked(sizes, order, slips));
    StatedFormula elements = product(input_worked(sizes, order, slips));
    StatedFormula computed = outputs;
    if (slips.wrong("halo-computed", "an output is counted for every cell of the input tile")) {
        computed = elements;
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
    const StatedFormula operations = operations_worked(terms, slips) * computed;
    const StatedFormula bytes = bytes_worked(elements, sizes.element_bytes, slips);
    if (slips.wrong("turned-over", "bytes are divided by operations")) {
        return bytes / operations;
    }
    return operations / bytes;
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

StatedFormula shared_worked(const ExerciseSizes& sizes, bool registers, Slips& slips) {
    const int order = registers ? sizes.stencil.order : worked_order(sizes, slips);
    const StatedFormula planes = planes_held(sizes, order, registers, slips);
    std::array<StatedFormula, 2> plane{sizes.plane_block.x, sizes.plane_block.y};
    if (slips.wrong("halo-left-out", "a plane of the output tile is held, without its halo")) {
        plane = {plane[0] - both_ends(order), plane[1] - both_ends(order)};
    } else if (slips.wrong("halo-added",
                           fmt::format("a halo is added to the {} threads, which hold it already",
                                       shape_text(sizes.plane_block, 2)))) {
        plane = {plane[0] + both_ends(order), plane[1] + both_ends(order)};
    }
    return bytes_worked(planes * product(plane), sizes.element_bytes, slips);
}

} // namespace

StatedFormula worked_tile(char part, const ExerciseSizes& sizes, Slips& slips) {
    switch (part) {
    case 'a': return tile_worked(sizes, true, slips);
    case 'b': return tile_worked(sizes, false, slips);
    case 'c': return ops_per_byte_worked(sizes, slips);
    case 'd': return shared_worked(sizes, false, slips);
    default: return shared_worked(sizes, true, slips);
    }
}

} // namespace kit
