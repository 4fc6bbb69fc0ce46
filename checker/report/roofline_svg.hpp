// Draws a measured kernel under the roofline.
#pragma once

#include "checker/model/timing.hpp"

#include <optional>
#include <string>

namespace kit {

/// A GPU's limits in bytes and operations per second, from its data sheet.
struct Ceilings {
    std::optional<double> bandwidth;
    std::optional<double> peak;
};

/// An SVG document for light and dark pages: the roof of the copy measured in the same run, the data
/// sheet's roofs if known, and the kernel, cold and hot, beside the basic one. Both axes are
/// logarithmic.
[[nodiscard]] std::string roofline_svg(const Timing& timing, const Ceilings& ceilings);

} // namespace kit
