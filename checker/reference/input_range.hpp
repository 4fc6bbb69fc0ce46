// How a case's inputs lie, as numbers: whoever draws them, host or GPU, draws the same.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/reference/random.hpp"

#include <cstdint>
#include <vector>

namespace kit {

/// float, double: input = clamp(middle + half · u, low, high) for u in [-1, 1], rounded to the
/// element. int: low_integer and the `integers` − 1 numbers above it.
struct InputRange {
    double middle = 0;
    double half = 0;
    double low = 0;
    double high = 0;
    std::int64_t low_integer = 0;
    std::uint64_t integers = 1;
};

[[nodiscard]] InputRange input_range(const Lab& lab, const std::vector<double>& coefficients);

/// The random bits of a case's inputs, read at a cell's row-major index; draw.hpp says how they
/// become inputs.
[[nodiscard]] RandomBits input_bits(const Extents& extents, std::uint64_t seed);

/// The coefficients, as draw_case() draws them.
[[nodiscard]] std::vector<double> case_coefficients(const Lab& lab, const Extents& extents,
                                                    std::uint64_t seed);

} // namespace kit
