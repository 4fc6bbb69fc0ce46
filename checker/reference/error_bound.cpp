#include "checker/reference/error_bound.hpp"

#include <algorithm>

namespace kit {

double error_factor(Element element, std::size_t terms) {
    const double p = static_cast<double>(std::max<std::size_t>(terms, 1));
    const double operations = 2 * p - 1;
    switch (element) {
    case Element::int32: return 0;
    // The reference sums in double: p roundings of 2^-53 a term, S likewise.
    case Element::float32: return operations * 0x1p-24 + 2 * p * 0x1p-53;
    // The reference sums in twice double's precision: about (p·2^-53)² S. S itself is summed in
    // double, which changes the bound by p·2^-53 of itself, as much again.
    case Element::float64: return operations * 0x1p-53 + 16 * p * p * 0x1p-106;
    }
    return 0;
}

} // namespace kit
