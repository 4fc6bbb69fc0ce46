// Integers and fractions that are exact or an error: a count that wraps would still look like a
// count.
#pragma once

#include "checker/base/errors.hpp"
#include "checker/base/extents.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

namespace kit {

/// a + b. Throws Overflow.
[[nodiscard]] std::int64_t checked_add(std::int64_t a, std::int64_t b);

/// a − b. Throws Overflow.
[[nodiscard]] std::int64_t checked_sub(std::int64_t a, std::int64_t b);

/// a · b. Throws Overflow.
[[nodiscard]] std::int64_t checked_mul(std::int64_t a, std::int64_t b);

/// The product of all factors; 1 without factors. Throws Overflow, unless a factor is 0.
[[nodiscard]] std::int64_t checked_product(std::initializer_list<std::int64_t> factors);

/// x · y · z. Throws Overflow.
[[nodiscard]] std::int64_t total(const Extents& extents);

/// base to the power of exponent; 0⁰ is 1. Throws Overflow, or BadInput on a negative exponent.
[[nodiscard]] std::int64_t checked_pow(std::int64_t base, int exponent);

/// ⌈a/b⌉, the least integer that is not below a/b; a may be negative. Throws BadInput unless b > 0.
[[nodiscard]] std::int64_t ceil_div(std::int64_t a, std::int64_t b);

/// A fraction in lowest terms with a positive denominator.
class Rational {
public:
    Rational() = default;

    /// value/1; implicit, because every integer is a fraction.
    Rational(std::int64_t value) : numerator_(value) {}

    /// Reduces. Throws BadInput on a denominator of 0, Overflow where the reduced terms do not fit.
    Rational(std::int64_t numerator, std::int64_t denominator);

    [[nodiscard]] std::int64_t numerator() const { return numerator_; }

    [[nodiscard]] std::int64_t denominator() const { return denominator_; }

    [[nodiscard]] bool is_integer() const { return denominator_ == 1; }

    /// The largest integer that is not above it, and the least that is not below.
    [[nodiscard]] std::int64_t floor() const {
        return numerator_ / denominator_ - (numerator_ < 0 && !is_integer() ? 1 : 0);
    }

    [[nodiscard]] std::int64_t ceil() const { return floor() + (is_integer() ? 0 : 1); }

    /// "325/128"; an integer without its denominator.
    [[nodiscard]] std::string fraction() const;

    /// "2.539" with exactly `digits` digits after the point; without a point for 0 digits. Rounded from
    /// the exact value, halves away from zero. Throws BadInput on negative digits.
    [[nodiscard]] std::string decimal(int digits) const;

    /// How many digits after the point write it exactly; absent where that takes more than `most`.
    [[nodiscard]] std::optional<int> exact_digits(int most) const;

    /// The nearest double, for documents that hold numbers and not fractions.
    [[nodiscard]] double approximate() const;

    friend bool operator==(const Rational&, const Rational&) = default;

private:
    std::int64_t numerator_ = 0;
    std::int64_t denominator_ = 1;
};

/// Sum, difference, product and quotient. All throw Overflow where the reduced result does not fit;
/// a / b throws BadInput where b is 0.
[[nodiscard]] Rational operator+(const Rational& a, const Rational& b);
[[nodiscard]] Rational operator-(const Rational& a, const Rational& b);
[[nodiscard]] Rational operator*(const Rational& a, const Rational& b);
[[nodiscard]] Rational operator/(const Rational& a, const Rational& b);

/// Whether a is below b. Never throws.
[[nodiscard]] bool operator<(const Rational& a, const Rational& b);

} // namespace kit
