#include "checker/reference/predicted_counters.hpp"

#include "analytics/errors.hpp"
#include "analytics/traffic.hpp"

#include "checker/reference/boundary.hpp"

#include <algorithm>
#include <optional>

namespace kit {

namespace {

analytics::Family family_of(KernelFamily family) {
    switch (family) {
    case KernelFamily::basic: return analytics::Family::basic;
    case KernelFamily::shared_memory_tiled: return analytics::Family::shared_memory_tiled;
    case KernelFamily::coarsened: return analytics::Family::coarsened;
    case KernelFamily::register_tiled: return analytics::Family::register_tiled;
    case KernelFamily::halo_loading: return analytics::Family::halo_loading;
    case KernelFamily::shared_1d: return analytics::Family::shared_1d;
    }
    return analytics::Family::basic;
}

/// The star or box that the lab's points are, if they are one.
std::optional<analytics::Stencil> stencil_of(const Lab& lab) {
    for (const auto shape : {analytics::StencilShape::star, analytics::StencilShape::box}) {
        const analytics::Stencil stencil{shape, lab.axes, reach(lab)};
        const bool on_axes =
            std::all_of(lab.stencil.begin(), lab.stencil.end(), [](const StencilPoint& point) {
                return std::count(point.offset.begin(), point.offset.end(), 0) >= 2;
            });
        if (analytics::points(stencil) == static_cast<std::int64_t>(lab.stencil.size()) &&
            (shape == analytics::StencilShape::box || on_axes)) {
            return stencil;
        }
    }
    return std::nullopt;
}

} // namespace

PredictedCounters predict_counters(const Lab& lab, const Extents& extents,
                                   const LaunchShape& launch) {
    const auto stencil = stencil_of(lab);
    // Of the rule "zero", how many terms are outside and not loaded is nothing the model counts.
    if (!lab.traffic || !stencil || lab.boundary == BoundaryRule::zero) {
        return {};
    }
    analytics::KernelModel model;
    model.family = family_of(lab.traffic->family);
    model.stencil = *stencil;
    model.grid = {extents.x, extents.y, extents.z};
    model.block = {launch.block[0], launch.block[1], launch.block[2]};
    if (lab.traffic->planes_per_block) {
        model.planes_per_block = *lab.traffic->planes_per_block;
    }
    model.element_bytes = static_cast<int>(bytes_of(lab.element));
    model.every_cell = lab.boundary != BoundaryRule::keep;
    try {
        const analytics::Traffic traffic = analytics::traffic(model);
        const auto count = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
        PredictedCounters predicted;
        predicted.blocks = count(traffic.total_blocks);
        predicted.threads = count(traffic.threads);
        predicted.shared_bytes_per_block = count(traffic.shared_bytes_per_block);
        predicted.global_load_bytes = count(traffic.load_bytes);
        predicted.global_store_bytes = count(traffic.store_bytes);
        predicted.operations = count(traffic.operations.separate);
        return predicted;
    } catch (const analytics::BadInput&) {
        return {}; // a block that this family cannot have: nothing to compare with
    }
}

std::uint64_t sweep_operations(const Lab& lab, const Extents& extents) {
    const std::int64_t points = lab.boundary == BoundaryRule::keep
                                    ? std::max<std::int64_t>(interior(lab, extents).cells(), 0)
                                    : extents.cells();
    const std::int64_t terms = static_cast<std::int64_t>(lab.stencil.size());
    return static_cast<std::uint64_t>(lab.steps * points * (2 * terms - 1));
}

} // namespace kit
