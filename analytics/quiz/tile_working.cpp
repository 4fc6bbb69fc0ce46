// Exercise 2 with its slips: a coarsened kernel's tile, its operations per byte, its shared memory.
#include "analytics/notation.hpp"
#include "analytics/quiz/working.hpp"

#include <fmt/format.h>

namespace analytics {

namespace {

Extents input_worked(const ExerciseSizes& sizes, int order, Turns& turns) {
    Extents input = sizes.plane_block;
    if (turns.wrong("halo-added",
                    fmt::format("a halo is added to the {} threads, which hold it already",
                                shape_text(sizes.plane_block, 2)))) {
        input.x = checked_add(input.x, 2 * std::int64_t{order});
        input.y = checked_add(input.y, 2 * std::int64_t{order});
    }
    input.z = sizes.tile_planes;
    if (turns.wrong("z-halo-forgotten",
                    fmt::format("the planes above and below are forgotten: {0}, not {0} + 2·{1}",
                                grouped(sizes.tile_planes), order))) {
        return input;
    }
    if (turns.wrong("z-halo-once",
                    fmt::format("only the planes at one end are added: {0} + {1}, not {0} + 2·{1}",
                                grouped(sizes.tile_planes), order))) {
        input.z = checked_add(input.z, order);
        return input;
    }
    input.z = checked_add(input.z, 2 * std::int64_t{order});
    return input;
}

std::int64_t side_worked(std::int64_t threads, int order, Turns& turns) {
    if (turns.wrong("halo-forgotten", fmt::format("the halo is forgotten: {0} outputs along an "
                                                  "axis, not {0} − 2·{1}",
                                                  grouped(threads), order))) {
        return threads;
    }
    if (turns.wrong("halo-once", fmt::format("the halo is taken off at one side only: {0} − {1}, "
                                             "not {0} − 2·{1}",
                                             grouped(threads), order))) {
        return threads - order;
    }
    return threads - 2 * std::int64_t{order};
}

Extents output_worked(const ExerciseSizes& sizes, int order, Turns& turns) {
    Extents output;
    output.x = side_worked(sizes.plane_block.x, order, turns);
    output.y = side_worked(sizes.plane_block.y, order, turns);
    output.z = sizes.tile_planes;
    if (turns.wrong("z-halo-taken",
                    fmt::format("the halo is taken from the {} planes, too, which are output "
                                "planes already",
                                grouped(sizes.tile_planes)))) {
        output.z -= 2 * std::int64_t{order};
    }
    return output;
}

/// A tile's cells, from its extents.
Rational cells_worked(const Extents& extents, int element_bytes, Turns& turns) {
    if (turns.wrong("one-plane", "one plane of the tile is counted")) {
        return checked_mul(extents.x, extents.y);
    }
    if (turns.wrong("bytes-counted",
                    fmt::format("bytes are counted, {} for each cell", element_bytes))) {
        return checked_mul(total(extents), element_bytes);
    }
    return total(extents);
}

Rational input_tile_worked(const ExerciseSizes& sizes, Turns& turns) {
    const int order = worked_order(sizes, turns);
    Extents tile = input_worked(sizes, order, turns);
    if (turns.wrong("outputs-counted", "the output tile is counted, not the input tile")) {
        Turns none;
        tile = output_worked(sizes, order, none);
    }
    return cells_worked(tile, sizes.element_bytes, turns);
}

Rational output_tile_worked(const ExerciseSizes& sizes, Turns& turns) {
    const int order = worked_order(sizes, turns);
    Extents tile = output_worked(sizes, order, turns);
    if (turns.wrong("inputs-counted", "the input tile is counted, not the output tile")) {
        Turns none;
        tile = input_worked(sizes, order, none);
    }
    return cells_worked(tile, sizes.element_bytes, turns);
}

/// What a number of elements is in bytes.
Rational bytes_worked(std::int64_t elements, int element_bytes, Turns& turns) {
    if (turns.wrong(
            "bytes-forgotten",
            fmt::format("elements are counted, and not their {} bytes each", element_bytes))) {
        return elements;
    }
    if (turns.wrong("bytes-twice", fmt::format("the {} bytes of an element are multiplied in twice",
                                               element_bytes))) {
        return checked_product({elements, element_bytes, element_bytes});
    }
    constexpr int float_bytes = 4;
    constexpr int double_bytes = 8;
    const int other = element_bytes == float_bytes ? double_bytes : float_bytes;
    if (turns.wrong(
            other == float_bytes ? "float-taken" : "double-taken",
            fmt::format("an element is taken to have {} bytes, not {}", other, element_bytes))) {
        return checked_mul(elements, other);
    }
    return checked_mul(elements, element_bytes);
}

std::int64_t operations_worked(std::int64_t terms, Turns& turns) {
    if (turns.wrong("multiply-adds",
                    fmt::format("a point's operations are counted as 2p = {}, a multiply-add for "
                                "each of its {} terms, not as 2p − 1",
                                grouped(2 * terms), grouped(terms)))) {
        return 2 * terms;
    }
    if (turns.wrong("one-operation-each", fmt::format("one operation is counted for each of the "
                                                      "{} terms, not 2p − 1 = {}",
                                                      grouped(terms), grouped(2 * terms - 1)))) {
        return terms;
    }
    return 2 * terms - 1;
}

Rational ops_per_byte_worked(const ExerciseSizes& sizes, Turns& turns) {
    const int order = worked_order(sizes, turns);
    Stencil stencil = sizes.stencil;
    stencil.order = order;
    const std::int64_t terms = points(stencil);
    const std::int64_t outputs = total(output_worked(sizes, order, turns));
    std::int64_t elements = total(input_worked(sizes, order, turns));
    std::int64_t computed = outputs;
    if (turns.wrong("halo-computed", "an output is counted for every cell of the input tile")) {
        computed = elements;
    }
    if (turns.wrong("halo-not-loaded", "only the outputs' own cells are counted as loaded")) {
        elements = outputs;
    } else if (turns.wrong("no-reuse",
                           fmt::format("each output is taken to load its {} cells by itself, as "
                                       "in the basic kernel",
                                       grouped(terms)))) {
        elements = checked_mul(terms, outputs);
    }
    if (turns.wrong("stores-counted", "the stores are counted too")) {
        elements = checked_add(elements, outputs);
    }
    const Rational operations = checked_mul(operations_worked(terms, turns), computed);
    const Rational bytes = bytes_worked(elements, sizes.element_bytes, turns);
    if (turns.wrong("turned-over", "bytes are divided by operations")) {
        return bytes / operations;
    }
    return operations / bytes;
}

/// Planes of the input tile that a block holds in shared memory.
std::int64_t planes_held(const ExerciseSizes& sizes, int order, bool registers, Turns& turns) {
    const std::int64_t full = 2 * std::int64_t{order} + 1;
    if (registers && turns.wrong("planes-kept", fmt::format("all {} planes are held in shared "
                                                            "memory, where registers hold the "
                                                            "neighbours along z",
                                                            full))) {
        return full;
    }
    if (!registers &&
        turns.wrong("one-plane", fmt::format("only one plane is held, not {}", full))) {
        return 1;
    }
    if (!registers && turns.wrong("planes-one-side",
                                  fmt::format("only the planes to one side are held: {0} + 1, not "
                                              "2·{0} + 1",
                                              order))) {
        return order + 1;
    }
    if (turns.wrong("whole-tile", "all planes of the tile are held at once")) {
        return checked_add(sizes.tile_planes, 2 * std::int64_t{order});
    }
    return registers ? 1 : full;
}

Rational shared_worked(const ExerciseSizes& sizes, bool registers, Turns& turns) {
    const int order = registers ? sizes.stencil.order : worked_order(sizes, turns);
    const std::int64_t planes = planes_held(sizes, order, registers, turns);
    Extents plane = sizes.plane_block;
    if (turns.wrong("halo-left-out",
                    fmt::format("a plane of the output tile is held, {} − 2·{} along an axis, "
                                "without its halo",
                                grouped(plane.x), order))) {
        plane.x -= 2 * std::int64_t{order};
        plane.y -= 2 * std::int64_t{order};
    } else if (turns.wrong("halo-added",
                           fmt::format("a halo is added to the {} threads, which hold it already",
                                       shape_text(sizes.plane_block, 2)))) {
        plane.x = checked_add(plane.x, 2 * std::int64_t{order});
        plane.y = checked_add(plane.y, 2 * std::int64_t{order});
    }
    return bytes_worked(checked_product({planes, plane.x, plane.y}), sizes.element_bytes, turns);
}

} // namespace

Rational worked_tile(char part, const ExerciseSizes& sizes, Turns& turns) {
    switch (part) {
    case 'a': return input_tile_worked(sizes, turns);
    case 'b': return output_tile_worked(sizes, turns);
    case 'c': return ops_per_byte_worked(sizes, turns);
    case 'd': return shared_worked(sizes, false, turns);
    default: return shared_worked(sizes, true, turns);
    }
}

} // namespace analytics
