// CUDA's arithmetic names that the C library does not have.
#pragma once

#include "synchronization.h"

#include <math.h>

#define KIT_MIN_MAX(type)                                                                          \
    KIT_INLINE type min(type a, type b) { return b < a ? b : a; }                                  \
    KIT_INLINE type max(type a, type b) { return a < b ? b : a; }
KIT_MIN_MAX(int)
KIT_MIN_MAX(unsigned int)
KIT_MIN_MAX(long)
KIT_MIN_MAX(unsigned long)
KIT_MIN_MAX(long long)
KIT_MIN_MAX(unsigned long long)
#undef KIT_MIN_MAX
// CUDA compares an int and an unsigned int as unsigned.
KIT_INLINE unsigned int min(int a, unsigned int b) { return min(static_cast<unsigned int>(a), b); }
KIT_INLINE unsigned int min(unsigned int a, int b) { return min(a, static_cast<unsigned int>(b)); }
KIT_INLINE unsigned int max(int a, unsigned int b) { return max(static_cast<unsigned int>(a), b); }
KIT_INLINE unsigned int max(unsigned int a, int b) { return max(a, static_cast<unsigned int>(b)); }
KIT_INLINE float min(float a, float b) { return fminf(a, b); }
KIT_INLINE float max(float a, float b) { return fmaxf(a, b); }
KIT_INLINE double min(double a, double b) { return fmin(a, b); }
KIT_INLINE double max(double a, double b) { return fmax(a, b); }
KIT_INLINE double min(float a, double b) { return fmin(a, b); }
KIT_INLINE double min(double a, float b) { return fmin(a, b); }
KIT_INLINE double max(float a, double b) { return fmax(a, b); }
KIT_INLINE double max(double a, float b) { return fmax(a, b); }

KIT_INLINE float rsqrtf(float x) { return 1.0f / sqrtf(x); }
KIT_INLINE double rsqrt(double x) { return 1.0 / sqrt(x); }
KIT_INLINE float __saturatef(float x) { return fminf(fmaxf(x, 0.0f), 1.0f); }
KIT_INLINE float __fdividef(float a, float b) { return a / b; }
// glibc declares functions of these names for itself.
#define __expf(x) expf(x)
#define __logf(x) logf(x)
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define __powf(x, y) powf(x, y)

// The C library's own would store without telling the runtime.
template <class T>
KIT_INLINE void __sine_and_cosine(T x, T* sine, T* cosine) {
    *sine = sin(x);
    *cosine = cos(x);
}
#define sincos(x, sine, cosine) __sine_and_cosine<double>(x, sine, cosine)
#define sincosf(x, sine, cosine) __sine_and_cosine<float>(x, sine, cosine)
#define __sincosf(x, sine, cosine) __sine_and_cosine<float>(x, sine, cosine)

// Round to nearest even is the host's mode too; the build keeps sums and products apart
// (-ffp-contract=off).
KIT_INLINE float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
KIT_INLINE double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
KIT_INLINE float __fadd_rn(float a, float b) { return a + b; }
KIT_INLINE float __fsub_rn(float a, float b) { return a - b; }
KIT_INLINE float __fmul_rn(float a, float b) { return a * b; }
KIT_INLINE float __fdiv_rn(float a, float b) { return a / b; }
KIT_INLINE float __fsqrt_rn(float a) { return sqrtf(a); }
KIT_INLINE double __dadd_rn(double a, double b) { return a + b; }
KIT_INLINE double __dsub_rn(double a, double b) { return a - b; }
KIT_INLINE double __dmul_rn(double a, double b) { return a * b; }
KIT_INLINE double __ddiv_rn(double a, double b) { return a / b; }

KIT_INLINE int __float2int_rn(float x) { return static_cast<int>(rintf(x)); }
KIT_INLINE int __float2int_rz(float x) { return static_cast<int>(x); }
KIT_INLINE int __float2int_rd(float x) { return static_cast<int>(floorf(x)); }
KIT_INLINE int __float2int_ru(float x) { return static_cast<int>(ceilf(x)); }
KIT_INLINE float __int2float_rn(int x) { return static_cast<float>(x); }

template <class To, class From>
KIT_INLINE To kit_reinterpret(From from) {
    static_assert(sizeof(To) == sizeof(From));
    return __builtin_bit_cast(To, from);
}

KIT_INLINE int __float_as_int(float x) { return kit_reinterpret<int>(x); }
KIT_INLINE unsigned int __float_as_uint(float x) { return kit_reinterpret<unsigned int>(x); }
KIT_INLINE float __int_as_float(int x) { return kit_reinterpret<float>(x); }
KIT_INLINE float __uint_as_float(unsigned int x) { return kit_reinterpret<float>(x); }
KIT_INLINE long long __double_as_longlong(double x) { return kit_reinterpret<long long>(x); }
KIT_INLINE double __longlong_as_double(long long x) { return kit_reinterpret<double>(x); }

KIT_INLINE int __popc(unsigned int x) { return __builtin_popcount(x); }
KIT_INLINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
KIT_INLINE int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned int>(x)); }
KIT_INLINE int __clzll(long long x) {
    return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
KIT_INLINE int __ffs(int x) { return __builtin_ffs(x); }
KIT_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
KIT_INLINE int __mul24(int a, int b) { return a * b; }
KIT_INLINE unsigned int __umul24(unsigned int a, unsigned int b) { return a * b; }
KIT_INLINE int __mulhi(int a, int b) {
    return static_cast<int>(static_cast<long long>(a) * b >> 32);
}
KIT_INLINE unsigned int __umulhi(unsigned int a, unsigned int b) {
    return static_cast<unsigned int>(static_cast<unsigned long long>(a) * b >> 32);
}
