// The types of 16 bits, half (cuda_fp16.h) and bfloat16 (cuda_bf16.h), and their functions: CUDA Math API, "Half
// Precision Intrinsics" and "Bfloat16 Precision Intrinsics". Both files have the same functions under the same names,
// so KIT_SMALL_FLOAT makes them for either type. A result is computed in double and rounded once.
#pragma once

#include "rounding.h"

#define KIT_BOTH static inline __attribute__((host, device, always_inline))
#define KIT_SMALL_MEMBER __attribute__((host, device, always_inline))

// What a format is: bits of the mantissa that are stored, and the exponent's bias.

KIT_BOTH double kit_unpacked(unsigned short bits, int mantissa, int bias) {
    const int exponent = (bits & 0x7fff) >> mantissa;
    const unsigned long long rest = bits & ((1u << mantissa) - 1);
    const unsigned long long sign = static_cast<unsigned long long>(bits & 0x8000) << 48;
    if (exponent == 0) {
        const double value = static_cast<double>(rest) *
                             kit_reinterpret<double>((1024ull - bias - mantissa) << 52);
        return kit_reinterpret<double>(kit_reinterpret<unsigned long long>(value) | sign);
    }
    const unsigned long long wide =
        exponent == 2 * bias + 1 ? 2047 : static_cast<unsigned long long>(exponent - bias + 1023);
    return kit_reinterpret<double>(sign | wide << 52 | rest << (52 - mantissa));
}

KIT_BOTH unsigned short kit_packed(double value, int mantissa, int bias, int rounding) {
    const auto bits = kit_reinterpret<unsigned long long>(value);
    const auto sign = static_cast<unsigned short>(bits >> 48 & 0x8000);
    const unsigned int infinity = static_cast<unsigned int>(2 * bias + 1) << mantissa;
    if (value != value) {
        return 0x7fff;
    }
    if (value == 0.0 || fabs(value) == __builtin_inf()) {
        return static_cast<unsigned short>(sign | (value == 0.0 ? 0 : infinity));
    }
    const int exponent = static_cast<int>(bits >> 52 & 2047) - 1023;
    const int least = 1 - bias;
    const int lost = 52 - mantissa + (exponent < least ? least - exponent : 0);
    const int shift = lost < 60 ? lost : 60;
    const unsigned long long whole = (bits & 0xfffffffffffffull) | 1ull << 52;
    const unsigned long long rest = whole & ((1ull << shift) - 1);
    const unsigned long long middle = 1ull << (shift - 1);
    unsigned long long kept = whole >> shift;
    const bool outwards = rounding == kit_up ? sign == 0 : rounding == kit_down && sign != 0;
    const bool more = rounding == kit_to_nearest
                          ? rest > middle || (rest == middle && (kept & 1) != 0)
                          : outwards && rest != 0;
    kept += more ? 1 : 0;
    const int stored = (exponent < least ? least : exponent) + bias - 1;
    const unsigned long long result =
        (static_cast<unsigned long long>(stored) << mantissa) + kept;
    if (result >= infinity) {
        return static_cast<unsigned short>(
            sign | (rounding == kit_to_nearest || outwards ? infinity : infinity - 1));
    }
    return static_cast<unsigned short>(sign | result);
}

/// A sum that is not exact ends in an odd bit, so that rounding it once more rounds the exact one. |a| and |b| may
/// differ in any way.
KIT_DEVICE double kit_odd_sum(double a, double b) {
    const double sum = a + b;
    const double back = sum - a;
    const double error = (a - (sum - back)) + (b - back);
    auto bits = kit_reinterpret<unsigned long long>(sum);
    if (error == 0.0 || error != error || (bits & 1) != 0) {
        return sum;
    }
    bits += (error > 0.0) == (sum > 0.0) ? 1ull : ~0ull;
    return kit_reinterpret<double>(bits);
}

/// A double on the same side of all numbers with less than 50 bits.
KIT_BOTH double kit_odd_double(unsigned long long value) {
    const bool inexact = value >> 53 != 0 && (value & 2047) != 0;
    return static_cast<double>(inexact ? (value & ~2047ull) | 2048 : value);
}

#define KIT_SMALL_COMPARED(type, pair, name, condition)                                            \
    KIT_DEVICE bool __h##name(type a, type b) {                                                    \
        const double x = a.kit_value();                                                            \
        const double y = b.kit_value();                                                            \
        return condition;                                                                          \
    }                                                                                              \
    KIT_DEVICE bool __h##name##u(type a, type b) {                                                 \
        const double x = a.kit_value();                                                            \
        const double y = b.kit_value();                                                            \
        return x != x || y != y || (condition);                                                    \
    }                                                                                              \
    KIT_SMALL_COMPARED_PAIR(type, pair, name)                                                      \
    KIT_SMALL_COMPARED_PAIR(type, pair, name##u)
#define KIT_SMALL_COMPARED_PAIR(type, pair, name)                                                  \
    KIT_DEVICE pair __h##name##2(pair a, pair b) {                                                 \
        return {type(__h##name(a.x, b.x) ? 1.0f : 0.0f), type(__h##name(a.y, b.y) ? 1.0f : 0.0f)}; \
    }                                                                                              \
    KIT_DEVICE bool __hb##name##2(pair a, pair b) {                                                \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                         \
    }                                                                                              \
    KIT_DEVICE unsigned int __h##name##2_mask(pair a, pair b) {                                    \
        return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);    \
    }

/// A function of one, two or three numbers, and the same for both numbers of pairs.
#define KIT_SMALL_1(type, pair, name, name2, value)                                                \
    KIT_DEVICE type name(type a) {                                                                 \
        const double x = a.kit_value();                                                            \
        return type::kit_of(value);                                                                \
    }                                                                                              \
    KIT_DEVICE pair name2(pair a) { return {name(a.x), name(a.y)}; }
#define KIT_SMALL_2(type, pair, name, name2, value)                                                \
    KIT_DEVICE type name(type a, type b) {                                                         \
        const double x = a.kit_value();                                                            \
        const double y = b.kit_value();                                                            \
        return type::kit_of(value);                                                                \
    }                                                                                              \
    KIT_DEVICE pair name2(pair a, pair b) { return {name(a.x, b.x), name(a.y, b.y)}; }
#define KIT_SMALL_3(type, pair, name, name2, value)                                                \
    KIT_DEVICE type name(type a, type b, type c) {                                                 \
        const double r = kit_odd_sum(a.kit_value() * b.kit_value(), c.kit_value());                \
        return type::kit_of(value);                                                                \
    }                                                                                              \
    KIT_DEVICE pair name2(pair a, pair b, pair c) {                                                \
        return {name(a.x, b.x, c.x), name(a.y, b.y, c.y)};                                         \
    }
#define KIT_SMALL_SATURATED(x) ((x) > 0.0 ? fmin(x, 1.0) : 0.0)

#define KIT_SMALL_OF_WHOLE(type, name, from, to)                                                   \
    KIT_DEVICE type __##from##2##name##_##to(KIT_SMALL_##from value) {                             \
        const bool negative = value < 0;                                                           \
        const double size = kit_odd_double(negative ? 0ull - static_cast<unsigned long long>(value) \
                                                    : static_cast<unsigned long long>(value));     \
        return type::kit_of(negative ? -size : size, KIT_SMALL_##to);                              \
    }
#define KIT_SMALL_TO_WHOLE(type, name, to, rounding, function, least, most)                        \
    KIT_DEVICE KIT_SMALL_##to __##name##2##to##_##rounding(type value) {                           \
        return kit_whole<KIT_SMALL_##to>(function(value.kit_value()), least, most, KIT_SMALL_NAN_##to); \
    }
#define KIT_SMALL_rn kit_to_nearest
#define KIT_SMALL_rz kit_to_zero
#define KIT_SMALL_ru kit_up
#define KIT_SMALL_rd kit_down
#define KIT_SMALL_char signed char
#define KIT_SMALL_uchar unsigned char
#define KIT_SMALL_short short
#define KIT_SMALL_ushort unsigned short
#define KIT_SMALL_int int
#define KIT_SMALL_uint unsigned int
#define KIT_SMALL_ll long long
#define KIT_SMALL_ull unsigned long long
// What the hardware makes of NaN.
#define KIT_SMALL_NAN_char 0
#define KIT_SMALL_NAN_uchar 0
#define KIT_SMALL_NAN_short 0
#define KIT_SMALL_NAN_ushort 0
#define KIT_SMALL_NAN_int 0
#define KIT_SMALL_NAN_uint 0
#define KIT_SMALL_NAN_ll (-0x7fffffffffffffffll - 1)
#define KIT_SMALL_NAN_ull 0x8000000000000000ull
#define KIT_SMALL_WHOLE(type, name, whole, least, most)                                            \
    KIT_SMALL_OF_WHOLE(type, name, whole, rn)                                                      \
    KIT_SMALL_OF_WHOLE(type, name, whole, rz)                                                      \
    KIT_SMALL_OF_WHOLE(type, name, whole, ru)                                                      \
    KIT_SMALL_OF_WHOLE(type, name, whole, rd)                                                      \
    KIT_SMALL_TO_WHOLE(type, name, whole, rn, rint, least, most)                                   \
    KIT_SMALL_TO_WHOLE(type, name, whole, rz, trunc, least, most)                                  \
    KIT_SMALL_TO_WHOLE(type, name, whole, ru, ceil, least, most)                                   \
    KIT_SMALL_TO_WHOLE(type, name, whole, rd, floor, least, most)

#define KIT_SMALL_SHUFFLE(type, function, operand)                                                 \
    KIT_DEVICE type function(unsigned int mask, type value, operand lane, int width = 32) {        \
        type result;                                                                               \
        result.kit_bits =                                                                          \
            static_cast<unsigned short>(function(mask, int{value.kit_bits}, lane, width));         \
        return result;                                                                             \
    }

#define KIT_SMALL_FLOAT(type, pair, name, mantissa, bias)                                          \
    struct pair;                                                                                   \
    struct __attribute__((aligned(2))) type {                                                      \
        unsigned short kit_bits;                                                                   \
        type() = default;                                                                          \
        KIT_SMALL_MEMBER type(float value) : kit_bits(kit_of(value).kit_bits) {}                   \
        KIT_SMALL_MEMBER type(double value) : kit_bits(kit_of(value).kit_bits) {}                  \
        template <class T>                                                                         \
            requires(__is_integral(T))                                                             \
        KIT_SMALL_MEMBER type(T value)                                                             \
            : kit_bits(kit_of(value < 0 ? -kit_odd_double(0ull - static_cast<unsigned long long>(value)) \
                                        : kit_odd_double(static_cast<unsigned long long>(value)))  \
                           .kit_bits) {}                                                           \
        KIT_SMALL_MEMBER static type kit_of(double value, int rounding = kit_to_nearest) {         \
            type made;                                                                             \
            made.kit_bits = kit_packed(value, mantissa, bias, rounding);                           \
            return made;                                                                           \
        }                                                                                          \
        KIT_SMALL_MEMBER double kit_value() const { return kit_unpacked(kit_bits, mantissa, bias); } \
        KIT_SMALL_MEMBER operator float() const { return static_cast<float>(kit_value()); }        \
        KIT_SMALL_MEMBER type& operator+=(type other) { return *this = *this + other; }            \
        KIT_SMALL_MEMBER type& operator-=(type other) { return *this = *this - other; }            \
        KIT_SMALL_MEMBER type& operator*=(type other) { return *this = *this * other; }            \
        KIT_SMALL_MEMBER type& operator/=(type other) { return *this = *this / other; }            \
        KIT_SMALL_MEMBER friend type operator+(type a, type b) {                                   \
            return kit_of(a.kit_value() + b.kit_value());                                          \
        }                                                                                          \
        KIT_SMALL_MEMBER friend type operator-(type a, type b) {                                   \
            return kit_of(a.kit_value() - b.kit_value());                                          \
        }                                                                                          \
        KIT_SMALL_MEMBER friend type operator*(type a, type b) {                                   \
            return kit_of(a.kit_value() * b.kit_value());                                          \
        }                                                                                          \
        KIT_SMALL_MEMBER friend type operator/(type a, type b) {                                   \
            return kit_of(a.kit_value() / b.kit_value());                                          \
        }                                                                                          \
        KIT_SMALL_MEMBER friend type operator-(type a) { return kit_of(-a.kit_value()); }          \
        KIT_SMALL_MEMBER friend bool operator==(type a, type b) {                                  \
            return a.kit_value() == b.kit_value();                                                 \
        }                                                                                          \
        KIT_SMALL_MEMBER friend bool operator!=(type a, type b) { return !(a == b); }              \
        KIT_SMALL_MEMBER friend bool operator<(type a, type b) {                                   \
            return a.kit_value() < b.kit_value();                                                  \
        }                                                                                          \
        KIT_SMALL_MEMBER friend bool operator>(type a, type b) { return b < a; }                   \
        KIT_SMALL_MEMBER friend bool operator<=(type a, type b) {                                  \
            return a.kit_value() <= b.kit_value();                                                 \
        }                                                                                          \
        KIT_SMALL_MEMBER friend bool operator>=(type a, type b) { return b <= a; }                 \
    };                                                                                             \
    struct __attribute__((aligned(4))) pair {                                                      \
        type x;                                                                                    \
        type y;                                                                                    \
        pair() = default;                                                                          \
        KIT_SMALL_MEMBER pair(type first, type second) : x(first), y(second) {}                    \
        KIT_SMALL_MEMBER friend pair operator+(pair a, pair b) { return {a.x + b.x, a.y + b.y}; }  \
        KIT_SMALL_MEMBER friend pair operator-(pair a, pair b) { return {a.x - b.x, a.y - b.y}; }  \
        KIT_SMALL_MEMBER friend pair operator*(pair a, pair b) { return {a.x * b.x, a.y * b.y}; }  \
        KIT_SMALL_MEMBER friend pair operator/(pair a, pair b) { return {a.x / b.x, a.y / b.y}; }  \
        KIT_SMALL_MEMBER friend pair operator-(pair a) { return {-a.x, -a.y}; }                    \
        KIT_SMALL_MEMBER friend bool operator==(pair a, pair b) { return a.x == b.x && a.y == b.y; } \
        KIT_SMALL_MEMBER friend bool operator!=(pair a, pair b) { return a.x != b.x && a.y != b.y; } \
        KIT_SMALL_MEMBER pair& operator+=(pair other) { return *this = *this + other; }            \
        KIT_SMALL_MEMBER pair& operator-=(pair other) { return *this = *this - other; }            \
        KIT_SMALL_MEMBER pair& operator*=(pair other) { return *this = *this * other; }            \
        KIT_SMALL_MEMBER pair& operator/=(pair other) { return *this = *this / other; }            \
    };                                                                                             \
    KIT_DEVICE type __float2##name(float x) { return type::kit_of(x); }                            \
    KIT_DEVICE type __float2##name##_rn(float x) { return type::kit_of(x); }                       \
    KIT_DEVICE type __float2##name##_rz(float x) { return type::kit_of(x, kit_to_zero); }          \
    KIT_DEVICE type __float2##name##_ru(float x) { return type::kit_of(x, kit_up); }               \
    KIT_DEVICE type __float2##name##_rd(float x) { return type::kit_of(x, kit_down); }             \
    KIT_DEVICE type __double2##name(double x) { return type::kit_of(x); }                          \
    KIT_DEVICE float __##name##2float(type x) { return x; }                                        \
    KIT_DEVICE pair __float2##name##2_rn(float x) { return {x, x}; }                               \
    KIT_DEVICE pair __floats2##name##2_rn(float x, float y) { return {x, y}; }                     \
    KIT_DEVICE pair __float22##name##2_rn(float2 x) { return {x.x, x.y}; }                         \
    KIT_DEVICE float2 __##name##22float2(pair x) { return {x.x, x.y}; }                            \
    KIT_DEVICE pair __##name##2##name##2(type x) { return {x, x}; }                                \
    KIT_DEVICE pair __halves2##name##2(type x, type y) { return {x, y}; }                          \
    KIT_DEVICE pair make_##name##2(type x, type y) { return {x, y}; }                              \
    KIT_DEVICE type __low2##name(pair x) { return x.x; }                                           \
    KIT_DEVICE type __high2##name(pair x) { return x.y; }                                          \
    KIT_DEVICE float __low2float(pair x) { return x.x; }                                           \
    KIT_DEVICE float __high2float(pair x) { return x.y; }                                          \
    KIT_DEVICE pair __low2##name##2(pair x) { return {x.x, x.x}; }                                 \
    KIT_DEVICE pair __high2##name##2(pair x) { return {x.y, x.y}; }                                \
    KIT_DEVICE pair __lows2##name##2(pair x, pair y) { return {x.x, y.x}; }                        \
    KIT_DEVICE pair __highs2##name##2(pair x, pair y) { return {x.y, y.y}; }                       \
    KIT_DEVICE pair __lowhigh2highlow(pair x) { return {x.y, x.x}; }                               \
    KIT_DEVICE short __##name##_as_short(type x) { return static_cast<short>(x.kit_bits); }        \
    KIT_DEVICE unsigned short __##name##_as_ushort(type x) { return x.kit_bits; }                  \
    KIT_DEVICE type __ushort_as_##name(unsigned short x) {                                         \
        type made;                                                                                 \
        made.kit_bits = x;                                                                         \
        return made;                                                                               \
    }                                                                                              \
    KIT_DEVICE type __short_as_##name(short x) {                                                   \
        return __ushort_as_##name(static_cast<unsigned short>(x));                                 \
    }                                                                                              \
    KIT_SMALL_WHOLE(type, name, short, -32768, 32767)                                              \
    KIT_SMALL_WHOLE(type, name, ushort, 0, 65535)                                                  \
    KIT_SMALL_WHOLE(type, name, int, -0x7fffffff - 1, 0x7fffffff)                                  \
    KIT_SMALL_WHOLE(type, name, uint, 0u, 0xffffffffu)                                             \
    KIT_SMALL_WHOLE(type, name, ll, -0x7fffffffffffffffll - 1, 0x7fffffffffffffffll)               \
    KIT_SMALL_WHOLE(type, name, ull, 0ull, 0xffffffffffffffffull)                                  \
    KIT_SMALL_TO_WHOLE(type, name, char, rz, trunc, -128, 127)                                     \
    KIT_SMALL_TO_WHOLE(type, name, uchar, rz, trunc, 0, 255)                                       \
    KIT_SMALL_2(type, pair, __hadd, __hadd2, x + y)                                                \
    KIT_SMALL_2(type, pair, __hsub, __hsub2, x - y)                                                \
    KIT_SMALL_2(type, pair, __hmul, __hmul2, x* y)                                                 \
    KIT_SMALL_2(type, pair, __hdiv, __h2div, x / y)                                                \
    KIT_SMALL_2(type, pair, __hadd_rn, __hadd2_rn, x + y)                                          \
    KIT_SMALL_2(type, pair, __hsub_rn, __hsub2_rn, x - y)                                          \
    KIT_SMALL_2(type, pair, __hmul_rn, __hmul2_rn, x* y)                                           \
    KIT_SMALL_2(type, pair, __hadd_sat, __hadd2_sat, KIT_SMALL_SATURATED(x + y))                   \
    KIT_SMALL_2(type, pair, __hsub_sat, __hsub2_sat, KIT_SMALL_SATURATED(x - y))                   \
    KIT_SMALL_2(type, pair, __hmul_sat, __hmul2_sat, KIT_SMALL_SATURATED(x* y))                    \
    KIT_SMALL_3(type, pair, __hfma, __hfma2, r)                                                    \
    KIT_SMALL_3(type, pair, __hfma_sat, __hfma2_sat, KIT_SMALL_SATURATED(r))                       \
    KIT_SMALL_3(type, pair, __hfma_relu, __hfma2_relu, r > 0.0 || r != r ? r : 0.0)                          \
    KIT_DEVICE pair __hcmadd(pair a, pair b, pair c) {                                             \
        return {__hfma(-a.y, b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))}; \
    }                                                                                              \
    KIT_DEVICE type __hneg(type a) {                                                               \
        return __ushort_as_##name(static_cast<unsigned short>(a.kit_bits ^ 0x8000));               \
    }                                                                                              \
    KIT_DEVICE pair __hneg2(pair a) { return {__hneg(a.x), __hneg(a.y)}; }                         \
    KIT_DEVICE type __habs(type a) {                                                               \
        return __ushort_as_##name(static_cast<unsigned short>(a.kit_bits & 0x7fff));               \
    }                                                                                              \
    KIT_DEVICE pair __habs2(pair a) { return {__habs(a.x), __habs(a.y)}; }                         \
    KIT_DEVICE bool __hisnan(type a) { return a != a; }                                            \
    KIT_DEVICE pair __hisnan2(pair a) {                                                            \
        return {__hisnan(a.x) ? 1.0f : 0.0f, __hisnan(a.y) ? 1.0f : 0.0f};                         \
    }                                                                                              \
    KIT_DEVICE int __hisinf(type a) {                                                              \
        const double x = a.kit_value();                                                            \
        return x == __builtin_inf() ? 1 : x == -__builtin_inf() ? -1 : 0;                          \
    }                                                                                              \
    KIT_SMALL_2(type, pair, __hmax, __hmax2, x == y ? (__builtin_signbit(x) ? y : x) : fmax(x, y)) \
    KIT_SMALL_2(type, pair, __hmin, __hmin2, x == y ? (__builtin_signbit(x) ? x : y) : fmin(x, y)) \
    KIT_SMALL_2(type, pair, __hmax_nan, __hmax2_nan,                                               \
                x != x || y != y ? x + y : x == y ? (__builtin_signbit(x) ? y : x) : fmax(x, y))   \
    KIT_SMALL_2(type, pair, __hmin_nan, __hmin2_nan,                                               \
                x != x || y != y ? x + y : x == y ? (__builtin_signbit(x) ? x : y) : fmin(x, y))   \
    KIT_SMALL_COMPARED(type, pair, eq, x == y)                                                     \
    KIT_SMALL_COMPARED(type, pair, ne, x < y || x > y)                                             \
    KIT_SMALL_COMPARED(type, pair, lt, x < y)                                                      \
    KIT_SMALL_COMPARED(type, pair, gt, x > y)                                                      \
    KIT_SMALL_COMPARED(type, pair, le, x <= y)                                                     \
    KIT_SMALL_COMPARED(type, pair, ge, x >= y)                                                     \
    KIT_SMALL_1(type, pair, hceil, h2ceil, ceil(x))                                                \
    KIT_SMALL_1(type, pair, hfloor, h2floor, floor(x))                                             \
    KIT_SMALL_1(type, pair, htrunc, h2trunc, trunc(x))                                             \
    KIT_SMALL_1(type, pair, hrint, h2rint, rint(x))                                                \
    KIT_SMALL_1(type, pair, hsqrt, h2sqrt, sqrt(x))                                                \
    KIT_SMALL_1(type, pair, hrsqrt, h2rsqrt, 1.0 / sqrt(x))                                        \
    KIT_SMALL_1(type, pair, hrcp, h2rcp, 1.0 / x)                                                  \
    KIT_SMALL_1(type, pair, hsin, h2sin, sin(x))                                                   \
    KIT_SMALL_1(type, pair, hcos, h2cos, cos(x))                                                   \
    KIT_SMALL_1(type, pair, hexp, h2exp, exp(x))                                                   \
    KIT_SMALL_1(type, pair, hexp2, h2exp2, exp2(x))                                                \
    KIT_SMALL_1(type, pair, hexp10, h2exp10, exp10(x))                                             \
    KIT_SMALL_1(type, pair, hlog, h2log, log(x))                                                   \
    KIT_SMALL_1(type, pair, hlog2, h2log2, log2(x))                                                \
    KIT_SMALL_1(type, pair, hlog10, h2log10, log10(x))                                             \
    KIT_SMALL_1(type, pair, htanh, h2tanh, tanh(x))                                                \
    KIT_SMALL_1(type, pair, htanh_approx, h2tanh_approx, tanh(x))                                  \
    KIT_SMALL_SHUFFLE(type, __shfl_sync, int)                                                      \
    KIT_SMALL_SHUFFLE(type, __shfl_up_sync, unsigned int)                                          \
    KIT_SMALL_SHUFFLE(type, __shfl_down_sync, unsigned int)                                        \
    KIT_SMALL_SHUFFLE(type, __shfl_xor_sync, int)
