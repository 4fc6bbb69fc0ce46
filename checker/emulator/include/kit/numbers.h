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

// glibc declares functions of these names for itself.
#define __expf(x) expf(x)
#define __logf(x) logf(x)
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define __powf(x, y) exp2f((y) * log2f(x)) // also where powf() is 1
#define __tanf(x) tanf(x)
#define __tanhf(x) tanhf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
#define __exp10f(x) exp10f(x)

template <class To, class From>
KIT_INLINE To kit_reinterpret(From from) {
    static_assert(sizeof(To) == sizeof(From));
    return __builtin_bit_cast(To, from);
}
