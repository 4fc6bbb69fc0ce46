// Where checks are run: on this machine's cores, or on a cluster.
#pragma once

#include "checker/grading/run/check_task.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace kit {

/// Told of each task once there is a result or an error of it in the results folder, in the thread
/// that called the executor, and with SIZE_MAX ten times a second while nothing happens.
using TaskDone = std::function<void(std::size_t)>;

/// Runs all tasks on this machine, `settings.jobs` at once, each on cores of its own; `lab_of` is
/// the catalog's lab of a task, by reference into the catalog. One task that fails or hangs costs no
/// other anything. Throws KitError, after the tasks under way have ended, where a result cannot be
/// written.
void run_tasks_here(const std::vector<CheckTask>& tasks, const std::vector<Lab>& catalog,
                    const CheckSettings& settings, const SubmissionFinder& finder,
                    const ResultFolder& results, const TaskDone& done);

} // namespace kit
