// Whether a kernel's block runs on a GPU, and what would run where it does not.
#pragma once

#include "analytics/gpu.hpp"
#include "analytics/kernel_model.hpp"

#include <optional>

namespace analytics {

/// The largest block of equal sides, a square for a family that marches, whose threads and shared
/// memory the GPU allows, all else as in `model`; absent where not even the smallest tile fits.
[[nodiscard]] std::optional<Extents> largest_block(const KernelModel& model,
                                                   const Capability& capability);

/// Throws BadInput where the model's block has more threads or its tile more shared memory than the
/// GPU allows a block: it says both numbers and the largest block that fits. Throws as check(model)
/// does where the model is none.
void check_fit(const KernelModel& model, const Gpu& gpu);

} // namespace analytics
