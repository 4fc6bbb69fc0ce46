#include "checker/base/exact.hpp"

#include "checker/base/numbers.hpp"

#include <limits>
#include <string_view>
#include <tuple>
#include <utility>

namespace kit {

namespace {

// The cross products of two fractions of 64-bit terms, and their difference, fit in 128 bits.
__extension__ using Wide = __int128;

[[noreturn]] void overflow(std::int64_t a, std::string_view operation, std::int64_t b) {
    throw Overflow(thousands(a) + std::string(operation) + thousands(b) +
                   " does not fit in 64 bits; choose smaller sizes.");
}

Wide greatest_common_divisor(Wide a, Wide b) {
    while (b != 0) {
        const Wide rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

/// Numerator and denominator.
std::pair<std::int64_t, std::int64_t> reduce(Wide numerator, Wide denominator) {
    if (denominator == 0) {
        throw BadInput("A fraction cannot have the denominator 0.");
    }
    const Wide divisor = greatest_common_divisor(numerator, denominator);
    const Wide sign = denominator < 0 ? -1 : 1;
    const Wide top = sign * numerator / divisor;
    const Wide bottom = sign * denominator / divisor;
    constexpr Wide most = std::numeric_limits<std::int64_t>::max();
    if (top > most || top < -most - 1 || bottom > most) {
        throw Overflow(
            "A number, or the terms of a fraction, does not fit in 64 bits; choose smaller sizes.");
    }
    return {static_cast<std::int64_t>(top), static_cast<std::int64_t>(bottom)};
}

Rational fraction_of(Wide numerator, Wide denominator) {
    const auto [top, bottom] = reduce(numerator, denominator);
    return {top, bottom};
}

/// Adds one to the last digit of a decimal, carrying past its point.
std::string rounded_up(std::string decimal) {
    for (std::size_t i = decimal.size(); i-- > 0;) {
        if (decimal[i] == '.') {
            continue;
        }
        if (decimal[i] != '9') {
            ++decimal[i];
            return decimal;
        }
        decimal[i] = '0';
    }
    return "1" + decimal;
}

} // namespace

std::int64_t checked_add(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) {
        overflow(a, " + ", b);
    }
    return sum;
}

std::int64_t checked_sub(std::int64_t a, std::int64_t b) {
    std::int64_t difference = 0;
    if (__builtin_sub_overflow(a, b, &difference)) {
        overflow(a, " − ", b);
    }
    return difference;
}

std::int64_t checked_mul(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) {
        overflow(a, " · ", b);
    }
    return product;
}

std::int64_t checked_product(std::initializer_list<std::int64_t> factors) {
    std::int64_t product = 1;
    for (const std::int64_t factor : factors) {
        if (factor == 0) {
            return 0;
        }
    }
    for (const std::int64_t factor : factors) {
        product = checked_mul(product, factor);
    }
    return product;
}

std::int64_t total(const Extents& extents) {
    return checked_product({extents.x, extents.y, extents.z});
}

std::int64_t checked_pow(std::int64_t base, int exponent) {
    if (exponent < 0) {
        throw BadInput("An exponent cannot be negative.");
    }
    std::int64_t power = 1;
    for (int i = 0; i < exponent; ++i) {
        power = checked_mul(power, base);
    }
    return power;
}

std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
    if (b <= 0) {
        throw BadInput("Only a positive number can divide a count.");
    }
    return a / b + (a % b > 0 ? 1 : 0);
}

Rational::Rational(std::int64_t numerator, std::int64_t denominator) {
    std::tie(numerator_, denominator_) = reduce(numerator, denominator);
}

std::string Rational::fraction() const {
    const std::string top = std::to_string(numerator_);
    return is_integer() ? top : top + "/" + std::to_string(denominator_);
}

std::optional<int> Rational::exact_digits(int most) const {
    std::int64_t power = 1;
    for (int digits = 0; digits <= most; ++digits, power = checked_mul(power, 10)) {
        if (power % denominator_ == 0) {
            return digits;
        }
    }
    return std::nullopt;
}

std::string Rational::decimal(int digits) const {
    if (digits < 0) {
        throw BadInput("A decimal cannot have a negative number of digits.");
    }
    const bool negative = numerator_ < 0;
    const Wide magnitude = negative ? -static_cast<Wide>(numerator_) : numerator_;
    Wide rest = magnitude % denominator_;
    std::string text = std::to_string(static_cast<std::uint64_t>(magnitude / denominator_));
    if (digits > 0) {
        text += '.';
    }
    for (int i = 0; i < digits; ++i) {
        rest *= 10;
        text += static_cast<char>('0' + static_cast<int>(rest / denominator_));
        rest %= denominator_;
    }
    if (2 * rest >= denominator_) {
        text = rounded_up(text);
    }
    const bool all_zero = text.find_first_not_of("0.") == std::string::npos;
    return negative && !all_zero ? "-" + text : text;
}

double Rational::approximate() const {
    return static_cast<double>(static_cast<long double>(numerator_) /
                               static_cast<long double>(denominator_));
}

Rational operator+(const Rational& a, const Rational& b) {
    return fraction_of(static_cast<Wide>(a.numerator()) * b.denominator() +
                           static_cast<Wide>(b.numerator()) * a.denominator(),
                       static_cast<Wide>(a.denominator()) * b.denominator());
}

Rational operator-(const Rational& a, const Rational& b) {
    return fraction_of(static_cast<Wide>(a.numerator()) * b.denominator() -
                           static_cast<Wide>(b.numerator()) * a.denominator(),
                       static_cast<Wide>(a.denominator()) * b.denominator());
}

Rational operator*(const Rational& a, const Rational& b) {
    return fraction_of(static_cast<Wide>(a.numerator()) * b.numerator(),
                       static_cast<Wide>(a.denominator()) * b.denominator());
}

Rational operator/(const Rational& a, const Rational& b) {
    if (b.numerator() == 0) {
        throw BadInput("Nothing can be divided by 0.");
    }
    return fraction_of(static_cast<Wide>(a.numerator()) * b.denominator(),
                       static_cast<Wide>(a.denominator()) * b.numerator());
}

bool operator<(const Rational& a, const Rational& b) {
    return static_cast<Wide>(a.numerator()) * b.denominator() <
           static_cast<Wide>(b.numerator()) * a.denominator();
}

} // namespace kit
