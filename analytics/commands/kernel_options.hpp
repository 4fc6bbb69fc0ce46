// Options that describe a kernel, for the commands kernel, compare and sweep.
#pragma once

#include "analytics/count/kernel_model.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {
class CommandBuilder;
}

namespace kit {

/// As typed; absent where not given.
struct KernelOptions {
    std::optional<std::string> grid;
    std::optional<std::string> block;
    std::optional<std::int64_t> planes;
    std::optional<std::string> order;
    std::string shape = "star";
    std::optional<int> axes;
    std::string type = "float";
    std::string format = "text";
};

/// Adds --grid, --block, --planes, --order, --shape, --axes, --type and --format. `options` must
/// outlive the parsing.
void add_kernel_options(CommandBuilder& command, KernelOptions& options);

/// "tiled": the family as it is typed.
[[nodiscard]] std::string_view typed_name(KernelFamily family);

/// Every family as it is typed.
[[nodiscard]] std::vector<std::string> kernel_names();

/// Throws BadInput on any other name.
[[nodiscard]] KernelFamily family_named(std::string_view name);

/// Axes of the stencil: as given, else 1 for shared_1d and 3 for the others.
[[nodiscard]] int axes_of(const KernelOptions& options, KernelFamily family);

/// `sizes` (one, or as many as there are axes) along the axes; 1 along the others. `option` names
/// them in errors. Throws BadInput on any other number of sizes.
[[nodiscard]] Extents along_axes(const std::string& option, const std::string& text, int axes);

/// The kernel that the options describe; the defaults are 120 cells along each axis, a million on a
/// single one, order 1 and blocks of 8×8×8, 32×32 or 128 threads. Throws BadInput on sizes that no
/// kernel has, on a grid without an output point and on --planes for a kernel that does not march.
[[nodiscard]] KernelModel model_of(const KernelOptions& options, KernelFamily family);

/// "7-point star of order 1, 120×120×120 cells, float".
[[nodiscard]] std::string setting(const KernelModel& model, const KernelOptions& options);

} // namespace kit
