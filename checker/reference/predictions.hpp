// What analytics predicts for a lab's kernel: its counters, and the least time on a GPU.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"
#include "checker/model/verdict.hpp"

#include <optional>
#include <string>

namespace kit {

/// Predicted for the family of the lab and the block that was launched; the grid of blocks is the
/// family's, not the launch's. Fields stay absent where lab.toml names no family, where the family
/// cannot have the launched block, and under the boundary rules "zero" and, but for basic, "periodic", which the model
/// does not count.
[[nodiscard]] PredictedCounters predict_counters(const Lab& lab, const Extents& extents,
                                                 const LaunchShape& launch);

/// Operations of the lab's sweep: (2p − 1) for each computed point of p terms, and one more for a term that
/// another input multiplies. Points that the boundary
/// rule keeps and what is done to the sum afterwards are not counted.
[[nodiscard]] std::uint64_t sweep_operations(const Lab& lab, const Extents& extents);

struct LeastBytes {
    std::uint64_t load_bytes = 0;
    std::uint64_t store_bytes = 0;
};

/// What every kernel of the lab loads and stores at least: it stores each computed point, and for the points at which
/// the whole stencil is on the grid it needs at least as many cells of each input.
[[nodiscard]] LeastBytes least_traffic(const Lab& lab, const Extents& extents);

/// The roofline's least time of a lab's sweep on a GPU of the data file. Throws UsageError if the data
/// file lacks the GPU or a number that is needed, and if the grid has no cell to compute.
[[nodiscard]] TimeBound time_bound(const Lab& lab, const Extents& extents, const std::string& gpu);

/// Bandwidth in bytes a second and peak rate in operations a second of the GPU that a driver calls by
/// this name ("NVIDIA H200"), for this element; absent where the data file lacks them.
struct DataSheet {
    std::optional<double> bandwidth;
    std::optional<double> peak;
};

[[nodiscard]] DataSheet data_sheet_of(const std::string& device, Element element);

/// "Under the data sheet's roofline: 1.6 operations a byte, below the ridge at 14.0, so bound by
/// memory: 84 % of the attainable 7,667 GFLOP/s." Empty where the data sheet lacks a number.
[[nodiscard]] std::string roofline_sentence(const Timing& timing, const DataSheet& sheet);

} // namespace kit
