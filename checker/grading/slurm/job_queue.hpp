// How Slurm's jobs stand, by what squeue says: it needs no accounting, which small clusters have not.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace kit {

struct QueuedJob {
    enum class Stage {
        waiting,
        running,
        held,  ///< Slurm gave up starting it, and waits for an operator
        ended, ///< in any way
    };

    Stage stage = Stage::waiting;
    std::string id;     ///< "12_4", as scancel takes it
    std::string state;  ///< Slurm's word, "NODE_FAIL"
    std::string reason; ///< Slurm's word, "Resources"; of one that waits, for what
};

/// Jobs by the array's name and the task's index.
using JobQueue = std::map<std::pair<std::string, std::size_t>, QueuedJob>;

/// What squeue is asked for; one job of an array a line: array job, index, state, reason, name.
[[nodiscard]] std::vector<std::string> squeue_arguments(const std::vector<std::string>& names);

/// What it answered. Lines that are no such lines are left out.
[[nodiscard]] JobQueue read_queue(const std::string& text);

/// Asks for the arrays of these names, jobs that ended a short while ago included; `refusal` has
/// squeue's words where it could not say, and is empty where it could.
[[nodiscard]] JobQueue ask_queue(const std::vector<std::string>& names, std::string& refusal);

/// "3 jobs running, 12 waiting (Resources)"; of the reasons the one that most wait for.
[[nodiscard]] std::string queue_text(const std::vector<const QueuedJob*>& jobs);

/// How a job ended in plain words: "its node failed (NODE_FAIL)"; an empty state is a job that Slurm
/// does not know any more.
[[nodiscard]] std::string end_text(const std::string& state);

} // namespace kit
