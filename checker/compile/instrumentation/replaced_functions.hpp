// The C and C++ libraries' functions that the emulator answers itself, and those that only the host has.
#pragma once

#include <array>
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

/// Functions of the C library that read memory, which nothing announces: launch_config() may call them, and CUDA's
/// device code has none of them.
inline constexpr std::array host_readers{"memcmp",  "memchr", "bcmp",    "strlen", "strcmp",
                                         "strncmp", "strchr", "strrchr", "strstr"};

} // namespace kit
