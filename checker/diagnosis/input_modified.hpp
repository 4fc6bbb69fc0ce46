// The kernel wrote to the array it was to read.
#pragma once

#include "checker/diagnosis/evidence.hpp"

namespace kit {

/// Compares the input bit for bit with what the kernel was given.
[[nodiscard]] std::optional<Finding> diagnose_input_modified(const Evidence& evidence);

} // namespace kit
