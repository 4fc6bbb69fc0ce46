// Exercise 2 with its slips: a coarsened kernel's tile, its operations per byte, its shared memory.
#include "analytics/print/numbers.hpp"
#include "analytics/quiz/working.hpp"

#include <fmt/format.h>

namespace kit {

namespace {

Extents input_worked(const ExerciseSizes& sizes, int order, Slips& slips) {
    Extents input = sizes.plane_block;
    if (slips.wrong("halo-added",
                    fmt::format("a halo is added to the {} threads, which hold it already",
                                shape_text(sizes.plane_block, 2)))) {
        input.x = checked_add(input.x, 2 * std::int64_t{order});
        input.y = checked_add(input.y, 2 * std::int64_t{order});
    }
    input.z = sizes.tile_planes;
    if (slips.wrong("z-halo-forgotten",
                    fmt::format("the planes above and below are forgotten: {0}, not {0} + 2·{1}",
                                thousands(sizes.tile_planes), order))) {
        return input;
    }
    if (slips.wrong("z-halo-once",
                    fmt::format("only the planes at one end are added: {0} + {1}, not {0} + 2·{1}",
                                thousands(sizes.tile_planes), order))) {
        input.z = checked_add(input.z, order);
        return input;
    }
    input.z = checked_add(input.z, 2 * std::int64_t{order});
    return input;
}

std::int64_t side_worked(std::int64_t threads, int order, Slips& slips) {
    if (slips.wrong("halo-forgotten", fmt::format("the halo is forgotten: {0} outputs along an "
                                                  "axis, not {0} − 2·{1}",
                                                  thousands(threads), order))) {
        return threads;
    }
    if (slips.wrong("halo-once", fmt::format("the halo is taken off at one side only: {0} − {1}, "
                                             "not {0} − 2·{1}",
                                             thousands(threads), order))) {
        return threads - order;
    }
    return threads - 2 * std::int64_t{order};
}

Extents output_worked(const ExerciseSizes& sizes, int order, Slips& slips) {
    Extents output;
    output.x = side_worked(sizes.plane_block.x, order, slips);
    output.y = side_worked(sizes.plane_block.y, order, slips);
    output.z = sizes.tile_planes;
    if (slips.wrong("z-halo-taken",
                    fmt::format("the halo is taken from the {} planes, too, which are output "
                                "planes already",
                                thousands(sizes.tile_planes)))) {
        output.z -= 2 * std::int64_t{order};
    }
    return output;
}

/// A tile's cells, from its extents.
Rational cells_worked(const Extents& extents, int element_bytes, Slips& slips) {
    if (slips.wrong("one-plane", "one plane of the tile is counted")) {
        return checked_mul(extents.x, extents.y);
    }
    if (slips.wrong("bytes-counted",
                    fmt::format("bytes are counted, {} for each cell", element_bytes))) {
        return checked_mul(total(extents), element_bytes);
    }
    return total(extents);
}

/// The cells of the tile that is asked for, or by a slip of the other.
Rational tile_worked(const ExerciseSizes& sizes, bool input, Slips& slips) {
    const int order = worked_order(sizes, slips);
    const auto asked = input ? input_worked : output_worked;
    const auto other = input ? output_worked : input_worked;
    Extents tile = asked(sizes, order, slips);
    if (input ? slips.wrong("outputs-counted", "the output tile is counted, not the input tile")
              : slips.wrong("inputs-counted", "the input tile is counted, not the output tile")) {
        Slips none;
        tile = other(sizes, order, none);
    }
    return cells_worked(tile, sizes.element_bytes, slips);
}

/// What a number of elements is in bytes.
Rational bytes_worked(std::int64_t elements, int element_bytes, Slips& slips) {
    if (slips.wrong(
            "bytes-forgotten",
            fmt::format("elements are counted, and not their {} bytes each", element_bytes))) {
        return elements;
    }
    if (slips.wrong("bytes-twice", fmt::format("the {} bytes of an element are multiplied in twice",
                                               element_bytes))) {
        return checked_product({elements, element_bytes, element_bytes});
    }
    constexpr int float_bytes = 4;
    constexpr int double_bytes = 8;
    const int other = element_bytes == float_bytes ? double_bytes : float_bytes;
    if (slips.wrong(
            other == float_bytes ? "float-taken" : "double-taken",
            fmt::format("an element is taken to have {} bytes, not {}", other, element_bytes))) {
        return checked_mul(elements, other);
    }
    return checked_mul(elements, element_bytes);
}

std::int64_t operations_worked(std::int64_t terms, Slips& slips) {
    if (slips.wrong("multiply-adds",
                    fmt::format("a point's operations are counted as 2p = {}, a multiply-add for "
                                "each of its {} terms, not as 2p − 1",
                                thousands(2 * terms), thousands(terms)))) {
        return 2 * terms;
    }
    if (slips.wrong("one-operation-each",
                    fmt::format("one operation is counted for each of the "
                                "{} terms, not 2p − 1 = {}",
                                thousands(terms), thousands(2 * terms - 1)))) {
        return terms;
    }
    return 2 * terms - 1;
}

Rational ops_per_byte_worked(const ExerciseSizes& sizes, Slips& slips) {
    const int order = worked_order(sizes, slips);
    Stencil stencil = sizes.stencil;
    stencil.order = order;
    const std::int64_t terms = points(stencil);
    const std::int64_t outputs = total(output_worked(sizes, order, slips));
    std::int64_t elements = total(input_worked(sizes, order, slips));
    std::int64_t computed = outputs;
    if (slips.wrong("halo-computed", "an output is counted for every cell of the input tile")) {
        computed = elements;
    }
    if (slips.wrong("halo-not-loaded", "only the outputs' own cells are counted as loaded")) {
        elements = outputs;
    } else if (slips.wrong("no-reuse",
                           fmt::format("each output is taken to load its {} cells by itself, as "
                                       "in the basic kernel",
                                       thousands(terms)))) {
        elements = checked_mul(terms, outputs);
    }
    if (slips.wrong("stores-counted", "the stores are counted too")) {
        elements = checked_add(elements, outputs);
    }
    const Rational operations = checked_mul(operations_worked(terms, slips), computed);
    const Rational bytes = bytes_worked(elements, sizes.element_bytes, slips);
    if (slips.wrong("turned-over", "bytes are divided by operations")) {
        return bytes / operations;
    }
    return operations / bytes;
}

/// Planes of the input tile that a block holds in shared memory.
std::int64_t planes_held(const ExerciseSizes& sizes, int order, bool registers, Slips& slips) {
    const std::int64_t full = 2 * std::int64_t{order} + 1;
    if (registers && slips.wrong("planes-kept", fmt::format("all {} planes are held in shared "
                                                            "memory, where registers hold the "
                                                            "neighbours along z",
                                                            full))) {
        return full;
    }
    if (!registers &&
        slips.wrong("one-plane", fmt::format("only one plane is held, not {}", full))) {
        return 1;
    }
    if (!registers && slips.wrong("planes-one-side",
                                  fmt::format("only the planes to one side are held: {0} + 1, not "
                                              "2·{0} + 1",
                                              order))) {
        return order + 1;
    }
    if (slips.wrong("whole-tile", "all planes of the tile are held at once")) {
        return checked_add(sizes.tile_planes, 2 * std::int64_t{order});
    }
    return registers ? 1 : full;
}

Rational shared_worked(const ExerciseSizes& sizes, bool registers, Slips& slips) {
    const int order = registers ? sizes.stencil.order : worked_order(sizes, slips);
    const std::int64_t planes = planes_held(sizes, order, registers, slips);
    Extents plane = sizes.plane_block;
    if (slips.wrong("halo-left-out",
                    fmt::format("a plane of the output tile is held, {} − 2·{} along an axis, "
                                "without its halo",
                                thousands(plane.x), order))) {
        plane.x -= 2 * std::int64_t{order};
        plane.y -= 2 * std::int64_t{order};
    } else if (slips.wrong("halo-added",
                           fmt::format("a halo is added to the {} threads, which hold it already",
                                       shape_text(sizes.plane_block, 2)))) {
        plane.x = checked_add(plane.x, 2 * std::int64_t{order});
        plane.y = checked_add(plane.y, 2 * std::int64_t{order});
    }
    return bytes_worked(checked_product({planes, plane.x, plane.y}), sizes.element_bytes, slips);
}

} // namespace

Rational worked_tile(char part, const ExerciseSizes& sizes, Slips& slips) {
    switch (part) {
    case 'a': return tile_worked(sizes, true, slips);
    case 'b': return tile_worked(sizes, false, slips);
    case 'c': return ops_per_byte_worked(sizes, slips);
    case 'd': return shared_worked(sizes, false, slips);
    default: return shared_worked(sizes, true, slips);
    }
}

} // namespace kit
