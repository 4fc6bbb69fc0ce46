// What is refused in the assembly that the compiler wrote: the last look before it becomes code.
#pragma once

#include "checker/build/submission_file.hpp"

#include <optional>
#include <string_view>

namespace kit {

/// Assembly that stood in the source, system calls, and atomic instructions that the compiler left
/// without instrumentation (those whose memory order is a variable).
std::optional<Finding> breach_in_assembly(std::string_view assembly,
                                          const SubmissionFile& submission);

/// Whether a function reaches parts of its own stack frame by an index: an array of a thread's own
/// that stayed in memory. Where its address is not taken no call announces its stores, and only the
/// check of the index keeps them inside.
bool indexes_its_stack(std::string_view assembly);

} // namespace kit
