// The data of one case, drawn from a seed: inputs, poisoned output, coefficients.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/reference/cell.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kit {

/// What a kernel is launched on. Arrays are row-major, x fastest, elements of the lab's type.
struct CaseData {
    Extents extents;
    std::vector<std::byte> input; ///< all inputs, one after the other
    /// Before the launch: boundary cells that the lab keeps hold the input's value, every other
    /// cell the poison of elements.hpp.
    std::vector<std::byte> output;
    /// One for each point of the stencil, in its order, set by set (coefficient_sets()), each
    /// representable in the element type.
    std::vector<double> coefficients;
    /// What each computed cell must hold, in memory order, for a lab with a reference of its own. Not from draw_case().
    std::vector<CellStep> expected = {};
};

/// The same lab, extents and seed give the same bits on every platform. Other extents or another seed
/// give unrelated ones, and some inputs do not tell the others (random_bits.hpp).
///
/// half, float, double: inputs uniform in [-1, 1], or in the lab's input range or its result range where it has one (so
/// that results fall within it, below and above), in steps of 2^-31 (half, float) or 2^-63 (double) of half that range:
/// all bits of the mantissa are in use but in the smallest. Coefficients that the lab leaves open have
/// magnitudes in [0.25, 1] at least 0.05 apart (up to 13 of them; 25 are 0.027 apart, 49 0.013) and random
/// signs: exchanging two or dropping a sign shows. Fixed ones are rounded to the element type, as the kernel
/// gets them.
///
/// short, int: coefficients are distinct nonzero integers, distinct in magnitude too. Inputs are at most a
/// million, and so small that every partial sum, squared where the lab squares it, stays within
/// ± greatest_sum.
[[nodiscard]] CaseData draw_case(const Lab& lab, const Extents& extents, std::uint64_t seed);

/// The coefficients of draw_case().
[[nodiscard]] std::vector<double> case_coefficients(const Lab& lab, const Extents& extents,
                                                    std::uint64_t seed);

/// How draw_case() draws one of a case's inputs with these coefficients: the GPU draws the same.
[[nodiscard]] CellDraw cell_draw(const Lab& lab, const Extents& extents, std::uint64_t seed,
                                 const std::vector<double>& coefficients, int input = 0);

} // namespace kit
