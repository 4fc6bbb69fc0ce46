// Kernels side by side: a row for each.
#pragma once

#include "analytics/report/table.hpp"
#include "analytics/traffic.hpp"

#include <string>
#include <vector>

namespace analytics {

/// A kernel under the name that its rows get.
struct NamedKernel {
    std::string name;
    KernelModel model;
    Traffic counts; ///< of the model
};

/// The tables "launch", "tile", "traffic" and "ops_per_byte". All kernels have the same stencil and
/// elements; there is at least one.
[[nodiscard]] std::vector<Table> compare_tables(const std::vector<NamedKernel>& kernels);

} // namespace analytics
