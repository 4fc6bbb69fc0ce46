// The data of one case, drawn from a seed: inputs, poisoned output, coefficients.
#pragma once

#include "checker/model/lab.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kit {

/// What a kernel is launched on. Arrays are row-major, x fastest, elements of the lab's type.
struct CaseData {
    Extents extents;
    std::vector<std::byte> input;
    /// Before the launch: boundary cells that the lab keeps hold the input's value, every other
    /// cell the poison of poison.hpp.
    std::vector<std::byte> output;
    /// One for each point of the stencil, in its order, set by set (coefficient_sets()), each
    /// representable in the element type.
    std::vector<double> coefficients;
};

/// The same lab, extents and seed give the same bits on every platform; other extents or another
/// seed unrelated ones.
///
/// float, double: inputs uniform in [-1, 1], or in the lab's result range where it has one (so that
/// results fall within it, below and above), all bits of the mantissa in use and none smaller than
/// 2^-63 but 0. Coefficients that the lab leaves open have magnitudes in [0.25, 1] at least 0.05
/// apart (up to 13 of them; 25 are 0.027 apart, 49 0.013) and random signs: exchanging two or dropping a sign
/// shows. Fixed ones are rounded to the element type, as the kernel gets them.
///
/// int: coefficients are distinct nonzero integers, distinct in magnitude too; inputs are as large
/// as leaves every partial sum, squared where the lab squares it, within ± greatest_int_sum, at most
/// a million.
[[nodiscard]] CaseData draw_case(const Lab& lab, const Extents& extents, std::uint64_t seed);

} // namespace kit
