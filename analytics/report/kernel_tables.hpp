// One kernel's figures, each with the formula it comes from.
#pragma once

#include "analytics/kernel_model.hpp"
#include "analytics/report/table.hpp"

#include <vector>

namespace analytics {

/// Two tables: "kernel", of figure, formula with the numbers filled in, value and unit; and
/// "ops_per_byte", by both conventions for operations and for bytes. The first has no title. Throws
/// as traffic() does.
[[nodiscard]] std::vector<Table> kernel_tables(const KernelModel& model);

} // namespace analytics
