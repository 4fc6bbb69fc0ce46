#include "checker/reference/predictions.hpp"

#include "analytics/count/gpu.hpp"
#include "analytics/count/roofline.hpp"
#include "analytics/count/traffic.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/numbers.hpp"
#include "checker/model/slabs.hpp"
#include "checker/reference/boundary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace kit {

namespace {

/// The star or box that the lab's points are, if they are one.
std::optional<Stencil> stencil_of(const Lab& lab) {
    for (const auto shape : {StencilShape::star, StencilShape::box}) {
        const Stencil stencil{shape, static_cast<int>(lab.axes), reach(lab)};
        const bool on_axes = std::ranges::all_of(lab.stencil, [](const StencilPoint& point) {
            return std::ranges::count(point.offset, 0) >= 2;
        });
        if (points(stencil) == static_cast<std::int64_t>(lab.stencil.size()) &&
            (shape == StencilShape::box || on_axes)) {
            return stencil;
        }
    }
    return std::nullopt;
}

std::int64_t computed_points(const Lab& lab, const Extents& extents) {
    return lab.boundary == BoundaryRule::keep
               ? std::max<std::int64_t>(interior(lab, extents).cells(), 0)
               : extents.cells();
}

} // namespace

PredictedCounters predict_counters(const Lab& lab, const Extents& extents,
                                   const LaunchShape& launch) {
    const auto stencil = stencil_of(lab);
    if (has_slabs(lab)) {
        PredictedCounters predicted;
        predicted.remote_bytes = bytes_between_gpus(lab, extents);
        return predicted;
    }
    // Terms outside the grid are not loaded under the rule "zero", and under "periodic" a tile has other cells for
    // them: the model counts neither.
    if (!lab.traffic || !stencil || lab.boundary == BoundaryRule::zero ||
        (lab.boundary == BoundaryRule::periodic && lab.traffic->family != KernelFamily::basic)) {
        return {};
    }
    KernelModel model;
    model.family = lab.traffic->family;
    model.stencil = *stencil;
    model.grid = {extents.x, extents.y, extents.z};
    model.block = {launch.block[0], launch.block[1], launch.block[2]};
    if (lab.traffic->planes_per_block) {
        model.planes_per_block = *lab.traffic->planes_per_block;
    }
    model.element_bytes = static_cast<int>(bytes_of(lab.element));
    model.every_cell = lab.boundary != BoundaryRule::keep;
    try {
        const Traffic traffic = kit::traffic(model);
        const auto count = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
        PredictedCounters predicted;
        predicted.blocks = count(traffic.total_blocks);
        predicted.threads = count(traffic.threads);
        predicted.shared_bytes_per_block = count(traffic.shared_bytes_per_block);
        predicted.global_load_bytes = count(traffic.load_bytes);
        predicted.whole_tiles_load_bytes = count(traffic.load_slots * model.element_bytes);
        predicted.global_store_bytes = count(traffic.store_bytes);
        predicted.operations = count(traffic.operations.separate);
        return predicted;
    } catch (const BadInput&) {
        return {}; // this family cannot have such a block
    }
}

std::uint64_t sweep_operations(const Lab& lab, const Extents& extents) {
    std::int64_t operations = -1; // the sum begins with its first term
    for (const StencilPoint& point : lab.stencil) {
        operations += point.times ? 3 : 2;
    }
    return static_cast<std::uint64_t>(lab.steps * computed_points(lab, extents) * operations);
}

LeastBytes least_traffic(const Lab& lab, const Extents& extents) {
    const auto whole = std::max<std::int64_t>(interior(lab, extents).cells(), 0);
    return {static_cast<std::uint64_t>(whole * input_count(lab)) * bytes_of(lab.element),
            static_cast<std::uint64_t>(computed_points(lab, extents)) * bytes_of(lab.element)};
}

TimeBound time_bound(const Lab& lab, const Extents& extents, const std::string& name) {
    try {
        const Gpu gpu = gpu_named(known_gpus(), name);
        // Every cell of each array read or written once: what the report's GB/s count, too.
        const std::int64_t bytes = (input_count(lab) + 1) * extents.cells() *
                                   static_cast<std::int64_t>(bytes_of(lab.element));
        const auto operations = static_cast<std::int64_t>(sweep_operations(lab, extents));
        const auto peak = is_whole(lab.element)
                              ? std::nullopt
                              : peak_rate(gpu, static_cast<int>(bytes_of(lab.element)));
        const Roofline roof = roofline(bytes, operations, peak, gpu);
        const bool by_compute = roof.bound_by_memory && !*roof.bound_by_memory;
        const auto time = by_compute ? roof.compute_time : roof.memory_time;
        if (!time) {
            throw UsageError("the bandwidth of the {} is not known", gpu.name);
        }
        TimeBound bound;
        bound.gpu = gpu.name;
        bound.seconds = time->approximate() * 1e-9;
        bound.by = by_compute ? fmt::format("compute: {} operations at {} GFLOP/s",
                                            thousands(operations), peak->decimal(0))
                              : fmt::format("memory: {} bytes at {} GB/s", thousands(bytes),
                                            thousands(gpu.bandwidth_gb_per_s->value));
        return bound;
    } catch (const BadInput& error) {
        throw UsageError(error.what());
    }
}

DataSheet data_sheet_of(const std::string& device, Element element) {
    DataSheet sheet;
    const auto gpu = find_gpu_named(known_gpus(), device);
    if (!gpu || is_whole(element)) {
        return sheet;
    }
    constexpr double giga = 1e9;
    if (gpu->bandwidth_gb_per_s) {
        sheet.bandwidth = static_cast<double>(gpu->bandwidth_gb_per_s->value) * giga;
    }
    if (const auto peak = peak_rate(*gpu, static_cast<int>(bytes_of(element)))) {
        sheet.peak = peak->approximate() * giga;
    }
    return sheet;
}

std::string roofline_sentence(const Timing& timing, const DataSheet& sheet) {
    if (!sheet.bandwidth || !sheet.peak) {
        return {};
    }
    constexpr double giga = 1e9;
    const double intensity =
        static_cast<double>(timing.operations) / static_cast<double>(timing.bytes);
    const double ridge = *sheet.peak / *sheet.bandwidth;
    const bool by_memory = intensity < ridge;
    const double attainable = by_memory ? intensity * *sheet.bandwidth : *sheet.peak;
    const double reached = static_cast<double>(timing.operations) / timing.cold.median;
    return fmt::format("Under the data sheet's roofline: {:.1f} operations a byte, {} the ridge at "
                       "{:.1f}, so bound by {}: {:.0f} % of the attainable {} GFLOP/s.",
                       intensity, by_memory ? "below" : "above", ridge,
                       by_memory ? "memory" : "compute", 100 * reached / attainable,
                       thousands(static_cast<std::int64_t>(attainable / giga)));
}

} // namespace kit
