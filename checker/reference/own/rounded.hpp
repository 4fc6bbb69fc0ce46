// The number type that a lab's own reference computes with, where its elements are float or double.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace kit {

/// A value, and how far a kernel's may be from it that computes in Element: each operation rounds once, and a sum may
/// be taken in any order, so that it is off by the unit roundoff times the sum of its terms' magnitudes.
template <class Element>
class Rounded {
public:
    /// A constant, as the kernel has it: rounded to Element. Implicit, because formulas have constants.
    Rounded(double number)
        : value(number), magnitude(std::fabs(number)),
          error(std::fabs(number - static_cast<double>(static_cast<Element>(number)))) {}

    double value;
    double magnitude; ///< of a sum: that of its terms, summed
    double error;     ///< at most

    /// Whether a comparison could have come out either way; stays true until it is set to false.
    static inline thread_local bool is_doubtful = false;

    friend Rounded operator+(const Rounded& a, const Rounded& b) {
        return of(a.value + b.value, a.magnitude + b.magnitude, a.error + b.error);
    }

    friend Rounded operator-(const Rounded& a) { return of(-a.value, a.magnitude, a.error, 0); }

    friend Rounded operator-(const Rounded& a, const Rounded& b) { return a + -b; }

    friend Rounded operator*(const Rounded& a, const Rounded& b) {
        return of(a.value * b.value, a.magnitude * b.magnitude,
                  a.error * (b.magnitude + b.error) + b.error * a.magnitude);
    }

    friend Rounded operator/(const Rounded& a, const Rounded& b) {
        const double least = std::fabs(b.value) - b.error;
        const double quotient = a.magnitude / std::fabs(b.value);
        return of(a.value / b.value, quotient,
                  least > 0 ? (a.error + quotient * b.error) / least : infinity);
    }

    Rounded& operator+=(const Rounded& other) { return *this = *this + other; }

    Rounded& operator-=(const Rounded& other) { return *this = *this - other; }

    Rounded& operator*=(const Rounded& other) { return *this = *this * other; }

    Rounded& operator/=(const Rounded& other) { return *this = *this / other; }

    friend bool operator<(const Rounded& a, const Rounded& b) {
        const double errors = a.error + b.error;
        is_doubtful = is_doubtful || (errors > 0 && std::fabs(a.value - b.value) <= errors);
        return a.value < b.value;
    }

    friend bool operator>(const Rounded& a, const Rounded& b) { return b < a; }

    friend bool operator<=(const Rounded& a, const Rounded& b) { return !(b < a); }

    friend bool operator>=(const Rounded& a, const Rounded& b) { return !(a < b); }

    friend bool operator==(const Rounded& a, const Rounded& b) { return !(a < b) && !(b < a); }

    // These need no doubt: where two are nearly equal, either will do.
    friend Rounded min(const Rounded& a, const Rounded& b) {
        return of_both(a, b, b.value < a.value);
    }

    friend Rounded max(const Rounded& a, const Rounded& b) {
        return of_both(a, b, a.value < b.value);
    }

    friend Rounded abs(const Rounded& a) { return of(std::fabs(a.value), a.magnitude, a.error, 0); }

    friend Rounded fabs(const Rounded& a) { return abs(a); }

    // CUDA's functions are off by a few units in the last place: CUDA C++ Programming Guide, "Mathematical Functions".
    friend Rounded sqrt(const Rounded& a) {
        return increasing(a, [](double x) { return std::sqrt(std::max(x, 0.0)); });
    }

    friend Rounded exp(const Rounded& a) {
        return increasing(a, [](double x) { return std::exp(x); });
    }

    friend Rounded log(const Rounded& a) {
        return increasing(a, [](double x) { return std::log(x); });
    }

    friend Rounded tanh(const Rounded& a) {
        return increasing(a, [](double x) { return std::tanh(x); });
    }

    friend Rounded sin(const Rounded& a) { return of(std::sin(a.value), 1, a.error, units); }

    friend Rounded cos(const Rounded& a) { return of(std::cos(a.value), 1, a.error, units); }

private:
    static constexpr double roundoff = std::numeric_limits<Element>::epsilon() / 2;
    static constexpr double infinity = std::numeric_limits<double>::infinity();
    static constexpr double units = 8; ///< roundoffs of a function

    static Rounded of(double value, double magnitude, double error, double roundings = 1) {
        Rounded result(0);
        result.value = value;
        result.magnitude = magnitude;
        result.error = error + roundings * roundoff * (magnitude + error);
        return result;
    }

    static Rounded of_both(const Rounded& a, const Rounded& b, bool is_second) {
        return of((is_second ? b : a).value, std::max(a.magnitude, b.magnitude),
                  std::max(a.error, b.error), 0);
    }

    /// An increasing function: its values at both ends of what the argument may be.
    template <class Function>
    static Rounded increasing(const Rounded& a, Function function) {
        const double value = function(a.value);
        const double error =
            std::max(function(a.value + a.error) - value, value - function(a.value - a.error));
        return of(value, std::fabs(value), std::isnan(error) ? infinity : error, units);
    }
};

} // namespace kit
