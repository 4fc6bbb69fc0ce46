// The state of Slurm's jobs, from squeue: it needs no accounting, which small clusters lack.
#pragma once

#include <algorithm>
#include <chrono>
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
        held,  ///< Slurm gave up starting it and waits for an operator
        ended, ///< in any way
    };

    Stage stage = Stage::waiting;
    std::string id;     ///< "12_4", as scancel takes it
    std::string state;  ///< in Slurm's words, "NODE_FAIL"
    std::string reason; ///< why it waits, in Slurm's words, "Resources"
};

/// Jobs by the array's name and the task's index.
using JobQueue = std::map<std::pair<std::string, std::size_t>, QueuedJob>;

/// Arguments of squeue for one job of an array per line: array job, index, state, reason, name.
[[nodiscard]] std::vector<std::string> squeue_arguments(const std::vector<std::string>& names);

/// Its answer. Skips other lines.
[[nodiscard]] JobQueue read_queue(const std::string& text);

/// Asks for the jobs of these arrays, including those that ended a short while ago. `refusal` is squeue's
/// error message, or empty.
[[nodiscard]] JobQueue ask_queue(const std::vector<std::string>& names, std::string& refusal);

/// "3 jobs running, 12 waiting (Resources)", with the most frequent reason.
[[nodiscard]] std::string queue_text(const std::vector<const QueuedJob*>& jobs);

/// How a job ended, in plain words: "its node failed (NODE_FAIL)"; an empty state is a job that Slurm
/// no longer knows.
[[nodiscard]] std::string end_text(const std::string& state);

/// How often Slurm and a network file system may be asked: every `usual` seconds, less often if the answer
/// takes so long that asking would take more than a twentieth of the time, but at least every minute.
class Pace {
public:
    explicit Pace(std::chrono::duration<double> usual) : usual_(usual) {}

    [[nodiscard]] bool due() const { return Clock::now() >= next_; }

    template <class Work>
    void run(Work work) {
        const auto start = Clock::now();
        work();
        const Seconds took = Clock::now() - start;
        const Seconds pause = std::clamp(took * share, usual_, longest);
        next_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(pause);
    }

private:
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;

    static constexpr Seconds longest{60};
    static constexpr double share = 20;

    Seconds usual_;
    Clock::time_point next_ = Clock::now();
};

} // namespace kit
