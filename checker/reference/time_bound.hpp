// The roofline's least time of a lab's sweep on a GPU of the data file.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <optional>
#include <string>

namespace kit {

/// Throws UsageError on a GPU that the data file does not have or whose figures do not suffice, and
/// where the grid has nothing to compute.
[[nodiscard]] TimeBound time_bound(const Lab& lab, const Extents& extents, const std::string& gpu);

/// Bandwidth in bytes a second and peak rate in operations a second of the GPU that a driver calls by
/// this name ("NVIDIA H200"), for this element; absent where the data file does not say.
struct DataSheet {
    std::optional<double> bandwidth;
    std::optional<double> peak;
};

[[nodiscard]] DataSheet data_sheet_of(const std::string& device, Element element);

/// "Under the data sheet's roofline: 1.6 operations a byte, below the ridge at 14.0, so bound by
/// memory: 84 % of the attainable 7,667 GFLOP/s." Empty where the data sheet lacks a figure.
[[nodiscard]] std::string roofline_sentence(const Timing& timing, const DataSheet& sheet);

} // namespace kit
