// What is refused in the compiled object: calls of functions that no kernel needs, and definitions
// that would take the place of the runtime's.
#pragma once

#include "checker/compile/submission_file.hpp"

#include <filesystem>
#include <optional>
#include <string_view>

namespace kit {

/// The first breach in the symbols of the submission's object file. Throws KitError when the file is
/// no object file.
std::optional<Finding> breach_in_symbols(const std::filesystem::path& object,
                                         const SubmissionFile& submission);

/// Whether a submission may call or read what it does not define: the runtime's functions, those of
/// mathematics, those that only read memory, and what the compiler calls by itself.
bool is_allowed_symbol(std::string_view name);

/// Whether a submission may define this global symbol.
bool is_free_symbol(std::string_view name);

} // namespace kit
