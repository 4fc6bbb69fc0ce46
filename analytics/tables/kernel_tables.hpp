// Tables of a kernel - all its counts, each with the formula that gives it, and how it does on a GPU - and of the
// GPUs themselves.
#pragma once

#include "analytics/count/gpu.hpp"
#include "analytics/count/kernel_model.hpp"
#include "checker/base/table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace kit {

/// Two tables: "kernel", with quantity, formula with the numbers filled in, value and unit; and
/// "ops_per_byte", by both conventions for operations and for bytes. The first has no title. Throws
/// as traffic() does.
[[nodiscard]] std::vector<Table> kernel_tables(const KernelModel& model);

/// The kernel on this GPU: the table "occupancy" (blocks of an SM by each resource, and which one
/// limits them) and the table "roofline" (bound, attainable rate and least time of one sweep).
/// `registers` are those of a thread, as nvcc reports them; without them registers limit nothing.
/// Throws BadInput where the model is not a kernel, where its grid has no output point and, with the
/// limit and the largest block that fits, where its block does not run on this GPU.
[[nodiscard]] std::vector<Table>
gpu_tables(const KernelModel& model, const Gpu& gpu,
           const std::optional<std::int64_t>& registers = std::nullopt);

/// The tables "gpus", "capabilities" and "sources".
[[nodiscard]] std::vector<Table> gpu_list_tables(const GpuData& data);

/// The table "figures": every number of every GPU in one row, with its source; for programs, as a
/// reader wants one GPU at a time.
[[nodiscard]] Table all_numbers_table(const GpuData& data);

/// Every number of one GPU with its source: the table "figures", and the "sources" it names.
[[nodiscard]] std::vector<Table> gpu_number_tables(const GpuData& data, const Gpu& gpu);

} // namespace kit
