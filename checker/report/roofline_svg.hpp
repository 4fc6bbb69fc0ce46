// A measured kernel under the roofline, as a picture.
#pragma once

#include "checker/model/timing.hpp"

#include <optional>
#include <string>

namespace kit {

/// Ceilings of a GPU in bytes and operations a second; from a data sheet, where there is one.
struct Ceilings {
    std::optional<double> bandwidth;
    std::optional<double> peak;
};

/// An SVG document of its own, readable in light and dark: the roof by the copy measured in the same
/// run, the data sheet's roofs where known, and the kernel, cold and hot, beside the basic one.
/// Both axes are logarithmic.
[[nodiscard]] std::string roofline_svg(const Timing& timing, const Ceilings& ceilings);

} // namespace kit
