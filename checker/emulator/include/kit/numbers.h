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
#define KIT_MIXED_MIN_MAX(type)                                                                    \
    KIT_INLINE unsigned type min(type a, unsigned type b) {                                        \
        return min(static_cast<unsigned type>(a), b);                                              \
    }                                                                                              \
    KIT_INLINE unsigned type min(unsigned type a, type b) { return min(b, a); }                    \
    KIT_INLINE unsigned type max(type a, unsigned type b) {                                        \
        return max(static_cast<unsigned type>(a), b);                                              \
    }                                                                                              \
    KIT_INLINE unsigned type max(unsigned type a, type b) { return max(b, a); }
// CUDA compares a signed and an unsigned number of one size as unsigned.
KIT_MIXED_MIN_MAX(int)
KIT_MIXED_MIN_MAX(long)
KIT_MIXED_MIN_MAX(long long)
#undef KIT_MIXED_MIN_MAX
KIT_INLINE float min(float a, float b) { return fminf(a, b); }
KIT_INLINE float max(float a, float b) { return fmaxf(a, b); }
KIT_INLINE double min(double a, double b) { return fmin(a, b); }
KIT_INLINE double max(double a, double b) { return fmax(a, b); }
KIT_INLINE double min(float a, double b) { return fmin(a, b); }
KIT_INLINE double min(double a, float b) { return fmin(a, b); }
KIT_INLINE double max(float a, double b) { return fmax(a, b); }
KIT_INLINE double max(double a, float b) { return fmax(a, b); }

#pragma clang force_cuda_host_device end
// With whole numbers, or a mix of types, these are templates of the C++ library: for nvcc, functions of the host. Not
// so pow(), and CUDA has abs() for whole numbers.
#define KIT_OF_ONE_REAL(name)                                                                      \
    namespace std {                                                                                \
    template <class T>                                                                             \
        requires(__is_integral(T))                                                                 \
    __attribute__((device)) double name(T) = delete;                                               \
    }                                                                                              \
    using std::name;
#define KIT_OF_TWO_REALS(name)                                                                     \
    namespace std {                                                                                \
    template <class T, class U>                                                                    \
        requires(!__is_same(T, U) || __is_integral(T))                                             \
    __attribute__((device)) double name(T, U) = delete;                                            \
    }                                                                                              \
    using std::name;
KIT_OF_ONE_REAL(sqrt) KIT_OF_ONE_REAL(cbrt) KIT_OF_ONE_REAL(sin) KIT_OF_ONE_REAL(cos)
KIT_OF_ONE_REAL(tan) KIT_OF_ONE_REAL(asin) KIT_OF_ONE_REAL(acos) KIT_OF_ONE_REAL(atan)
KIT_OF_ONE_REAL(sinh) KIT_OF_ONE_REAL(cosh) KIT_OF_ONE_REAL(tanh) KIT_OF_ONE_REAL(asinh)
KIT_OF_ONE_REAL(acosh) KIT_OF_ONE_REAL(atanh) KIT_OF_ONE_REAL(exp) KIT_OF_ONE_REAL(exp2)
KIT_OF_ONE_REAL(expm1) KIT_OF_ONE_REAL(log) KIT_OF_ONE_REAL(log2) KIT_OF_ONE_REAL(log10)
KIT_OF_ONE_REAL(log1p) KIT_OF_ONE_REAL(logb) KIT_OF_ONE_REAL(ilogb) KIT_OF_ONE_REAL(floor)
KIT_OF_ONE_REAL(ceil) KIT_OF_ONE_REAL(round) KIT_OF_ONE_REAL(trunc) KIT_OF_ONE_REAL(rint)
KIT_OF_ONE_REAL(nearbyint) KIT_OF_ONE_REAL(lrint) KIT_OF_ONE_REAL(lround)
KIT_OF_ONE_REAL(llrint) KIT_OF_ONE_REAL(llround) KIT_OF_ONE_REAL(fabs) KIT_OF_ONE_REAL(erf)
KIT_OF_ONE_REAL(erfc) KIT_OF_ONE_REAL(tgamma) KIT_OF_ONE_REAL(lgamma) KIT_OF_ONE_REAL(isnan)
KIT_OF_ONE_REAL(isinf) KIT_OF_ONE_REAL(isfinite) KIT_OF_ONE_REAL(signbit)
KIT_OF_TWO_REALS(atan2) KIT_OF_TWO_REALS(fmod) KIT_OF_TWO_REALS(fmin) KIT_OF_TWO_REALS(fmax)
KIT_OF_TWO_REALS(fdim) KIT_OF_TWO_REALS(hypot)
KIT_OF_TWO_REALS(nextafter) KIT_OF_TWO_REALS(remainder)
namespace std {
template <class T, class U>
    requires(__is_integral(T) || __is_integral(U))
__attribute__((device)) double copysign(T, U) = delete;
template <class T, class U, class V>
    requires(!__is_same(T, U) || !__is_same(U, V) || __is_integral(T))
__attribute__((device)) double fma(T, U, V) = delete;
} // namespace std
using std::copysign;
using std::fma;
#undef KIT_OF_ONE_REAL
#undef KIT_OF_TWO_REALS
#pragma clang force_cuda_host_device begin

KIT_INLINE float rsqrtf(float x) { return 1.0f / sqrtf(x); }
KIT_INLINE double rsqrt(double x) { return 1.0 / sqrt(x); }
KIT_INLINE float rsqrt(float x) { return rsqrtf(x); }
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
