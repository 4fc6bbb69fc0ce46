#include "checker/sandbox/watched_program.hpp"

#include "checker/sandbox/processor_time.hpp"

#include <fmt/format.h>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>

namespace kit {

namespace {

using Clock = std::chrono::steady_clock;

/// Between the signal that asks a program to report where it is and the one that ends it.
constexpr auto grace = std::chrono::seconds(1);

/// How many times its limit a program may sleep.
constexpr double most_times_limit = 10;

std::atomic<bool> stopped = false;

Clock::duration duration(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

} // namespace

void stop_processes() {
    stopped = true;
}

void allow_processes() {
    stopped = false;
}

bool processes_are_stopped() {
    return stopped;
}

ProcessesStopped stopped_error(const std::string& program) {
    return ProcessesStopped(fmt::format("{} was stopped before its end", program));
}

bool has_time_left(double limit, double used, double passed, double waited) {
    return used < limit && passed - waited < limit * most_times_limit;
}

WatchedProgram::WatchedProgram(const Descriptor& output, const Descriptor& errors, int news,
                               const ProcessLimits& limits)
    : polled_{pollfd{output.number(), POLLIN, 0}, pollfd{errors.number(), POLLIN, 0},
              pollfd{news, POLLIN, 0}},
      limits_(limits) {}

std::optional<ProcessResult> WatchedProgram::finish() {
    bool in_time = read_until(start_ + duration(limits_.seconds));
    while (!in_time && may_go_on()) {
        in_time = read_until(Clock::now() + duration(limits_.seconds / 10));
    }
    const bool is_stopped = stopped;
    if (is_stopped) {
        send(SIGKILL);
    } else if (!in_time) {
        result_.end = ProcessResult::End::out_of_time;
        send(SIGTERM);
        read_until(Clock::now() + grace);
    } else if (printed_ > limits_.output_bytes) {
        result_.end = ProcessResult::End::too_much_output;
    }
    if (result_.end != ProcessResult::End::exited) {
        send(SIGKILL);
    }
    const End end = wait_for_end();
    result_.peak_memory_bytes = end.peak_memory_bytes;
    if (result_.end == ProcessResult::End::exited && WIFSIGNALED(end.status)) {
        result_.end = ProcessResult::End::killed_by_signal;
    }
    result_.code = WIFSIGNALED(end.status) ? WTERMSIG(end.status) : WEXITSTATUS(end.status);
    result_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    return is_stopped ? std::nullopt : std::optional(std::move(result_));
}

/// Whether the time limit has passed by the clock only: other programs had the processor.
bool WatchedProgram::may_go_on() {
    const auto process = limits_.counts_processor_time ? first_process() : std::nullopt;
    const auto used = process ? processor_seconds(*process) : std::nullopt;
    return used && has_time_left(limits_.seconds, *used,
                                 std::chrono::duration<double>(Clock::now() - start_).count(),
                                 waited_seconds(*process));
}

/// True when the program has gone, printed too much or must stop, false when the time was up
/// before.
bool WatchedProgram::read_until(Clock::time_point deadline) {
    for (;;) {
        if (stopped) {
            return true;
        }
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        if (left.count() <= 0) {
            return false;
        }
        // A process that the program left behind may hold the pipes open, so look for the program's
        // own end now and then.
        const int wait = static_cast<int>(std::min<long long>(left.count(), 20));
        const int ready = poll(polled_.data(), polled_.size(), wait);
        if (ready > 0) {
            read_streams();
        }
        const bool closed = polled_[0].fd < 0 && polled_[1].fd < 0;
        if (printed_ > limits_.output_bytes) {
            return true;
        }
        if ((closed || ready == 0 || polled_[2].revents != 0) && has_ended()) {
            read_rest();
            return true;
        }
        if (closed && polled_[2].fd < 0) {
            poll(nullptr, 0, 1); // it closed its streams and runs on
        }
    }
}

/// What the program printed between the last poll and its end.
void WatchedProgram::read_rest() {
    while (printed_ <= limits_.output_bytes && poll(polled_.data(), 2, 0) > 0) {
        read_streams();
    }
}

void WatchedProgram::read_streams() {
    read_stream(polled_[0], result_.output);
    read_stream(polled_[1], result_.errors);
}

void WatchedProgram::read_stream(pollfd& stream, std::string& kept) {
    if (stream.fd < 0 || stream.revents == 0) {
        return;
    }
    std::array<char, 65536> buffer;
    const ssize_t count = read(stream.fd, buffer.data(), buffer.size());
    if (count <= 0) {
        if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
            stream.fd = -1;
        }
        return;
    }
    const auto bytes = static_cast<std::size_t>(count);
    printed_ += bytes;
    const std::size_t room = limits_.kept_output_bytes - kept.size();
    kept.append(buffer.data(), std::min(room, bytes));
    result_.cut = result_.cut || bytes > room;
}

} // namespace kit
