// The least time of a sweep on a GPU, from its memory bandwidth and its peak rate.
//
// Exact: GB/s are bytes a nanosecond and GFLOP/s operations a nanosecond, so that times are
// fractions of nanoseconds. Source of the model: Williams, Waterman, Patterson, "Roofline", 2009.
#pragma once

#include "analytics/count/gpu.hpp"
#include "analytics/count/kernel_model.hpp"
#include "checker/base/exact.hpp"

#include <cstdint>
#include <optional>

namespace kit {

/// Bytes that a sweep has to move however it is written: every cell that an output depends on is
/// read once and every output written once.
struct LeastTraffic {
    std::int64_t cells_read = 0;
    std::int64_t cells_written = 0;
    std::int64_t bytes = 0;
};

/// What any kernel must move for the model's stencil, grid and element. Throws as check(model) does, and Overflow.
[[nodiscard]] LeastTraffic least_traffic(const KernelModel& model);

/// Peak operations a nanosecond for elements of this size: 4 bytes FP32; 8 bytes FP64, as the
/// file says or from FP32 by the capability's ratio; absent where the file has neither.
[[nodiscard]] std::optional<Rational> peak_rate(const Gpu& gpu, int element_bytes);

/// The same for the model's elements; absent for whole numbers, as the file has no rates for them.
[[nodiscard]] std::optional<Rational> peak_rate(const Gpu& gpu, const KernelModel& model);

/// A sweep under the roof. Times are in nanoseconds; absent where the GPU's numbers are not known.
struct Roofline {
    std::int64_t bytes = 0;
    std::int64_t operations = 0;          ///< a multiply-add as two: so peak rates count
    Rational intensity;                   ///< operations for each byte
    std::optional<Rational> ridge;        ///< intensity from which on compute is the bound
    std::optional<Rational> memory_time;  ///< bytes / bandwidth
    std::optional<Rational> compute_time; ///< operations / peak rate
    std::optional<bool> bound_by_memory;  ///< the memory takes no less than the cores
    std::optional<Rational> least_time;   ///< the greater of both
    std::optional<Rational>
        attainable; ///< operations a nanosecond: min(peak, intensity · bandwidth)
};

/// `peak` in operations a nanosecond. Throws BadInput unless bytes and operations are 1 or more,
/// Overflow.
[[nodiscard]] Roofline roofline(std::int64_t bytes, std::int64_t operations,
                                const std::optional<Rational>& peak, const Gpu& gpu);

} // namespace kit
