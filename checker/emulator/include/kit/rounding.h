// Device functions that round as they are told, and conversions between kinds of numbers: CUDA C++ Programming Guide,
// "Intrinsic Functions", and the CUDA Math API. _rn rounds to nearest even, _rz to zero, _ru up, _rd down.
#pragma once

#include "numbers.h"

enum KitRounding { kit_to_nearest, kit_to_zero, kit_up, kit_down };

enum KitRoundedOperation { kit_sum, kit_product, kit_quotient, kit_root, kit_inverse_root, kit_fused };

#pragma clang force_cuda_host_device begin
extern "C" {
/// The operation's exact result, rounded once; the second and third operand where it has them.
float kit_rounded_float(int operation, int rounding, float a, float b, float c);
double kit_rounded_double(int operation, int rounding, double a, double b, double c);
/// The same of conversions.
float kit_float_of_double(int rounding, double value);
float kit_float_of_signed(int rounding, long long value);
float kit_float_of_unsigned(int rounding, unsigned long long value);
double kit_double_of_signed(int rounding, long long value);
double kit_double_of_unsigned(int rounding, unsigned long long value);
}
#pragma clang force_cuda_host_device end

#define KIT_ROUNDED(type, short_type, letter, suffix, mode)                                        \
    KIT_DEVICE type __##letter##add_##suffix(type a, type b) {                                     \
        return kit_rounded_##type(kit_sum, mode, a, b, 0);                                         \
    }                                                                                              \
    KIT_DEVICE type __##letter##sub_##suffix(type a, type b) {                                     \
        return kit_rounded_##type(kit_sum, mode, a, -b, 0);                                        \
    }                                                                                              \
    KIT_DEVICE type __##letter##mul_##suffix(type a, type b) {                                     \
        return kit_rounded_##type(kit_product, mode, a, b, 0);                                     \
    }                                                                                              \
    KIT_DEVICE type __##letter##div_##suffix(type a, type b) {                                     \
        return kit_rounded_##type(kit_quotient, mode, a, b, 0);                                    \
    }                                                                                              \
    KIT_DEVICE type __##letter##rcp_##suffix(type a) {                                             \
        return kit_rounded_##type(kit_quotient, mode, 1, a, 0);                                    \
    }                                                                                              \
    KIT_DEVICE type __##letter##sqrt_##suffix(type a) {                                            \
        return kit_rounded_##type(kit_root, mode, a, 0, 0);                                        \
    }                                                                                              \
    KIT_DEVICE type __fma##short_type##_##suffix(type a, type b, type c) {                         \
        return kit_rounded_##type(kit_fused, mode, a, b, c);                                       \
    }
#define KIT_ROUNDED_BOTH(suffix, mode)                                                             \
    KIT_ROUNDED(float, f, f, suffix, mode)                                                         \
    KIT_ROUNDED(double, , d, suffix, mode)                                                         \
    KIT_DEVICE float __fmaf_ieee_##suffix(float a, float b, float c) {                             \
        return __fmaf_##suffix(a, b, c);                                                           \
    }
KIT_ROUNDED_BOTH(rz, kit_to_zero)
KIT_ROUNDED_BOTH(ru, kit_up)
KIT_ROUNDED_BOTH(rd, kit_down)
#undef KIT_ROUNDED_BOTH
#undef KIT_ROUNDED

// To nearest even is the host's mode, too; the build keeps sums and products apart (-ffp-contract=off).
KIT_DEVICE float __fadd_rn(float a, float b) { return a + b; }
KIT_DEVICE float __fsub_rn(float a, float b) { return a - b; }
KIT_DEVICE float __fmul_rn(float a, float b) { return a * b; }
KIT_DEVICE float __fdiv_rn(float a, float b) { return a / b; }
KIT_DEVICE float __frcp_rn(float a) { return 1.0f / a; }
KIT_DEVICE float __fsqrt_rn(float a) { return sqrtf(a); }
KIT_DEVICE float __frsqrt_rn(float a) {
    return kit_rounded_float(kit_inverse_root, kit_to_nearest, a, 0, 0);
}
KIT_DEVICE float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
KIT_DEVICE float __fmaf_ieee_rn(float a, float b, float c) { return fmaf(a, b, c); }
KIT_DEVICE double __dadd_rn(double a, double b) { return a + b; }
KIT_DEVICE double __dsub_rn(double a, double b) { return a - b; }
KIT_DEVICE double __dmul_rn(double a, double b) { return a * b; }
KIT_DEVICE double __ddiv_rn(double a, double b) { return a / b; }
KIT_DEVICE double __drcp_rn(double a) { return 1.0 / a; }
KIT_DEVICE double __dsqrt_rn(double a) { return sqrt(a); }
KIT_DEVICE double __fma_rn(double a, double b, double c) { return fma(a, b, c); }

/// A whole number from one that has no fraction left: what does not fit is the nearest that does.
template <class To>
KIT_DEVICE To kit_whole(double value, To least, To most, To of_nan) {
    return value != value                               ? of_nan
           : value <= static_cast<double>(least)        ? least
           : value >= static_cast<double>(most)         ? most
                                                        : static_cast<To>(value);
}

#define KIT_TO_WHOLE(from, name, to, least, most, of_nan)                                          \
    KIT_DEVICE to __##from##2##name##_rn(from value) {                                             \
        return kit_whole<to>(rint(static_cast<double>(value)), least, most, of_nan);               \
    }                                                                                              \
    KIT_DEVICE to __##from##2##name##_rz(from value) {                                             \
        return kit_whole<to>(trunc(static_cast<double>(value)), least, most, of_nan);              \
    }                                                                                              \
    KIT_DEVICE to __##from##2##name##_ru(from value) {                                             \
        return kit_whole<to>(ceil(static_cast<double>(value)), least, most, of_nan);               \
    }                                                                                              \
    KIT_DEVICE to __##from##2##name##_rd(from value) {                                             \
        return kit_whole<to>(floor(static_cast<double>(value)), least, most, of_nan);              \
    }
KIT_TO_WHOLE(float, int, int, -0x7fffffff - 1, 0x7fffffff, 0)
KIT_TO_WHOLE(float, uint, unsigned int, 0u, 0xffffffffu, 0u)
KIT_TO_WHOLE(float, ll, long long, -0x7fffffffffffffffll - 1, 0x7fffffffffffffffll, -0x7fffffffffffffffll - 1)
KIT_TO_WHOLE(float, ull, unsigned long long, 0ull, 0xffffffffffffffffull, 0x8000000000000000ull)
KIT_TO_WHOLE(double, int, int, -0x7fffffff - 1, 0x7fffffff, -0x7fffffff - 1)
KIT_TO_WHOLE(double, uint, unsigned int, 0u, 0xffffffffu, 0x80000000u)
KIT_TO_WHOLE(double, ll, long long, -0x7fffffffffffffffll - 1, 0x7fffffffffffffffll, -0x7fffffffffffffffll - 1)
KIT_TO_WHOLE(double, ull, unsigned long long, 0ull, 0xffffffffffffffffull, 0x8000000000000000ull)
#undef KIT_TO_WHOLE

#define KIT_OF_WHOLE(name, from, to, wide)                                                         \
    KIT_DEVICE to __##name##2##to##_rn(from value) { return static_cast<to>(value); }              \
    KIT_DEVICE to __##name##2##to##_rz(from value) { return kit_##to##_of_##wide(kit_to_zero, value); } \
    KIT_DEVICE to __##name##2##to##_ru(from value) { return kit_##to##_of_##wide(kit_up, value); } \
    KIT_DEVICE to __##name##2##to##_rd(from value) { return kit_##to##_of_##wide(kit_down, value); }
KIT_OF_WHOLE(int, int, float, signed)
KIT_OF_WHOLE(uint, unsigned int, float, unsigned)
KIT_OF_WHOLE(ll, long long, float, signed)
KIT_OF_WHOLE(ull, unsigned long long, float, unsigned)
KIT_OF_WHOLE(ll, long long, double, signed)
KIT_OF_WHOLE(ull, unsigned long long, double, unsigned)
#undef KIT_OF_WHOLE
KIT_DEVICE double __int2double_rn(int value) { return value; }
KIT_DEVICE double __uint2double_rn(unsigned int value) { return value; }
KIT_DEVICE float __double2float_rn(double value) { return static_cast<float>(value); }
KIT_DEVICE float __double2float_rz(double value) { return kit_float_of_double(kit_to_zero, value); }
KIT_DEVICE float __double2float_ru(double value) { return kit_float_of_double(kit_up, value); }
KIT_DEVICE float __double2float_rd(double value) { return kit_float_of_double(kit_down, value); }

KIT_DEVICE int __float_as_int(float x) { return kit_reinterpret<int>(x); }
KIT_DEVICE unsigned int __float_as_uint(float x) { return kit_reinterpret<unsigned int>(x); }
KIT_DEVICE float __int_as_float(int x) { return kit_reinterpret<float>(x); }
KIT_DEVICE float __uint_as_float(unsigned int x) { return kit_reinterpret<float>(x); }
KIT_DEVICE long long __double_as_longlong(double x) { return kit_reinterpret<long long>(x); }
KIT_DEVICE double __longlong_as_double(long long x) { return kit_reinterpret<double>(x); }
KIT_DEVICE int __double2hiint(double x) {
    return static_cast<int>(kit_reinterpret<unsigned long long>(x) >> 32);
}
KIT_DEVICE int __double2loint(double x) {
    return static_cast<int>(kit_reinterpret<unsigned long long>(x));
}
KIT_DEVICE double __hiloint2double(int high, int low) {
    return kit_reinterpret<double>(static_cast<unsigned long long>(static_cast<unsigned int>(high))
                                       << 32 |
                                   static_cast<unsigned int>(low));
}

// The quick ones, whose last bits are the GPU's affair.
KIT_DEVICE float __saturatef(float x) { return x > 0.0f ? fminf(x, 1.0f) : 0.0f; }
KIT_DEVICE float __fdividef(float a, float b) {
    const bool is_large = fabsf(b) > 0x1p126f && fabsf(b) < __builtin_inff();
    return is_large ? a * copysignf(0.0f, b) : a / b; // as CUDA documents it
}
KIT_DEVICE float fdividef(float a, float b) { return a / b; }
KIT_DEVICE double fdivide(double a, double b) { return a / b; }
