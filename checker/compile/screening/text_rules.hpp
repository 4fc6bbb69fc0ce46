// What is refused in kernel.cu as it was handed in, before a compiler reads it.
#pragma once

#include "checker/compile/submission_file.hpp"

#include <optional>

namespace kit {

/// A directive that kernels have no use for (#line, #ident), a header named by a path that leaves the
/// include folders, a macro that takes over a keyword or one of CUDA's or the kit's names; brackets or names for which
/// the compiler would take minutes.
std::optional<Finding> breach_in_text(const SubmissionFile& submission);

/// `asm` in any branch of the file, also in those that only nvcc compiles.
std::optional<Finding> assembly_in_text(const SubmissionFile& submission);

} // namespace kit
