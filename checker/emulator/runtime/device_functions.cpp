// Device functions that the processor or the C library compute: roundings other than to the nearest, and mathematics
// that the C library does not have, or has with stores that the runtime would not see.
#include "checker/emulator/runtime/access.hpp"

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace {

// As in include/kit/rounding.h and special.h.
enum Rounding { to_nearest, to_zero, up, down };

enum RoundedOperation { sum, product, quotient, root, inverse_root, fused };

enum SpecialFunction {
    erfcx_of,
    erfinv_of,
    erfcinv_of,
    normcdf_of,
    normcdfinv_of,
    bessel_i0_of,
    bessel_i1_of,
    sinpi_of,
    cospi_of
};

/// The processor rounds so as long as this lives.
class RoundingMode {
public:
    explicit RoundingMode(int rounding) : before_(std::fegetround()) {
        constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
        std::fesetround(modes[rounding & 3]);
    }

    ~RoundingMode() { std::fesetround(before_); }

    RoundingMode(const RoundingMode&) = delete;
    RoundingMode& operator=(const RoundingMode&) = delete;

private:
    int before_;
};

/// Computed where the mode holds: the compiler must neither move it nor work it out.
template <class T>
T rounded(int operation, int rounding, T a, T b, T c) {
    volatile T x = a;
    volatile T y = b;
    volatile T result = 0;
    const RoundingMode mode(rounding);
    switch (operation) {
    case sum: result = x + y; break;
    case product: result = x * y; break;
    case quotient: result = x / y; break;
    case root: result = std::sqrt(x); break;
    case inverse_root:
        result = static_cast<T>(1.0L / std::sqrt(static_cast<long double>(x)));
        break;
    default: result = std::fma(x, y, c); break;
    }
    return result;
}

template <class To, class From>
To converted(int rounding, From value) {
    volatile From from = value;
    const RoundingMode mode(rounding);
    volatile To to = static_cast<To>(from);
    return to;
}

constexpr long double pi = std::numbers::pi_v<long double>;
constexpr long double infinity = std::numeric_limits<long double>::infinity();
constexpr long double nan_value = std::numeric_limits<long double>::quiet_NaN();

long double erfcx(long double x) {
    constexpr long double far = 25;
    if (x < far) {
        return std::exp(x * x) * std::erfc(x);
    }
    // Asymptotic: the terms are below the last bit after a few.
    const long double square = 1 / (2 * x * x);
    long double term = 1;
    long double sum = 1;
    for (int i = 1; i < 10; ++i) {
        term *= -static_cast<long double>(2 * i - 1) * square;
        sum += term;
    }
    return x > 1e300L && std::isinf(x) ? 0 : sum / (x * std::sqrt(pi));
}

/// Where erfc() is y, from 0 to 1: Newton's steps on the logarithm, which is nearly a parabola.
long double erfcinv_of_small(long double y) {
    const long double wanted = std::log(y);
    long double x = y > 0.5L ? (1 - y) * std::sqrt(pi) / 2 : std::sqrt(-wanted);
    for (int i = 0; i < 60; ++i) {
        const long double value = std::erfc(x);
        const long double slope = -2 / std::sqrt(pi) * std::exp(-x * x) / value;
        const long double step = (std::log(value) - wanted) / slope;
        x -= step;
        if (std::fabs(step) <= std::fabs(x) * 1e-19L) {
            break;
        }
    }
    return x;
}

long double erfcinv(long double y) {
    if (!(y >= 0 && y <= 2)) {
        return nan_value;
    }
    if (y == 0 || y == 2) {
        return y == 0 ? infinity : -infinity;
    }
    return y <= 1 ? erfcinv_of_small(y) : -erfcinv_of_small(2 - y);
}

/// By erf() itself where it is small, so that no digits are lost.
long double erfinv(long double y) {
    if (!(std::fabs(y) <= 1)) {
        return nan_value;
    }
    if (std::fabs(y) > 0.5L) {
        return y > 0 ? erfcinv(1 - y) : -erfcinv(1 + y);
    }
    long double x = y * std::sqrt(pi) / 2;
    for (int i = 0; i < 60 && y != 0; ++i) {
        const long double step = (std::erf(x) - y) * std::sqrt(pi) / 2 * std::exp(x * x);
        x -= step;
        if (std::fabs(step) <= std::fabs(x) * 1e-19L) {
            break;
        }
    }
    return x;
}

/// The modified Bessel function's series, all of whose terms have one sign.
long double bessel_i(int order, long double x) {
    const long double quarter = x * x / 4;
    long double term = order == 0 ? 1 : x / 2;
    long double sum = term;
    for (int i = 1; i < 4000 && std::fabs(term) > std::fabs(sum) * 1e-21L; ++i) {
        term *= quarter / (static_cast<long double>(i) * (i + order));
        sum += term;
    }
    return sum;
}

/// sin(πx), or cos(πx): exact at halves.
long double sine_of_pi(long double x, bool cosine) {
    if (std::isinf(x)) {
        return nan_value;
    }
    const long double turn = std::fmod(std::fabs(x), 2.0L);
    const auto halves = static_cast<int>(std::rint(turn * 2));
    const long double rest = pi * (turn - halves / 2.0L);
    const int quarter = halves + (cosine ? 1 : 0);
    long double value = quarter % 2 == 0 ? std::sin(rest) : std::cos(rest);
    value = quarter % 4 >= 2 ? -value : value;
    if (value == 0 && cosine) {
        return 0;
    }
    return !cosine && std::signbit(x) ? -value : value;
}

template <class T>
void store(T* address, T value, const void* code) {
    kit::runtime::on_plain(reinterpret_cast<std::uintptr_t>(address), sizeof value, true, code);
    *address = value;
}

template <class T>
T split_exponent(T x, int* exponent, const void* code) {
    int value = 0;
    const T fraction = std::frexp(x, &value);
    store(exponent, std::isfinite(x) ? value : 0, code);
    return fraction;
}

template <class T>
T split_whole(T x, T* whole, const void* code) {
    T value = 0;
    const T fraction = std::modf(x, &value);
    store(whole, value, code);
    return fraction;
}

template <class T>
T with_quotient(T x, T y, int* quotient, const void* code) {
    int value = 0;
    const T remainder = std::remquo(x, y, &value);
    store(quotient, value, code);
    return remainder;
}

} // namespace

extern "C" {
float kit_rounded_float(int operation, int rounding, float a, float b, float c) {
    return rounded(operation, rounding, a, b, c);
}

double kit_rounded_double(int operation, int rounding, double a, double b, double c) {
    return rounded(operation, rounding, a, b, c);
}

float kit_float_of_double(int rounding, double value) {
    return converted<float>(rounding, value);
}

float kit_float_of_signed(int rounding, long long value) {
    return converted<float>(rounding, value);
}

/// By long double, which holds it whole: the processor converts numbers with a sign only.
float kit_float_of_unsigned(int rounding, unsigned long long value) {
    return converted<float>(rounding, static_cast<long double>(value));
}

double kit_double_of_signed(int rounding, long long value) {
    return converted<double>(rounding, value);
}

double kit_double_of_unsigned(int rounding, unsigned long long value) {
    return converted<double>(rounding, static_cast<long double>(value));
}

double kit_special_function(int function, double value) {
    const long double x = value;
    const auto result = [&]() -> long double {
        switch (function) {
        case erfcx_of: return erfcx(x);
        case erfinv_of: return erfinv(x);
        case erfcinv_of: return erfcinv(x);
        case normcdf_of: return std::erfc(-x / std::sqrt(2.0L)) / 2;
        case normcdfinv_of: return x < 0.5L || x > 0.5L ? -std::sqrt(2.0L) * erfcinv(2 * x) : 0 * x;
        case bessel_i0_of: return bessel_i(0, x);
        case bessel_i1_of: return bessel_i(1, x);
        case sinpi_of: return sine_of_pi(x, false);
        default: return sine_of_pi(x, true);
        }
    }();
    return static_cast<double>(result);
}

double kit_frexp(double x, int* exponent) {
    return split_exponent(x, exponent, __builtin_return_address(0));
}

float kit_frexpf(float x, int* exponent) {
    return split_exponent(x, exponent, __builtin_return_address(0));
}

double kit_modf(double x, double* whole) {
    return split_whole(x, whole, __builtin_return_address(0));
}

float kit_modff(float x, float* whole) {
    return split_whole(x, whole, __builtin_return_address(0));
}

double kit_remquo(double x, double y, int* quotient) {
    return with_quotient(x, y, quotient, __builtin_return_address(0));
}

float kit_remquof(float x, float y, int* quotient) {
    return with_quotient(x, y, quotient, __builtin_return_address(0));
}

/// The C library's own also stores the sign, in the variable signgam: this one does not.
double kit_lgamma(double x) {
    int sign = 0;
    return lgamma_r(x, &sign);
}

float kit_lgammaf(float x) {
    int sign = 0;
    return lgammaf_r(x, &sign);
}

/// A NaN whatever the text says: a GPU's payload of it is not promised.
double kit_nan(const char*) {
    return __builtin_nan("");
}

float kit_nanf(const char*) {
    return __builtin_nanf("");
}
}
