// Mathematical device functions that the C library does not have, or has with stores that nobody would see: CUDA Math
// API, "Mathematical Functions".
#pragma once

#include "numbers.h"

enum KitSpecialFunction {
    kit_erfcx,  ///< exp(x²) · erfc(x)
    kit_erfinv, ///< where erf() is x
    kit_erfcinv,
    kit_normcdf, ///< the normal distribution's
    kit_normcdfinv,
    kit_bessel_i0, ///< modified, of order 0
    kit_bessel_i1,
    kit_sinpi, ///< sin(πx)
    kit_cospi,
};

extern "C" double kit_special_function(int function, double x);

#define KIT_SPECIAL(name, function)                                                                \
    KIT_INLINE double name(double x) { return kit_special_function(function, x); }                 \
    KIT_INLINE float name##f(float x) {                                                            \
        return static_cast<float>(kit_special_function(function, x));                              \
    }                                                                                              \
    KIT_INLINE float name(float x) { return name##f(x); }
KIT_SPECIAL(erfcx, kit_erfcx)
KIT_SPECIAL(erfinv, kit_erfinv)
KIT_SPECIAL(erfcinv, kit_erfcinv)
KIT_SPECIAL(normcdf, kit_normcdf)
KIT_SPECIAL(normcdfinv, kit_normcdfinv)
KIT_SPECIAL(cyl_bessel_i0, kit_bessel_i0)
KIT_SPECIAL(cyl_bessel_i1, kit_bessel_i1)
// Newer C libraries declare functions of these names, for themselves.
KIT_SPECIAL(kit_device_sinpi, kit_sinpi)
KIT_SPECIAL(kit_device_cospi, kit_cospi)
#undef KIT_SPECIAL
#define sinpi(x) kit_device_sinpi(x)
#define sinpif(x) kit_device_sinpif(x)
#define cospi(x) kit_device_cospi(x)
#define cospif(x) kit_device_cospif(x)
KIT_INLINE float kit_device_rsqrtf(float x) {
    return static_cast<float>(1.0 / sqrt(static_cast<double>(x)));
}
KIT_INLINE double kit_device_rsqrt(double x) { return 1.0 / sqrt(x); }
KIT_INLINE float kit_device_rsqrt(float x) { return kit_device_rsqrtf(x); }
#define rsqrt(x) kit_device_rsqrt(x)
#define rsqrtf(x) kit_device_rsqrtf(x)
KIT_INLINE double rcbrt(double x) { return 1.0 / cbrt(x); }
KIT_INLINE float rcbrtf(float x) { return static_cast<float>(1.0 / cbrt(static_cast<double>(x))); }
KIT_INLINE float rcbrt(float x) { return rcbrtf(x); }
KIT_INLINE float exp10(float x) { return exp10f(x); }

// Of float in double, where no square overflows; of double scaled by the largest.
KIT_INLINE double norm(int count, const double* values) {
    double largest = 0.0;
    double sum = 0.0;
    bool infinite = false;
    for (int i = 0; i < count; ++i) {
        const double value = fabs(values[i]);
        infinite = infinite || value == __builtin_inf();
        if (value > largest) {
            sum = sum * (largest / value) * (largest / value) + 1.0;
            largest = value;
        } else if (largest > 0.0 || value != value) {
            sum += (value / largest) * (value / largest);
        }
    }
    return infinite ? __builtin_inf() : largest * sqrt(sum);
}
KIT_INLINE float normf(int count, const float* values) {
    double sum = 0.0;
    bool infinite = false;
    for (int i = 0; i < count; ++i) {
        const double value = values[i];
        infinite = infinite || fabs(value) == __builtin_inf();
        sum += value * value;
    }
    return static_cast<float>(infinite ? __builtin_inf() : sqrt(sum));
}
KIT_INLINE double rnorm(int count, const double* values) { return 1.0 / norm(count, values); }
KIT_INLINE float rnormf(int count, const float* values) {
    return static_cast<float>(1.0 / static_cast<double>(normf(count, values)));
}
#define KIT_NORMS(type, suffix)                                                                    \
    KIT_INLINE type norm3d##suffix(type a, type b, type c) {                                       \
        const type values[] = {a, b, c};                                                           \
        return norm##suffix(3, values);                                                            \
    }                                                                                              \
    KIT_INLINE type norm4d##suffix(type a, type b, type c, type d) {                               \
        const type values[] = {a, b, c, d};                                                        \
        return norm##suffix(4, values);                                                            \
    }                                                                                              \
    KIT_INLINE type rnorm3d##suffix(type a, type b, type c) { return 1 / norm3d##suffix(a, b, c); } \
    KIT_INLINE type rnorm4d##suffix(type a, type b, type c, type d) {                              \
        return 1 / norm4d##suffix(a, b, c, d);                                                     \
    }                                                                                              \
    KIT_INLINE type rhypot##suffix(type a, type b) { return 1 / hypot##suffix(a, b); }
KIT_NORMS(double, )
KIT_NORMS(float, f)
#undef KIT_NORMS

// The C library's own would store without telling the runtime.
template <class T>
KIT_INLINE void kit_sine_and_cosine(T x, T* sine, T* cosine) {
    *sine = sin(x);
    *cosine = cos(x);
}
template <class T>
KIT_INLINE void kit_sine_and_cosine_of_pi(T x, T* sine, T* cosine) {
    *sine = sinpi(x);
    *cosine = cospi(x);
}
#define sincos(x, sine, cosine) kit_sine_and_cosine<double>(x, sine, cosine)
#define sincosf(x, sine, cosine) kit_sine_and_cosine<float>(x, sine, cosine)
#define __sincosf(x, sine, cosine) kit_sine_and_cosine<float>(x, sine, cosine)
#define sincospi(x, sine, cosine) kit_sine_and_cosine_of_pi<double>(x, sine, cosine)
#define sincospif(x, sine, cosine) kit_sine_and_cosine_of_pi<float>(x, sine, cosine)
