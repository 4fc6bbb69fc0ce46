// All diagnoses, in the order in which their findings are reported.
#pragma once

#include "checker/diagnosis/evidence.hpp"

#include <vector>

namespace kit {

/// What every diagnosis has to say about one case. Nothing but registry.cpp names single diagnoses.
[[nodiscard]] std::vector<Finding> diagnose(const Evidence& evidence);

} // namespace kit
