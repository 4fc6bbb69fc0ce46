// What nvcc refuses and clang lets pass, as far as the text of kernel.cu shows it. A kernel that passes here must
// compile with CUDA, too. tests/compile/nvcc_answers.toml has what nvcc says.
#pragma once

#include "checker/compile/submission_file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kit {

/// A lambda declared __device__, and a kernel that is constexpr, noexcept, a member function or takes any arguments.
/// Absent where the file has conditional parts: a part that is left out could be meant.
std::optional<Finding> refused_by_nvcc(const SubmissionFile& submission);

/// The variables outside functions that are constexpr, and neither __device__ nor __constant__. Device code may use
/// their values as far as the compiler knows them, and has no such variables in memory.
std::vector<std::string> host_constants(const SubmissionFile& submission);

} // namespace kit
