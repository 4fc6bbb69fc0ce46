// A constant of a kernel.cu given another value, so that one file can be explored at many sizes.
#pragma once

#include "checker/build/submission_file.hpp"

#include <string>

namespace kit {

/// The file with `constexpr int NAME = <number>;` initialized with `value`; lines stay where they are.
/// Throws UsageError where the file has no such line.
[[nodiscard]] SubmissionFile with_constant(SubmissionFile file, const std::string& name, int value);

} // namespace kit
