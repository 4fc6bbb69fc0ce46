// What clang++ and the file's text warn of, turned into findings about the student's own lines.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/model/finding.hpp"

#include <string>
#include <vector>

namespace kit {

/// What a compiler warned of in kernel.cu, as far as it matters to a kernel: variables without values, conditions
/// that are always true, empty bodies, indices past an array. Each line once.
std::vector<Finding> warnings_from_compiler(const std::string& output,
                                            const SubmissionFile& submission);

/// What the compiler and the text warn of, each message once, with all its lines. Some are errors.
[[nodiscard]] std::vector<Finding> warnings_of(const std::string& said,
                                               const SubmissionFile& submission);

} // namespace kit
