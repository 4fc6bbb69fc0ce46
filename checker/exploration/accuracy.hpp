// How near a kernel's finite differences come to a derivative that is known.
#pragma once

#include "checker/build/submission_file.hpp"
#include "checker/model/lab.hpp"

#include <cstdint>
#include <string>

namespace kit {

/// The function is the sine on [0, 2π], so its derivatives are known and none exceeds 1.
struct AccuracySetting {
    int order = 1; ///< of the derivative: 1 or 2
    int radius = 1;
    Element element = Element::float32;
    std::int64_t points = 0; ///< at least 2·radius + 1
};

struct Accuracy {
    AccuracySetting setting;
    double step = 0;  ///< h, the distance of two points
    double error = 0; ///< the greatest of all points in the middle, |got − derivative|; NaN
                      ///< where one is not a number
    double error_at_ends = 0;  ///< of those whose window was moved inwards
    double discretization = 0; ///< the leading term of the formula's own error, computed
    std::string problem;       ///< why there is no error: the kernel did not run to its end
};

/// Whether a lab computes derivatives in this way: one axis, one-sided ends, coefficients given.
[[nodiscard]] bool computes_derivatives(const Lab& lab);

/// Runs the file in the emulator, without checks. The lab is that of computes_derivatives(). Throws
/// KitError where kit or machine fail.
[[nodiscard]] Accuracy measure_accuracy(const Lab& lab, const SubmissionFile& file,
                                        const AccuracySetting& setting);

} // namespace kit
