#include "checker/reference/time_bound.hpp"

#include "analytics/errors.hpp"
#include "analytics/gpu.hpp"
#include "analytics/notation.hpp"
#include "analytics/roofline.hpp"
#include "checker/model/errors.hpp"
#include "checker/reference/predicted_counters.hpp"

#include <fmt/format.h>

namespace kit {

TimeBound time_bound(const Lab& lab, const Extents& extents, const std::string& name) {
    try {
        const analytics::Gpu gpu = analytics::gpu_named(analytics::known_gpus(), name);
        // Every cell read once and written once: what the report's GB/s count, too.
        const std::int64_t bytes =
            2 * extents.cells() * static_cast<std::int64_t>(bytes_of(lab.element));
        const auto operations = static_cast<std::int64_t>(sweep_operations(lab, extents));
        const auto peak = lab.element == Element::int32
                              ? std::nullopt
                              : analytics::peak_rate(gpu, static_cast<int>(bytes_of(lab.element)));
        const analytics::Roofline roof = analytics::roofline(bytes, operations, peak, gpu);
        const bool by_compute = roof.bound_by_memory && !*roof.bound_by_memory;
        const auto time = by_compute ? roof.compute_time : roof.memory_time;
        if (!time) {
            throw UsageError(fmt::format("the bandwidth of the {} is not known", gpu.name));
        }
        TimeBound bound;
        bound.gpu = gpu.name;
        bound.seconds = time->approximate() * 1e-9;
        bound.by = by_compute
                       ? fmt::format("compute: {} operations at {} GFLOP/s",
                                     analytics::grouped(operations), peak->decimal(0))
                       : fmt::format("memory: {} bytes at {} GB/s", analytics::grouped(bytes),
                                     analytics::grouped(gpu.bandwidth_gb_per_s->value));
        return bound;
    } catch (const analytics::BadInput& error) {
        throw UsageError(error.what());
    }
}

DataSheet data_sheet_of(const std::string& device, Element element) {
    DataSheet sheet;
    for (const analytics::Gpu& gpu : analytics::known_gpus().gpus) {
        // "A100" in "NVIDIA A100-SXM4-40GB".
        if (device.find(gpu.name) == std::string::npos || element == Element::int32) {
            continue;
        }
        constexpr double giga = 1e9;
        if (gpu.bandwidth_gb_per_s) {
            sheet.bandwidth = static_cast<double>(gpu.bandwidth_gb_per_s->value) * giga;
        }
        if (const auto peak = analytics::peak_rate(gpu, static_cast<int>(bytes_of(element)))) {
            sheet.peak = peak->approximate() * giga;
        }
        return sheet;
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
                       analytics::grouped(static_cast<std::int64_t>(attainable / giga)));
}

} // namespace kit
