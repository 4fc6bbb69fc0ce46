#include "checker/reference/error_bound.hpp"

#include <algorithm>

namespace kit {

double error_factor(Element element, std::size_t terms, std::size_t products) {
    const double p = static_cast<double>(std::max<std::size_t>(terms, 1));
    const double operations = 2 * p - 1 + static_cast<double>(products);
    switch (element) {
    case Element::int16:
    case Element::int32: return 0;
    case Element::float16: return operations * 0x1p-11 + 2 * p * 0x1p-53;
    // The reference sums in double: p roundings of 2^-53 a term, S likewise.
    case Element::float32: return operations * 0x1p-24 + 2 * p * 0x1p-53;
    // The reference sums in twice double's precision: about (p·2^-53)² S. S itself is summed in
    // double, which changes the bound by p·2^-53 of itself, as much again.
    case Element::float64: return operations * 0x1p-53 + 16 * p * p * 0x1p-106;
    }
    return 0;
}

double square_error_factor(Element element, double sum_factor) {
    const double sum_part = 2 * sum_factor + sum_factor * sum_factor;
    const double most_square = (1 + sum_factor) * (1 + sum_factor);
    switch (element) {
    case Element::int16:
    case Element::int32: return 0;
    case Element::float16: return sum_part + most_square * 0x1p-11 + 4 * 0x1p-53;
    // The reference squares in double: one rounding of 2^-53, and one of S².
    case Element::float32: return sum_part + most_square * 0x1p-24 + 4 * 0x1p-53;
    // The reference's square is two doubles; the bound's own roundings weigh more.
    case Element::float64: return sum_part + most_square * 0x1p-53 + 16 * 0x1p-106;
    }
    return 0;
}

double error_factor(const Lab& lab) {
    const auto products = std::ranges::count_if(
        lab.stencil, [](const StencilPoint& point) { return point.times.has_value(); });
    const double sum =
        error_factor(lab.element, lab.stencil.size(), static_cast<std::size_t>(products));
    return lab.result_operation == ResultOperation::square ? square_error_factor(lab.element, sum)
                                                           : sum;
}

double underflow(const Lab& lab, double magnitude) {
    if (lab.element != Element::float16) {
        return 0;
    }
    const double sum = 3 * 0x1p-25 * static_cast<double>(lab.stencil.size());
    return lab.result_operation == ResultOperation::square ? (2 * magnitude + sum) * sum + 0x1p-25
                                                           : sum;
}

} // namespace kit
