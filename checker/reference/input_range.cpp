#include "checker/reference/input_range.hpp"

#include "checker/reference/coefficients.hpp"
#include "checker/reference/poison.hpp"

#include <algorithm>
#include <cmath>

namespace kit {

namespace {

enum Purpose : std::uint64_t { for_coefficients, for_input };

RandomBits bits_of(const Extents& extents, std::uint64_t seed) {
    return RandomBits(seed)
        .derive(static_cast<std::uint64_t>(extents.x))
        .derive(static_cast<std::uint64_t>(extents.y))
        .derive(static_cast<std::uint64_t>(extents.z));
}

InputRange whole_range(const Lab& lab, const std::vector<double>& coefficients) {
    std::int64_t weight = 1;
    for (const double coefficient : coefficients) {
        weight += std::abs(static_cast<std::int64_t>(coefficient));
    }
    const std::int64_t greatest_sum = lab.result_operation == ResultOperation::square
                                          ? greatest_squared_int_sum
                                          : greatest_int_sum;
    const double most =
        static_cast<double>(std::min<std::int64_t>(1'000'000, greatest_sum / weight));
    const ResultRange results = lab.result_range.value_or(ResultRange{-most, most});
    InputRange range;
    range.low_integer = static_cast<std::int64_t>(std::clamp(results.low, -most, most));
    const auto high = static_cast<std::int64_t>(std::clamp(results.high, -most, most));
    range.integers = static_cast<std::uint64_t>(high - range.low_integer + 1);
    return range;
}

} // namespace

InputRange input_range(const Lab& lab, const std::vector<double>& coefficients) {
    if (lab.element == Element::int32) {
        return whole_range(lab, coefficients);
    }
    const ResultRange results = lab.result_range.value_or(ResultRange{-1, 1});
    InputRange range;
    range.middle = results.low / 2 + results.high / 2;
    range.half = results.high / 2 - results.low / 2;
    range.low = results.low;
    range.high = results.high;
    return range;
}

RandomBits input_bits(const Extents& extents, std::uint64_t seed) {
    return bits_of(extents, seed).derive(for_input);
}

std::vector<double> case_coefficients(const Lab& lab, const Extents& extents, std::uint64_t seed) {
    return draw_coefficients(lab, bits_of(extents, seed).derive(for_coefficients));
}

} // namespace kit
