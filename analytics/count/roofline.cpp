#include "analytics/count/roofline.hpp"

#include "analytics/count/traffic.hpp"
#include "checker/base/exact.hpp"

namespace kit {

LeastTraffic least_traffic(const KernelModel& model) {
    check(model);
    const Stencil& stencil = model.stencil;
    Extents inside;
    for (int axis = 0; axis < stencil.axes; ++axis) {
        inside[axis] = output_points(divided_axis(model, axis));
    }
    LeastTraffic least;
    least.cells_written = total(inside);
    if (least.cells_written > 0) {
        // A box needs the whole grid; a star's arms leave the inside along one axis at a time, so
        // that edges and corners of the grid are never read. Where every cell is written, all are
        // inside.
        const bool leaves = stencil.shape == StencilShape::star && !model.every_cell;
        least.cells_read =
            stencil.shape == StencilShape::box ? total(model.grid) : least.cells_written;
        for (int axis = 0; leaves && axis < stencil.axes; ++axis) {
            const std::int64_t layer = least.cells_written / inside[axis];
            least.cells_read =
                checked_add(least.cells_read, checked_product({2, stencil.order, layer}));
        }
    }
    least.bytes =
        checked_mul(checked_add(least.cells_read, least.cells_written), model.element_bytes);
    return least;
}

std::optional<Rational> peak_rate(const Gpu& gpu, const KernelModel& model) {
    return model.whole_numbers ? std::nullopt : peak_rate(gpu, model.element_bytes);
}

std::optional<Rational> peak_rate(const Gpu& gpu, int element_bytes) {
    if (element_bytes == 4 && gpu.fp32_gflops) {
        return Rational(gpu.fp32_gflops->value);
    }
    if (element_bytes == 8 && gpu.fp64_gflops) {
        return Rational(gpu.fp64_gflops->value);
    }
    if (element_bytes == 8 && gpu.fp32_gflops && gpu.capability.fp32_per_fp64.is_known()) {
        return Rational(gpu.fp32_gflops->value, gpu.capability.fp32_per_fp64.value);
    }
    return std::nullopt;
}

Roofline roofline(std::int64_t bytes, std::int64_t operations, const std::optional<Rational>& peak,
                  const Gpu& gpu) {
    if (bytes < 1 || operations < 1) {
        throw BadInput("A sweep that moves or computes nothing has no roofline; choose a grid with "
                       "an output point.");
    }
    Roofline result;
    result.bytes = bytes;
    result.operations = operations;
    result.intensity = Rational(operations, bytes);
    if (gpu.bandwidth_gb_per_s) {
        result.memory_time = Rational(bytes, gpu.bandwidth_gb_per_s->value);
    }
    if (peak) {
        result.compute_time = operations / *peak;
    }
    if (!result.memory_time || !result.compute_time) {
        return result;
    }
    result.ridge = *peak / gpu.bandwidth_gb_per_s->value;
    result.bound_by_memory = !(*result.memory_time < *result.compute_time);
    result.least_time = *result.bound_by_memory ? result.memory_time : result.compute_time;
    result.attainable = operations / *result.least_time;
    return result;
}

} // namespace kit
