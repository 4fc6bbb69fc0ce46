// Waits for the end of a program that runs, within its limits of time and output.
#pragma once

#include "checker/sandbox/process.hpp"

#include <poll.h>
#include <sys/types.h>

#include <array>
#include <chrono>
#include <optional>

namespace kit {

/// Whether stop_processes() holds.
[[nodiscard]] bool processes_are_stopped();

[[nodiscard]] ProcessesStopped stopped_error(const std::string& program);

/// Whether a program whose limit counts processor time may go on after the limit has passed by the clock.
/// `used`: its processor time; `passed`: by the clock; `waited`: of that, ready to run while others had the processor.
/// One that neither computes nor waits for a processor, because it sleeps, ends after ten times its limit. All in
/// seconds.
[[nodiscard]] bool has_time_left(double limit, double used, double passed, double waited);

/// How to reach the program is the derived class's.
class WatchedProgram {
public:
    /// Reads the program's standard output and error from these; `news`: can be read once there is news of its
    /// end, or -1.
    WatchedProgram(const Descriptor& output, const Descriptor& errors, int news,
                   const ProcessLimits& limits);
    virtual ~WatchedProgram() = default;
    WatchedProgram(const WatchedProgram&) = delete;
    WatchedProgram& operator=(const WatchedProgram&) = delete;

    /// At the time limit the program gets SIGTERM and, a moment later, SIGKILL. Absent when it was stopped from
    /// outside.
    [[nodiscard]] std::optional<ProcessResult> finish();

protected:
    struct End {
        int status = 0; ///< as of waitpid()
        std::uint64_t peak_memory_bytes = 0;
    };

    virtual void send(int signal) = 0;
    /// Without waiting.
    [[nodiscard]] virtual bool has_ended() = 0;
    [[nodiscard]] virtual End wait_for_end() = 0;
    /// The process whose processor time may be limited; absent where it is unknown.
    [[nodiscard]] virtual std::optional<pid_t> first_process() = 0;

private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] bool may_go_on();
    bool read_until(Clock::time_point deadline);
    void read_rest();
    void read_streams();
    void read_stream(pollfd& stream, std::string& kept);

    std::array<pollfd, 3> polled_; ///< output, errors, news
    const ProcessLimits& limits_;
    Clock::time_point start_ = Clock::now();
    std::size_t printed_ = 0;
    ProcessResult result_;
};

} // namespace kit
