// What a diagnosis may look at: one case that ran.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"
#include "checker/model/verdict.hpp"
#include "checker/reference/draw.hpp"

#include <optional>

namespace kit {

/// References into the caller's values, for as long as the diagnoses run.
struct Evidence {
    const Lab& lab;
    const CaseData& data; ///< as the kernel was given it
    const Observation& observation;
    const std::optional<Comparison>& comparison; ///< absent when the kernel did not run to its end
};

} // namespace kit
