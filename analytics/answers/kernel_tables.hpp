// All counts of one kernel, each with the formula that gives it.
#pragma once

#include "analytics/count/kernel_model.hpp"
#include "analytics/print/table.hpp"

#include <vector>

namespace kit {

/// Two tables: "kernel", with quantity, formula with the numbers filled in, value and unit; and
/// "ops_per_byte", by both conventions for operations and for bytes. The first has no title. Throws
/// as traffic() does.
[[nodiscard]] std::vector<Table> kernel_tables(const KernelModel& model);

} // namespace kit
