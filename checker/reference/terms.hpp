// Adds one term of the stencil to a run of cells: the loops that the reference spends its time in.
//
// One instantiation per element type. The runs are long in the grid's interior, where the compiler
// vectorizes these loops, and one cell long at its edges.
#pragma once

#include <cmath>
#include <cstdint>

namespace kit {

/// Where the sums of a run of cells are kept; each pointer to the run's first cell.
struct Sums {
    double* value;
    double* correction;
    double* magnitude; ///< Σ|c·x|
    std::int64_t* exact;
};

inline void add_term(const float* cells, double coefficient, std::int64_t count, const Sums& sums) {
    double* __restrict value = sums.value;
    double* __restrict magnitude = sums.magnitude;
    for (std::int64_t i = 0; i < count; ++i) {
        const double term = coefficient * static_cast<double>(cells[i]);
        value[i] += term;
        magnitude[i] += std::abs(term);
    }
}

inline void add_term(const std::int32_t* cells, double coefficient, std::int64_t count,
                     const Sums& sums) {
    std::int64_t* __restrict exact = sums.exact;
    const auto factor = static_cast<std::int64_t>(coefficient);
    for (std::int64_t i = 0; i < count; ++i) {
        exact[i] += factor * cells[i];
    }
}

/// The upper half of a double's mantissa (Veltkamp): products of halves are exact.
inline double upper_half(double number) {
    const double scaled = 0x8000001p0 * number;
    return scaled - (scaled - number);
}

/// factor · number − product, exactly, where product is their product rounded (Dekker). Needs
/// -ffp-contract=off.
inline double product_error(double factor, double number, double product) {
    const double factor_high = upper_half(factor);
    const double factor_low = factor - factor_high;
    const double high = upper_half(number);
    const double low = number - high;
    return ((factor_high * high - product) + factor_high * low + factor_low * high) +
           factor_low * low;
}

/// Dot2 of Ogita, Rump and Oishi (2005): the rounding errors of each product (Dekker) and of each
/// addition (Knuth) are computed exactly and summed beside. Needs -ffp-contract=off.
inline void add_term(const double* cells, double coefficient, std::int64_t count,
                     const Sums& sums) {
    double* __restrict value = sums.value;
    double* __restrict correction = sums.correction;
    double* __restrict magnitude = sums.magnitude;
    for (std::int64_t i = 0; i < count; ++i) {
        const double term = coefficient * cells[i];
        const double before = value[i];
        const double after = before + term;
        const double moved = after - before;
        const double sum_error = (before - (after - moved)) + (term - moved);
        value[i] = after;
        correction[i] += product_error(coefficient, cells[i], term) + sum_error;
        magnitude[i] += std::abs(term);
    }
}

} // namespace kit
