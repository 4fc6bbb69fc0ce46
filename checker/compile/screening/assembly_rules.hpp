// What is refused in the assembly that the compiler wrote: the last look before it becomes code.
#pragma once

#include "checker/compile/submission_file.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace kit {

/// Assembly that stood in the source, system calls, and atomic instructions that the compiler left
/// without instrumentation (those whose memory order is a variable).
std::optional<Finding> breach_in_assembly(std::string_view assembly,
                                          const SubmissionFile& submission);

/// Whether a function may store to an array of a thread's own without a call that announces it, which
/// compilers do where the array's address is not taken: only the check of the index keeps such stores
/// inside, so that an index beyond must end the run. True in doubt.
bool stores_unseen(std::string_view assembly);

/// `assembly` between two symbols, kit_text_begin and kit_text_end: an indirect call may go there only.
/// The sections of functions must all be ordinary ones, which the linker leaves in order.
std::string with_marked_text(const std::string& assembly);

} // namespace kit
