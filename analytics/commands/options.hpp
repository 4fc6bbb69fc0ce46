// Options that several commands of ./lab analytics have.
#pragma once

#include "analytics/answers/exercises.hpp"
#include "analytics/print/table.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {
class CommandBuilder;
}

namespace kit {

/// Adds `--format`, which takes the names that format_named() knows; the default is text.
void add_format_option(CommandBuilder& command, std::string& format);

/// The ids, and before each group of them the name of the whole: 1, 1a, 1b, halo, halo.a.
[[nodiscard]] std::vector<std::string> with_parts(const std::vector<std::string>& ids);

/// The names that `--type` takes.
[[nodiscard]] std::vector<std::string> type_names();

/// The GPUs that `--gpu` takes, for help and completion. Throws as known_gpus() does.
[[nodiscard]] std::vector<std::string> gpu_names();

/// Bytes of the element type that `--type` names: half, float, double, int or long. Throws BadInput
/// on any other name.
[[nodiscard]] int element_bytes_of(std::string_view type);

/// Throws BadInput unless the stencil's order is 1 or more: order 0 is not a stencil.
void need_order(int order);

/// Throws BadInput unless one of `asked` is in `used_by`: a user would believe that an option which
/// changes nothing was used. `what` and `name` say what was asked for; `place` where the option
/// applies.
void need_part(const std::string& what, const std::string& name,
               const std::vector<std::string>& asked, const std::string& option,
               const std::vector<std::string>& used_by, const std::string& place);

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

} // namespace kit
