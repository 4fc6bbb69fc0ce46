// One task of a plan, run in a job on a node.
#pragma once

#include <cstddef>
#include <filesystem>

namespace kit {

/// Checks task `index` of the plan and keeps its result, or why there is none: the node cannot
/// confine, does not see the class's folder, or would check with another kit, compiler or lab than
/// where the plan was made, and so must not write under its key. Does nothing where there is a
/// result: Slurm runs a job again whose node died. Throws KitError where the plan cannot be read or
/// the results folder cannot be written, and UsageError where the plan has no such task.
void run_planned_task(const std::filesystem::path& plan, std::size_t index);

} // namespace kit
