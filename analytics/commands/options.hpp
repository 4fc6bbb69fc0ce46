// Options that several commands of ./lab analytics have.
#pragma once

#include "analytics/count/kernel_model.hpp"
#include "analytics/questions/exercises.hpp"
#include "checker/base/table.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

class CommandBuilder;

/// Adds `--format`, which takes the names that format_named() knows; the default is text.
void add_format_option(CommandBuilder& command, std::string& format);

/// The ids, and before each group of them the name of the whole: 1, 1a, 1b, halo, halo.a.
[[nodiscard]] std::vector<std::string> with_parts(const std::vector<std::string>& ids);

/// The names that `--type` takes.
[[nodiscard]] std::vector<std::string> type_names();

/// The GPUs that `--gpu` takes, `auto` first, for help and completion. Throws as known_gpus() does.
[[nodiscard]] std::vector<std::string> gpu_names();

/// Bytes of the element type that `--type` names. Throws BadInput on any other name.
[[nodiscard]] int element_bytes_of(std::string_view type);

/// Throws BadInput unless the stencil's order is 1 or more: order 0 is not a stencil.
void need_order(int order);

/// need_use() for the questions that were chosen.
using NeedUse = std::function<void(const std::string& option, std::string_view size,
                                   std::string_view otherwise)>;

/// `--grid` of questions: one number for a cube, or three. Throws BadInput.
void take_grid(const std::string& text, const NeedUse& need, Extents& grid);

/// `--block` of questions: two numbers for a plane, true, or one or three for a cube. Throws BadInput.
bool take_block(const std::string& text, const NeedUse& need, Extents& cube, Extents& plane);

/// As typed; absent where not given.
struct ExerciseOptions {
    std::string id; ///< empty for all
    std::optional<std::string> grid;
    std::optional<std::string> block;
    std::optional<std::int64_t> planes;
    std::optional<int> order;
    std::optional<std::string> type;

    /// Whether any size was given.
    [[nodiscard]] bool has_sizes() const { return grid || block || planes || order || type; }
};

/// Adds ID, --grid, --block, --planes, --order and --type.
void add_exercise_options(CommandBuilder& command, ExerciseOptions& options);

/// The course's sizes, with those that were given in their place. Throws BadInput on anything that is
/// not a size, and on an option that does not apply to the exercises chosen.
[[nodiscard]] ExerciseSizes sizes_of(const ExerciseOptions& options);

/// A kernel, for the commands kernel, compare and sweep. As typed; absent where not given.
struct KernelOptions {
    std::optional<std::string> grid;
    std::optional<std::string> block;
    std::optional<std::int64_t> planes;
    std::optional<std::string> order;
    std::string shape = "star";
    std::optional<int> axes;
    std::string type = "float";
    std::string boundary = "keep";
    std::string format = "text";
};

/// Adds --grid, --block, --planes, --order, --shape, --axes, --type, --boundary and --format. `options` must
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
/// them in errors, which suggest --axes where the kernel runs on `any_axes`. Throws BadInput on any
/// other number of sizes.
[[nodiscard]] Extents along_axes(const std::string& option, const std::string& text, int axes,
                                 bool any_axes = false);

/// The kernel that the options describe; the defaults are 120 cells along each axis, a million on a
/// single one, order 1 and blocks of 8×8×8, 32×32 or 128 threads. Throws BadInput on sizes that no
/// kernel has, on a grid without an output point and on --planes for a kernel that does not march.
[[nodiscard]] KernelModel model_of(const KernelOptions& options, KernelFamily family);

/// "7-point star of order 1, 120×120×120 cells, float", and what becomes of the boundary if it is not kept.
[[nodiscard]] std::string setting(const KernelModel& model, const KernelOptions& options);

} // namespace kit
