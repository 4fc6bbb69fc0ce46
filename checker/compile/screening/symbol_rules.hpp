// What is refused in the compiled object: calls of functions that no kernel needs, and definitions
// that would take the place of the runtime's.
#pragma once

#include "checker/compile/submission_file.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

namespace kit {

/// The first breach in the symbols of the submission's object file. Throws KitError when the file is
/// no object file.
std::optional<Finding> breach_in_symbols(const std::filesystem::path& object,
                                         const SubmissionFile& submission);

/// Functions as C and C++ name them, and the runtime's that take their place: those that allocate
/// memory, and exit(), which runs nothing more. Each has a name of its own: objcopy wants that.
inline constexpr std::array replaced_symbols{
    std::pair{"sincos", "kit_sincos"},
    std::pair{"sincosf", "kit_sincosf"},
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

/// Whether a submission may call or read what it does not define: the runtime's functions, those of
/// mathematics, those that only read memory, and what the compiler calls by itself.
bool is_allowed_symbol(std::string_view name);

/// Whether a submission may define this global symbol.
bool is_free_symbol(std::string_view name);

} // namespace kit
