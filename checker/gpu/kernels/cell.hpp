// One cell of a case as the kit's own kernels draw and judge it: plain C++, compiled by nvcc for the
// GPU and by the host compiler for the tests. The same arithmetic as checker/reference, in the same
// order, so that both give the same bits; products and sums must not be merged (nvcc -fmad=false).
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

#ifdef __CUDACC__
#define KIT_CELL __host__ __device__ inline
#else
#define KIT_CELL inline
#endif

namespace kit::gpu {

/// A grid under a stencil. Layouts are the same for both compilers: only 8-byte members.
struct CellGrid {
    std::int64_t extent[3]; ///< cells along x, y, z
    std::int64_t first[3];  ///< interior cells: [first, last) along each axis
    std::int64_t last[3];
    std::int64_t lowest[3]; ///< least offset of any term along the axis
    std::int64_t highest[3];
    std::int64_t rule;      ///< BoundaryRule's number
    std::int64_t terms;     ///< in a set of coefficients
    std::int64_t sets;      ///< more than 1 under the rule one_sided
    std::int64_t squares;   ///< 1: the result is the sum's square
    std::int64_t has_range; ///< 1: results are clamped to [low, high]
    double low;
    double high;
    double error_factor;
};

/// How inputs are drawn: see checker/reference/draw.hpp.
struct CellDraw {
    std::uint64_t key; ///< of the sequence of inputs
    double middle;
    double half;
    double low;
    double high;
    std::int64_t low_integer;
    std::uint64_t integers;
    std::uint64_t poison; ///< the bits of an output cell that nobody wrote
};

/// One term of the sum.
struct CellTerm {
    std::int64_t offset[3];
    double coefficient;
};

/// What a check adds up over all cells; all zero before it, but first_wrong.
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

KIT_CELL std::uint64_t mixed(std::uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
    return bits ^ (bits >> 31);
}

KIT_CELL std::uint64_t random_bits(std::uint64_t key, std::uint64_t position) {
    return mixed(key + (position + 1) * 0x9E3779B97F4A7C15u);
}

KIT_CELL double real_input(const CellDraw& draw, std::int64_t cell) {
    const auto bits =
        static_cast<std::int64_t>(random_bits(draw.key, static_cast<std::uint64_t>(cell)));
    const double unit = static_cast<double>(bits) * 0x1p-63;
    const double value = draw.middle + draw.half * unit;
    return value < draw.low ? draw.low : value > draw.high ? draw.high : value;
}

KIT_CELL void drawn_input(const CellDraw& draw, std::int64_t cell, float& value) {
    value = static_cast<float>(real_input(draw, cell));
}

KIT_CELL void drawn_input(const CellDraw& draw, std::int64_t cell, double& value) {
    value = real_input(draw, cell);
}

KIT_CELL void drawn_input(const CellDraw& draw, std::int64_t cell, std::int32_t& value) {
    const std::uint64_t bits = random_bits(draw.key, static_cast<std::uint64_t>(cell));
    value = static_cast<std::int32_t>(
        draw.low_integer + static_cast<std::int64_t>(((bits >> 32) * draw.integers) >> 32));
}

KIT_CELL bool is_interior(const CellGrid& grid, const std::int64_t* at) {
    bool inside = true;
    for (int axis = 0; axis < 3; ++axis) {
        inside = inside && grid.first[axis] <= at[axis] && at[axis] < grid.last[axis];
    }
    return inside;
}

/// Of the rule one_sided: the cell whose stencil reads for `at`.
KIT_CELL std::int64_t moved_origin(const CellGrid& grid, int axis, std::int64_t at) {
    const std::int64_t low_end = -grid.lowest[axis];
    const std::int64_t high_end = grid.extent[axis] - 1 - grid.highest[axis];
    return at < low_end ? low_end : at > high_end ? high_end : at;
}

/// checker/reference/boundary.hpp's source(): -1 for a cell that counts as 0.
KIT_CELL std::int64_t source_of(const CellGrid& grid, int axis, std::int64_t at,
                                std::int64_t offset) {
    enum : std::int64_t { keep, clamp_to_edge, one_sided, periodic, zero };

    const std::int64_t extent = grid.extent[axis];
    const std::int64_t plain = at + offset;
    const std::int64_t edge = extent - 1;
    switch (grid.rule) {
    case keep: return plain;
    case clamp_to_edge: return plain < 0 ? 0 : plain > edge ? edge : plain;
    case periodic: return (plain % extent + extent) % extent;
    case zero: return plain < 0 || plain > edge ? -1 : plain;
    default: break;
    }
    return extent > grid.highest[axis] - grid.lowest[axis] ? moved_origin(grid, axis, at) + offset
                                                           : -1;
}

/// The sum of the terms so far: see checker/reference/terms.hpp.
struct CellSum {
    double value = 0;
    double correction = 0;
    double magnitude = 0;
    std::int64_t exact = 0;
};

KIT_CELL void add_term(CellSum& sum, float cell, double coefficient) {
    const double term = coefficient * static_cast<double>(cell);
    sum.value += term;
    sum.magnitude += std::fabs(term);
}

KIT_CELL void add_term(CellSum& sum, std::int32_t cell, double coefficient) {
    sum.exact += static_cast<std::int64_t>(coefficient) * cell;
}

KIT_CELL double upper_half_of(double number) {
    const double scaled = 134217729.0 * number; // 2^27 + 1
    return scaled - (scaled - number);
}

KIT_CELL double product_error_of(double factor, double number, double product) {
    const double factor_high = upper_half_of(factor);
    const double factor_low = factor - factor_high;
    const double high = upper_half_of(number);
    const double low = number - high;
    return ((factor_high * high - product) + factor_high * low + factor_low * high) +
           factor_low * low;
}

KIT_CELL void add_term(CellSum& sum, double cell, double coefficient) {
    const double term = coefficient * cell;
    const double before = sum.value;
    const double after = before + term;
    const double moved = after - before;
    const double sum_error = (before - (after - moved)) + (term - moved);
    sum.value = after;
    sum.correction += product_error_of(coefficient, cell, term) + sum_error;
    sum.magnitude += std::fabs(term);
}

/// What a computed cell must be: value + correction within `allowed`.
struct CellExpected {
    double value = 0;
    double correction = 0;
    double allowed = 0;
};

/// The square of value + correction: see checker/reference/sweep.cpp.
template <class T>
KIT_CELL CellExpected squared(const CellExpected& sum) {
    CellExpected square{sum.value * sum.value, sum.correction, sum.allowed};
    if constexpr (std::is_same_v<T, double>) {
        square.correction = product_error_of(sum.value, sum.value, square.value) +
                            (2 * sum.value * sum.correction + sum.correction * sum.correction);
    }
    return square;
}

template <class T>
KIT_CELL CellExpected expected_cell(const CellGrid& grid, const CellTerm* terms, const T* input,
                                    const std::int64_t* at) {
    CellSum sum;
    // The set of coefficients for the cell's place in its stencil: one axis, see place_in_stencil().
    const std::int64_t place =
        grid.sets > 1 ? at[0] - moved_origin(grid, 0, at[0]) - grid.lowest[0] : 0;
    for (std::int64_t i = 0; i < grid.terms; ++i) {
        const CellTerm& term = terms[place * grid.terms + i];
        std::int64_t from[3];
        bool outside = false;
        for (int axis = 0; axis < 3; ++axis) {
            from[axis] = source_of(grid, axis, at[axis], term.offset[axis]);
            outside = outside || from[axis] < 0;
        }
        if (!outside) {
            const std::int64_t index =
                (from[2] * grid.extent[1] + from[1]) * grid.extent[0] + from[0];
            add_term(sum, input[index], term.coefficient);
        }
    }
    const double scale = grid.squares != 0 ? sum.magnitude * sum.magnitude : sum.magnitude;
    CellExpected expected{sum.value, sum.correction, scale * grid.error_factor};
    if constexpr (std::is_integral_v<T>) {
        expected.value = static_cast<double>(sum.exact);
    }
    if (grid.squares != 0) {
        expected = squared<T>(expected);
    }
    if (grid.has_range != 0) {
        const double result = expected.value + expected.correction;
        if (result < grid.low || result > grid.high) {
            expected.value = result < grid.low ? grid.low : grid.high;
            expected.correction = 0;
        }
    }
    return expected;
}

/// A cell after one more sweep of several, and how far a right kernel may be off: see
/// checker/reference/time_steps.hpp.
struct CellStep {
    double value = 0;
    double allowed = 0;
};

KIT_CELL CellStep stepped_cell(const CellGrid& grid, const CellTerm* terms, const CellStep* before,
                               const std::int64_t* at) {
    double value = 0;
    double magnitude = 0;
    double handed_on = 0;
    for (std::int64_t i = 0; i < grid.terms; ++i) {
        const CellTerm& term = terms[i];
        const std::int64_t row = (at[2] + term.offset[2]) * grid.extent[1] + at[1] + term.offset[1];
        const CellStep& from = before[row * grid.extent[0] + at[0] + term.offset[0]];
        const double product = term.coefficient * from.value;
        value += product;
        magnitude += std::fabs(product);
        handed_on += std::fabs(term.coefficient) * from.allowed;
    }
    return {value, handed_on + grid.error_factor * (magnitude + handed_on)};
}

/// The bits of an element, widened with zeros.
template <class T>
KIT_CELL std::uint64_t bits_of_element(const T& value) {
    std::uint64_t bits = 0;
    memcpy(&bits, &value, sizeof value);
    return bits;
}

} // namespace kit::gpu

#undef KIT_CELL
