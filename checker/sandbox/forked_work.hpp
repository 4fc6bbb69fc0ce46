// Runs a piece of the kit's own work in a copy of this process: what reads a stranger's bytes there can crash,
// hang or eat memory, and this process goes on.
#pragma once

#include "checker/base/descriptor.hpp"

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace kit {

/// Limits of the copy alone; the programs that it starts have limits of their own.
struct ForkLimits {
    std::uint64_t processor_seconds = 300;
    double seconds = 3600;                    ///< wall clock
    std::uint64_t memory_bytes = 16ull << 30; ///< address space, and 256 MiB more for each core
    std::size_t text_bytes = std::size_t{64} << 20; ///< of what it returns
};

struct ForkEnd {
    /// What the work returned, or the message of the exception that it threw.
    std::string text;
    bool threw = false;
    /// "signal 11 (Segmentation fault)", "the limit of 300 s of processor time"; empty if the work came to its
    /// end. Then `text` is empty.
    std::string ended_by;
};

/// Gives a program that a copy starts the limits back that the copy had before its own. Async-signal-safe.
void undo_fork_limits();

/// Work in a copy of this process, which must have no other threads: the copy has none of them, but all their
/// locks. The copy dies with this process.
class ForkedWork {
public:
    /// Starts it. Throws KitError if there can be no further process.
    ForkedWork(const std::function<std::string()>& work, const ForkLimits& limits = {});
    ~ForkedWork(); ///< ends it if it runs
    ForkedWork(ForkedWork&&) noexcept;
    ForkedWork& operator=(ForkedWork&&) = delete;

    /// Can be read once the copy wrote something or ended: for poll(). -1 after the end.
    [[nodiscard]] int descriptor() const { return answer_.number(); }

    /// Takes what there is of the answer, without waiting. The end once there is one; call no more then.
    [[nodiscard]] std::optional<ForkEnd> end();

private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] ForkEnd finish(std::string ended_by);
    void read_answer();

    ForkLimits limits_;
    Clock::time_point start_;
    pid_t pid_ = -1;
    Descriptor answer_;
    std::string text_;
};

/// Goes on in a copy of this process, which gets nothing: the caller does its work there. This process waits for
/// the copy and gets its exit status, or `status_of_death` after a sentence on standard error that begins with
/// `what` if the copy came to no end of its own.
[[nodiscard]] std::optional<int> continue_in_copy(const std::string& what, int status_of_death);

} // namespace kit
