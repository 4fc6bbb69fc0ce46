// What a compiler or linker said, turned into findings about the student's own lines.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"

#include <string>
#include <vector>

namespace kit {

constexpr const char* shared_initializer_hint = "Shared memory begins with no value: let threads "
                                                "of the block write it, then wait at a barrier.";

/// A finding of that kind.
[[nodiscard]] Finding build_error(std::string message, std::string hint = "");

/// Findings for the errors in the output of clang++ or nvcc on the glue's translation unit, or
/// of the linker. Lines outside kernel.cu are translated to the student's line that led there, or
/// to what the lab demands; the kit's own files are not named. Consequences of an earlier error are
/// left out. Never empty: output that holds no known form becomes one finding with the output as
/// its detail.
std::vector<Finding> findings_from_compiler(const std::string& output, const Lab& lab,
                                            const SubmissionFile& submission);

} // namespace kit
