// IEEE 754's binary16, CUDA's half, as arrays hold it: numbers are worked out in double and rounded to it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace kit {

struct Half {
    std::uint16_t bits;

    Half() = default;

    /// To the nearest, halfway to even; infinity from 65520 on.
    explicit Half(double value) : bits(std::signbit(value) ? 0x8000 : 0) {
        const double size = std::fabs(value);
        if (std::isnan(value)) {
            bits = 0x7e00;
        } else if (size >= 65520) {
            bits |= 0x7c00;
        } else if (size > 0) {
            const int exponent = std::max(std::ilogb(size), least_exponent);
            const double mantissa = std::nearbyint(std::ldexp(size, mantissa_bits - exponent));
            // Its highest bit is the exponent's lowest one; a subnormal number has neither.
            bits |= static_cast<std::uint16_t>(((exponent - least_exponent) << mantissa_bits) +
                                               static_cast<int>(mantissa));
        }
    }

    explicit operator double() const {
        const int exponent = bits >> mantissa_bits & 31;
        const int rest = bits & ((1 << mantissa_bits) - 1);
        double size = 0;
        if (exponent == 31) {
            size = rest == 0 ? std::numeric_limits<double>::infinity()
                             : std::numeric_limits<double>::quiet_NaN();
        } else if (exponent == 0) {
            size = std::ldexp(rest, least_exponent - mantissa_bits);
        } else {
            size = std::ldexp(rest + (1 << mantissa_bits),
                              exponent - 1 + least_exponent - mantissa_bits);
        }
        return (bits & 0x8000) != 0 ? -size : size;
    }

private:
    static constexpr int mantissa_bits = 10;
    static constexpr int least_exponent = -14; ///< of a normal number
};

} // namespace kit

template <>
struct std::numeric_limits<kit::Half> {
    static constexpr bool is_specialized = true;

    // As double, for bounds: the distance of numbers from 1 to 2, and the least normal number.
    static constexpr double epsilon() { return 0x1p-10; }

    static constexpr double min() { return 0x1p-14; }
};
