// A kernel on a GPU, and the GPUs themselves, as tables.
#pragma once

#include "analytics/gpu.hpp"
#include "analytics/kernel_model.hpp"
#include "analytics/report/table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace analytics {

/// What a GPU makes of a kernel, for a command that has already counted it: the table "occupancy"
/// (blocks of an SM by each resource, and which one limits them) and the table "roofline" (bound,
/// attainable rate and least time of one sweep). `registers` are those of a thread, as nvcc reports
/// them; without them registers limit nothing. Throws BadInput where the model is none, where its
/// grid has no output point and, with the limit and the largest block that fits, where its block
/// does not run on this GPU.
[[nodiscard]] std::vector<Table>
gpu_tables(const KernelModel& model, const Gpu& gpu,
           const std::optional<std::int64_t>& registers = std::nullopt);

/// The tables "gpus", "capabilities" and "sources".
[[nodiscard]] std::vector<Table> gpu_list_tables(const GpuData& data);

/// The table "figures": every figure of every GPU in a row of its own, with its source; for a
/// program, as a reader wants one GPU at a time.
[[nodiscard]] Table all_figures_table(const GpuData& data);

/// Every figure of one GPU with its source: the table "figures", and the "sources" it names.
[[nodiscard]] std::vector<Table> gpu_figure_tables(const GpuData& data, const Gpu& gpu);

} // namespace analytics
