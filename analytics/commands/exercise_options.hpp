// The options that choose exercises and their sizes, for every command that has them.
#pragma once

#include "analytics/exercises.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace command_line {
class CommandBuilder;
}

namespace analytics {

/// The command line as it was typed; without what was not given.
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
void add_exercise_options(command_line::CommandBuilder& command, ExerciseOptions& options);

/// The course's sizes with those that were given. Throws BadInput on what is no size, and on an
/// option that has no part in the exercises chosen.
[[nodiscard]] ExerciseSizes sizes_of(const ExerciseOptions& options);

} // namespace analytics
