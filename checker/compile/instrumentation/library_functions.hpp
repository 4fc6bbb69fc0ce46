// The C and C++ libraries' functions that kernels have: those that the emulator answers itself, and those that it
// links.
#pragma once

#include "checker/base/tokens.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace kit {

/// Functions as C and C++ name them, and the runtime's that take their place: those that allocate
/// memory, and exit(), which runs nothing more.
inline constexpr std::array replaced_symbols{
    std::pair{"sincos", "kit_sincos"},
    std::pair{"sincosf", "kit_sincosf"},
    std::pair{"frexp", "kit_frexp"},
    std::pair{"frexpf", "kit_frexpf"},
    std::pair{"modf", "kit_modf"},
    std::pair{"modff", "kit_modff"},
    std::pair{"remquo", "kit_remquo"},
    std::pair{"remquof", "kit_remquof"},
    std::pair{"lgamma", "kit_lgamma"},
    std::pair{"lgammaf", "kit_lgammaf"},
    std::pair{"nan", "kit_nan"},
    std::pair{"nanf", "kit_nanf"},
    std::pair{"exit", "kit_exit"},
    std::pair{"malloc", "kit_malloc"},
    std::pair{"calloc", "kit_calloc"},
    std::pair{"free", "kit_free"},
    std::pair{"_Znwm", "kit_new"},
    std::pair{"_Znam", "kit_new_array"},
    std::pair{"_ZdlPv", "kit_delete"},
    std::pair{"_ZdaPv", "kit_delete_array"},
    std::pair{"_ZdlPvm", "kit_delete_sized"},
    std::pair{"_ZdaPvm", "kit_delete_array_sized"},
    std::pair{"_ZnwmSt11align_val_t", "kit_new_aligned"},
    std::pair{"_ZnamSt11align_val_t", "kit_new_array_aligned"},
    std::pair{"_ZdlPvSt11align_val_t", "kit_delete_aligned"},
    std::pair{"_ZdaPvSt11align_val_t", "kit_delete_array_aligned"},
    std::pair{"_ZdlPvmSt11align_val_t", "kit_delete_sized_aligned"},
    std::pair{"_ZdaPvmSt11align_val_t", "kit_delete_array_sized_aligned"},
};

/// Functions of <cmath>, for double; with an f or l at the end for the others.
inline constexpr std::array mathematics{
    "acos",      "acosh",     "asin",  "asinh",     "atan",  "atan2", "atanh",     "cbrt",
    "ceil",      "copysign",  "cos",   "cosh",      "erf",   "erfc",  "exp",       "exp10",
    "exp2",      "expm1",     "fabs",  "fdim",      "floor", "fma",   "fmax",      "fmin",
    "fmod",      "hypot",     "ilogb", "j0",        "j1",    "jn",    "ldexp",     "llrint",
    "llround",   "log",       "log10", "log1p",     "log2",  "logb",  "lrint",     "lround",
    "nearbyint", "nextafter", "pow",   "remainder", "rint",  "round", "roundeven", "scalbln",
    "scalbn",    "sin",       "sinh",  "sqrt",      "tan",   "tanh",  "tgamma",    "trunc",
    "y0",        "y1",        "yn",    "isfinite",  "isinf", "isnan", "signbit"};

/// What else device code may call by C's names.
inline constexpr std::array device_library{"memcpy",  "memset", "malloc",  "free",   "printf",
                                           "abs",     "labs",   "llabs",   "sincos", "sincosf",
                                           "frexp",   "frexpf", "modf",    "modff",  "remquo",
                                           "remquof", "lgamma", "lgammaf", "nan",    "nanf"};

inline bool is_mathematics(std::string_view name) {
    return is_one_of(mathematics, name) ||
           ((name.ends_with('f') || name.ends_with('l')) &&
            is_one_of(mathematics, name.substr(0, name.size() - 1)));
}

/// Functions of the C library that read memory, which nothing announces: launch_config() may call them, and CUDA's
/// device code has none of them.
inline constexpr std::array host_readers{"memcmp",  "memchr", "bcmp",    "strlen", "strcmp",
                                         "strncmp", "strchr", "strrchr", "strstr"};

} // namespace kit
