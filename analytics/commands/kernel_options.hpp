// The options that describe a kernel on the command line, shared by the commands that ask for one.
#pragma once

#include "analytics/kernel_model.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace command_line {
class CommandBuilder;
}

namespace analytics {

/// What was typed; without what was not given.
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
void add_kernel_options(command_line::CommandBuilder& command, KernelOptions& options);

/// "tiled": the family as it is typed.
[[nodiscard]] std::string_view typed_name(Family family);

/// Every family as it is typed.
[[nodiscard]] std::vector<std::string> kernel_names();

/// Throws BadInput on a name that no family is typed by.
[[nodiscard]] Family family_named(std::string_view name);

/// Axes of the stencil: what was given, else the family's: 1 for shared_1d, 3 for the others.
[[nodiscard]] int axes_of(const KernelOptions& options, Family family);

/// `sizes` (one, or as many as there are axes) along the axes; 1 along the others. `option` names
/// them in errors. Throws BadInput on any other number of sizes.
[[nodiscard]] Extents along_axes(const std::string& option, const std::string& text, int axes);

/// The kernel that the options describe; what was not given is 120 cells along each axis, a
/// million on a single one, order 1 and blocks of 8×8×8, 32×32 or 128 threads. Throws BadInput on what is no kernel, on a grid
/// without an output point and on --planes for a kernel that does not march.
[[nodiscard]] KernelModel model_of(const KernelOptions& options, Family family);

/// "7-point star of order 1, 120×120×120 cells, float".
[[nodiscard]] std::string setting(const KernelModel& model, const KernelOptions& options);

} // namespace analytics
