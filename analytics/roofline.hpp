// The least time of a sweep on a GPU: what its memory can bring against what its cores can compute.
//
// Exact: GB/s are bytes a nanosecond and GFLOP/s operations a nanosecond, so that times are
// fractions of nanoseconds. Source of the model: Williams, Waterman, Patterson, "Roofline", 2009.
#pragma once

#include "analytics/exact.hpp"
#include "analytics/gpu.hpp"
#include "analytics/kernel_model.hpp"

#include <cstdint>
#include <optional>

namespace analytics {

/// Bytes that a sweep has to move however it is written: every cell that an output depends on is
/// read once and every output written once.
struct LeastTraffic {
    std::int64_t cells_read = 0;
    std::int64_t cells_written = 0;
    std::int64_t bytes = 0;
};

/// Of the model's stencil, grid and element. Throws as check(model) does, and Overflow.
[[nodiscard]] LeastTraffic least_traffic(const KernelModel& model);

/// Peak operations a nanosecond for elements of this size: 4 bytes FP32; 8 bytes FP64, by its own
/// figure or from FP32's by the capability's ratio; absent where the file says neither.
[[nodiscard]] std::optional<Rational> peak_rate(const Gpu& gpu, int element_bytes);

/// The same of the model's elements; absent for whole numbers, of which the file has no rates.
[[nodiscard]] std::optional<Rational> peak_rate(const Gpu& gpu, const KernelModel& model);

/// A sweep under the roof. Times in nanoseconds; what the GPU's figures do not tell is absent.
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

} // namespace analytics
