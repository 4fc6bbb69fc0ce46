// One cell of a case, drawn and judged: plain C++ that nvcc compiles for the kit's own GPU kernels and
// the host compiler for the reference, so that both give the same bits. Needs -ffp-contract=off and
// nvcc's -fmad=false: a product and a sum that become one rounding change the result.
#pragma once

#include "checker/reference/chacha.hpp"
#include "checker/reference/host_device.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace kit {

/// One axis of a grid under one stencil. Like the structs below it has only 8-byte members, so that
/// both compilers give it the same layout.
struct StencilAxis {
    std::int64_t extent = 1;  ///< cells
    std::int64_t lowest = 0;  ///< least offset of any term along this axis, at most 0
    std::int64_t highest = 0; ///< greatest offset, at least 0
};

/// A grid under a stencil.
struct CellGrid {
    StencilAxis axis[3];   ///< x, y, z
    std::int64_t first[3]; ///< interior cells: [first, last) along each axis
    std::int64_t last[3];
    std::int64_t rule;      ///< BoundaryRule's number
    std::int64_t terms;     ///< in a set of coefficients
    std::int64_t sets;      ///< more than 1 under the rule one_sided
    std::int64_t squares;   ///< 1: the result is the sum's square
    std::int64_t has_range; ///< 1: results are clamped to [low, high]
    double low;
    double high;
    double error_factor;
};

/// How inputs are drawn. float, double: clamp(middle + half · u, low, high) for u in [-1, 1], rounded
/// to the element. int: low_integer and the `integers` − 1 numbers above it.
struct CellDraw {
    StreamKey key; ///< of the inputs' stream
    double middle;
    double half;
    double low;
    double high;
    std::int64_t low_integer;
    std::uint64_t integers;
    std::uint64_t poison; ///< the bits of an output cell that no thread wrote
};

/// One term of the sum.
struct CellTerm {
    std::int64_t offset[3];
    double coefficient;
    std::int64_t input; ///< where its array begins, in elements from the first input
    std::int64_t
        times; ///< likewise the array whose value at the output cell multiplies it; no_array
};

constexpr std::int64_t no_array = INT64_MIN;

/// What a check adds up over all cells. Before it all members are 0, first_wrong all ones.
struct CellTally {
    std::uint64_t mismatches;
    std::uint64_t untouched;
    std::uint64_t not_a_number;
    std::uint64_t boundary_mismatches;
    std::uint64_t changed_inputs;
    std::uint64_t changed_guards; ///< 4-byte words
    std::uint64_t max_error;      ///< the bits of a double, which order as it does
    std::uint64_t allowed_error;  ///< likewise
    std::uint64_t first_wrong;    ///< least index of a wrong cell; all ones: none
};

/// Cells whose inputs come from one block of the stream: a double takes two words, others one.
template <class T>
constexpr int cells_of_block = sizeof(T) == 8 ? block_words / 2 : block_words;

/// `unit` in [-1, 1].
KIT_HOST_DEVICE double real_input(const CellDraw& draw, double unit) {
    const double value = draw.middle + draw.half * unit;
    return value < draw.low ? draw.low : value > draw.high ? draw.high : value;
}

/// The input of the cell that has this place in the block.
KIT_HOST_DEVICE void drawn_input(const CellDraw& draw, const std::uint32_t* block, int place,
                                 float& value) {
    // The middle of one of 2^32 equal parts: it is never 0, and hardly ever half-way between two floats.
    const auto bits = static_cast<std::int32_t>(block[place]);
    value = static_cast<float>(real_input(draw, static_cast<double>(bits) * 0x1p-31 + 0x1p-32));
}

KIT_HOST_DEVICE void drawn_input(const CellDraw& draw, const std::uint32_t* block, int place,
                                 double& value) {
    // More bits than the mantissa holds: none of it stays empty.
    const auto bits = static_cast<std::int64_t>(
        block[2 * place] | static_cast<std::uint64_t>(block[2 * place + 1]) << 32);
    value = real_input(draw, static_cast<double>(bits) * 0x1p-63);
}

KIT_HOST_DEVICE void drawn_input(const CellDraw& draw, const std::uint32_t* block, int place,
                                 std::int32_t& value) {
    value = static_cast<std::int32_t>(
        draw.low_integer + static_cast<std::int64_t>((block[place] * draw.integers) >> 32));
}

KIT_HOST_DEVICE bool is_interior(const CellGrid& grid, const std::int64_t* at) {
    bool inside = true;
    for (int axis = 0; axis < 3; ++axis) {
        inside = inside && grid.first[axis] <= at[axis] && at[axis] < grid.last[axis];
    }
    return inside;
}

/// `source` returns this for a cell that counts as 0.
constexpr std::int64_t outside = -1;

/// Under the rule one_sided: the cell at the stencil's origin after the stencil has moved onto the
/// grid; `at` where it need not move.
KIT_HOST_DEVICE std::int64_t moved_origin(const StencilAxis& axis, std::int64_t at) {
    const std::int64_t low_end = -axis.lowest;
    const std::int64_t high_end = axis.extent - 1 - axis.highest;
    return at < low_end ? low_end : at > high_end ? high_end : at;
}

/// Under the rule one_sided, on an axis that the stencil fits on: where in the stencil the cell is
/// after the stencil has moved, 0 for its low end; -lowest in the middle of the axis.
KIT_HOST_DEVICE std::int64_t place_in_stencil(const StencilAxis& axis, std::int64_t at) {
    return at - moved_origin(axis, at) - axis.lowest;
}

/// The coordinate that the term at `offset` reads for the output cell at `at`, under the rule of this
/// number. boundary.hpp documents the rules.
KIT_HOST_DEVICE std::int64_t source(std::int64_t rule, const StencilAxis& axis, std::int64_t at,
                                    std::int64_t offset) {
    enum : std::int64_t { keep, clamp_to_edge, one_sided, periodic, zero };

    const std::int64_t plain = at + offset;
    const std::int64_t edge = axis.extent - 1;
    switch (rule) {
    case keep: return plain;
    case clamp_to_edge: return plain < 0 ? 0 : plain > edge ? edge : plain;
    case periodic: return (plain % axis.extent + axis.extent) % axis.extent;
    case zero: return plain < 0 || plain > edge ? outside : plain;
    default: break;
    }
    return axis.extent > axis.highest - axis.lowest ? moved_origin(axis, at) + offset : outside;
}

/// The sum of the terms so far, as sweep.cpp adds them.
struct CellSum {
    double value = 0;
    double correction = 0;
    double magnitude = 0;
    std::int64_t exact = 0;
};

KIT_HOST_DEVICE void add_term(CellSum& sum, float cell, double coefficient) {
    const double term = coefficient * static_cast<double>(cell);
    sum.value += term;
    sum.magnitude += std::fabs(term);
}

KIT_HOST_DEVICE void add_term(CellSum& sum, std::int32_t cell, double coefficient) {
    sum.exact += static_cast<std::int64_t>(coefficient) * cell;
}

/// The upper half of a double's mantissa (Veltkamp): products of halves are exact.
KIT_HOST_DEVICE double upper_half(double number) {
    const double scaled = 134217729.0 * number; // 2^27 + 1
    return scaled - (scaled - number);
}

/// factor · number − product, exactly, where product is their product rounded (Dekker).
KIT_HOST_DEVICE double product_error(double factor, double number, double product) {
    const double factor_high = upper_half(factor);
    const double factor_low = factor - factor_high;
    const double high = upper_half(number);
    const double low = number - high;
    return ((factor_high * high - product) + factor_high * low + factor_low * high) +
           factor_low * low;
}

KIT_HOST_DEVICE void add_term(CellSum& sum, double cell, double coefficient) {
    const double term = coefficient * cell;
    const double before = sum.value;
    const double after = before + term;
    const double moved = after - before;
    const double sum_error = (before - (after - moved)) + (term - moved);
    sum.value = after;
    sum.correction += product_error(coefficient, cell, term) + sum_error;
    sum.magnitude += std::fabs(term);
}

/// Adds coefficient · (factor · cell). The product in brackets is exact for float.
template <class T>
KIT_HOST_DEVICE void add_product(CellSum& sum, T cell, T factor, double coefficient) {
    const auto a = static_cast<double>(factor);
    const auto b = static_cast<double>(cell);
    const double product = a * b;
    if constexpr (std::is_same_v<T, double>) {
        add_term(sum, product, coefficient);
        sum.correction += coefficient * product_error(a, b, product);
    } else {
        const double term = coefficient * product;
        sum.value += term;
        sum.magnitude += std::fabs(term);
    }
}

/// What a computed cell must be: value + correction within `allowed`.
struct CellExpected {
    double value = 0;
    double correction = 0;
    double allowed = 0;
};

/// What the lab makes of a sum: its square, or what lies in a range. An int's square is below 2^53 and
/// exact (see greatest_sum). Clamping the sum before or after the correction is the same but within
/// the last bits of an end.
template <class T>
KIT_HOST_DEVICE CellExpected result_of(const CellGrid& grid, const CellExpected& sum) {
    CellExpected result = sum;
    if (grid.squares != 0) {
        result.value = sum.value * sum.value;
        if constexpr (std::is_same_v<T, double>) {
            result.correction = product_error(sum.value, sum.value, result.value) +
                                (2 * sum.value * sum.correction + sum.correction * sum.correction);
        }
    }
    const double whole = result.value + result.correction;
    if (grid.has_range != 0 && (whole < grid.low || whole > grid.high)) {
        result.value = whole < grid.low ? grid.low : grid.high;
        result.correction = 0;
    }
    return result;
}

template <class T>
KIT_HOST_DEVICE CellExpected expected_cell(const CellGrid& grid, const CellTerm* terms,
                                           const T* input, const std::int64_t* at) {
    CellSum sum;
    const std::int64_t place = grid.sets > 1 ? place_in_stencil(grid.axis[0], at[0]) : 0;
    const std::int64_t own = (at[2] * grid.axis[1].extent + at[1]) * grid.axis[0].extent + at[0];
    for (std::int64_t i = 0; i < grid.terms; ++i) {
        const CellTerm& term = terms[place * grid.terms + i];
        std::int64_t from[3];
        bool on_grid = true;
        for (int axis = 0; axis < 3; ++axis) {
            from[axis] = source(grid.rule, grid.axis[axis], at[axis], term.offset[axis]);
            on_grid = on_grid && from[axis] >= 0;
        }
        if (on_grid) {
            const std::int64_t index =
                (from[2] * grid.axis[1].extent + from[1]) * grid.axis[0].extent + from[0];
            const T cell = input[term.input + index];
            if (term.times == no_array) {
                add_term(sum, cell, term.coefficient);
            } else {
                add_product(sum, cell, input[term.times + own], term.coefficient);
            }
        }
    }
    const double scale = grid.squares != 0 ? sum.magnitude * sum.magnitude : sum.magnitude;
    CellExpected expected{sum.value, sum.correction, scale * grid.error_factor};
    if constexpr (std::is_integral_v<T>) {
        expected.value = static_cast<double>(sum.exact);
    }
    return result_of<T>(grid, expected);
}

/// A cell after one more of several sweeps, and how far a right kernel may be off: time_steps.hpp has
/// the bound.
struct CellStep {
    double value = 0;
    double allowed = 0;
};

KIT_HOST_DEVICE CellStep stepped_cell(const CellGrid& grid, const CellTerm* terms,
                                      const CellStep* before, const std::int64_t* at) {
    double value = 0;
    double magnitude = 0;
    double handed_on = 0;
    for (std::int64_t i = 0; i < grid.terms; ++i) {
        const CellTerm& term = terms[i];
        const std::int64_t row =
            (at[2] + term.offset[2]) * grid.axis[1].extent + at[1] + term.offset[1];
        const CellStep& from = before[row * grid.axis[0].extent + at[0] + term.offset[0]];
        const double product = term.coefficient * from.value;
        value += product;
        magnitude += std::fabs(product);
        handed_on += std::fabs(term.coefficient) * from.allowed;
    }
    return {value, handed_on + grid.error_factor * (magnitude + handed_on)};
}

/// The bits of an element, widened with zeros.
template <class T>
KIT_HOST_DEVICE std::uint64_t bits_of_element(const T& value) {
    std::uint64_t bits = 0;
    memcpy(&bits, &value, sizeof value);
    return bits;
}

} // namespace kit
