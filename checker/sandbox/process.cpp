#include "checker/sandbox/process.hpp"

#include "checker/model/errors.hpp"
#include "checker/sandbox/confinement.hpp"
#include "checker/sandbox/forked_work.hpp"
#include "checker/sandbox/processor_time.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <optional>

namespace kit {

namespace {

using Clock = std::chrono::steady_clock;

/// Between the signal that asks a program to report where it is and the one that ends it.
constexpr auto grace = std::chrono::seconds(1);

// Of ProcessLimits::excuses_busy_machine: a program goes on that has had less than this share of one processor,
// until it has had that much or this many times the limit has passed.
constexpr double least_share_of_processor = 0.8;
constexpr int most_times_limit = 10;

/// The descriptor that bubblewrap reads the filter from, and closes.
constexpr int filter_number = 4;

/// CLOSE_RANGE_CLOEXEC; kernels before Linux 5.11 do not know it and leave files open.
constexpr unsigned close_range_at_exec = 4;

/// A shell's way to say by an exit status that a signal ended a program, and bubblewrap's.
constexpr int status_of_signal = 128;

std::atomic<bool> stopped = false;

ProcessesStopped stopped_error(const std::string& program) {
    return ProcessesStopped(fmt::format("{} was stopped before its end", program));
}

struct Pipe {
    Descriptor read_end;
    Descriptor write_end;
};

Pipe make_pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        throw KitError(fmt::format("cannot make a pipe to a child process: {}; close some programs "
                                   "and try again",
                                   std::strerror(errno)));
    }
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

void limit(int resource, rlim_t value) {
    const rlimit both{value, value};
    setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

/// What the child needs, made before the fork: after it only async-signal-safe calls are allowed.
struct Launch {
    std::vector<char*> arguments;
    std::vector<char*> environment;
    const char* directory;
    int output;
    int errors;
    int inherited_file;
    int filter_file; ///< of a confined program's system calls; -1: it is not confined
    int failure;     ///< takes errno when exec fails
    const ProcessLimits* limits;
};

[[noreturn]] void start_child(const Launch& launch) {
    // Without a terminal nothing can be typed into the one that the checker was started from.
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    undo_fork_limits();
    if (launch.limits->memory_bytes > 0) {
        limit(RLIMIT_AS, launch.limits->memory_bytes);
    }
    limit(RLIMIT_FSIZE, launch.limits->file_bytes);
    limit(RLIMIT_CORE, 0);
    if (launch.limits->yields_to_others) {
        setpriority(PRIO_PROCESS, 0, 19);
    }
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, 0);
    dup2(launch.output, 1);
    dup2(launch.errors, 2);
    // The pipe for failures must stay out of the way of the numbers that follow, and close on exec.
    const int failure = fcntl(launch.failure, F_DUPFD_CLOEXEC, 10);
    const int filter = launch.filter_file >= 0 ? fcntl(launch.filter_file, F_DUPFD, 11) : -1;
    if (launch.inherited_file >= 0) {
        dup2(launch.inherited_file, 3);
        if (launch.inherited_file == 3) {
            fcntl(3, F_SETFD, 0);
        }
    }
    if (filter >= 0) {
        dup2(filter, filter_number);
        close(filter);
        // bubblewrap itself must outlive the signal that asks the program where it was.
        signal(SIGTERM, SIG_IGN);
    }
    // No program gets what we happen to have open.
    const int first_own = filter >= 0 ? filter_number + 1 : launch.inherited_file >= 0 ? 4 : 3;
    syscall(SYS_close_range, first_own, ~0U, close_range_at_exec);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    if ((*launch.directory == '\0' || chdir(launch.directory) == 0) &&
        (filter >= 0 || launch.limits->may_create_processes || forbid_new_processes())) {
        execve(launch.arguments[0], launch.arguments.data(), launch.environment.data());
    }
    const int reason = errno;
    [[maybe_unused]] const auto written = write(failure, &reason, sizeof reason);
    _exit(127);
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (std::string& text : texts) {
        result.push_back(text.data());
    }
    result.push_back(nullptr);
    return result;
}

/// The child and what it printed so far.
class Child {
public:
    Child(pid_t pid, Pipe& output, Pipe& errors, const ProcessLimits& limits, bool confined)
        : pid_(pid), confined_(confined), streams_{pollfd{output.read_end.number(), POLLIN, 0},
                                                   pollfd{errors.read_end.number(), POLLIN, 0}},
          limits_(limits), start_(Clock::now()) {}

    /// Absent when it was stopped from outside.
    std::optional<ProcessResult> finish() {
        bool in_time = read_until(start_ + duration(limits_.seconds));
        while (!in_time && may_go_on()) {
            in_time = read_until(Clock::now() + duration(limits_.seconds / 10));
        }
        stopped_ = stopped;
        if (stopped_) {
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
        int status = 0;
        rusage used{};
        while (wait4(pid_, &status, 0, &used) < 0 && errno == EINTR) {
        }
        if (!confined_) {
            result_.peak_memory_bytes = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
        }
        // Whatever the program left behind in its group goes with it. The group alone: the child has been
        // waited for, and its number may be another's by now.
        kill(-pid_, SIGKILL);
        if (result_.end == ProcessResult::End::exited && WIFSIGNALED(status)) {
            result_.end = ProcessResult::End::killed_by_signal;
        }
        result_.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
        if (confined_ && WIFEXITED(status) && result_.code > status_of_signal &&
            result_.code < status_of_signal + NSIG) {
            result_.code -= status_of_signal;
            if (result_.end == ProcessResult::End::exited) {
                result_.end = ProcessResult::End::killed_by_signal;
            }
        }
        result_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
        return stopped_ ? std::nullopt : std::optional(std::move(result_));
    }

private:
    static Clock::duration duration(double seconds) {
        return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

    /// Whether the time limit has passed by the clock only: other programs had the processor.
    [[nodiscard]] bool may_go_on() const {
        if (!limits_.excuses_busy_machine) {
            return false;
        }
        const std::optional<double> used = processor_seconds(pid_);
        return used && *used < limits_.seconds * least_share_of_processor &&
               Clock::now() - start_ < duration(limits_.seconds) * most_times_limit;
    }

    /// To the child's whole group, and to the child where it has not yet made its group.
    void send(int signal) const {
        if (kill(-pid_, signal) != 0) {
            kill(pid_, signal);
        }
    }

    /// True when the child has gone, printed too much or must stop, false when the time was up
    /// before.
    bool read_until(Clock::time_point deadline) {
        for (;;) {
            if (stopped) {
                return true;
            }
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
            if (left.count() <= 0) {
                return false;
            }
            // A process that the child left behind may hold the pipes open, so look for the child's
            // own end now and then.
            const int wait = static_cast<int>(std::min<long long>(left.count(), 20));
            const int ready = poll(streams_.data(), streams_.size(), wait);
            if (ready > 0) {
                read_streams();
            }
            const bool closed = streams_[0].fd < 0 && streams_[1].fd < 0;
            if (printed_ > limits_.output_bytes) {
                return true;
            }
            if ((closed || ready == 0) && ended()) {
                read_rest();
                return true;
            }
            if (closed) {
                poll(nullptr, 0, 1); // it closed its streams and runs on
            }
        }
    }

    /// Whether the child is waiting to be reaped.
    [[nodiscard]] bool ended() const {
        siginfo_t info{};
        return waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT | WNOHANG) == 0 &&
               info.si_pid == pid_;
    }

    /// What the child printed between the last poll and its end.
    void read_rest() {
        while (printed_ <= limits_.output_bytes && poll(streams_.data(), streams_.size(), 0) > 0) {
            read_streams();
        }
    }

    void read_streams() {
        read_stream(streams_[0], result_.output);
        read_stream(streams_[1], result_.errors);
    }

    void read_stream(pollfd& stream, std::string& kept) {
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

    pid_t pid_;
    bool confined_;
    std::array<pollfd, 2> streams_;
    const ProcessLimits& limits_;
    Clock::time_point start_;
    std::size_t printed_ = 0;
    bool stopped_ = false;
    ProcessResult result_;
};

} // namespace

void stop_processes() {
    stopped = true;
}

void allow_processes() {
    stopped = false;
}

ProcessResult run_process(const ProcessRequest& request) {
    if (stopped) {
        throw stopped_error(request.command[0]);
    }
    const bool confined =
        request.confinement && (request.confinement_must_hold || no_confinement().empty());
    std::vector<std::string> arguments = request.command;
    const Descriptor filter =
        confined ? open_system_call_filter(request.confinement->role) : Descriptor();
    if (confined) {
        const auto bubblewrap = find_bubblewrap();
        if (!bubblewrap) {
            throw KitError("bubblewrap was removed: install it and try again");
        }
        arguments = confined_command(*bubblewrap, request.command, request.directory,
                                     *request.confinement, filter_number);
    }
    const char* path = std::getenv("PATH");
    std::vector<std::string> environment{
        fmt::format("PATH={}", path != nullptr ? path : "/usr/bin:/bin"), "LC_ALL=C.UTF-8",
        fmt::format("TMPDIR={}", confined ? confined_directory : request.directory.string()),
        // A compiler's cache would need a home folder.
        "CCACHE_DISABLE=1"};
    for (const std::string& name : request.passed_variables) {
        if (const char* value = std::getenv(name.c_str())) {
            environment.push_back(fmt::format("{}={}", name, value));
        }
    }
    const std::string directory = confined ? "/" : request.directory.string();
    Pipe output = make_pipe();
    Pipe errors = make_pipe();
    Pipe failure = make_pipe();
    const Launch launch{.arguments = pointers(arguments),
                        .environment = pointers(environment),
                        .directory = directory.c_str(),
                        .output = output.write_end.number(),
                        .errors = errors.write_end.number(),
                        .inherited_file = request.inherited_file,
                        .filter_file = filter.number(),
                        .failure = failure.write_end.number(),
                        .limits = &request.limits};
    const pid_t pid = fork();
    if (pid < 0) {
        throw KitError(fmt::format("cannot start {}: {}; close some programs and try again",
                                   request.command[0], std::strerror(errno)));
    }
    if (pid == 0) {
        start_child(launch);
    }
    output.write_end.close();
    errors.write_end.close();
    failure.write_end.close();
    std::optional<ProcessResult> result =
        Child(pid, output, errors, request.limits, confined).finish();
    if (!result) {
        throw stopped_error(request.command[0]);
    }
    int reason = 0;
    if (read(failure.read_end.number(), &reason, sizeof reason) == sizeof reason) {
        throw KitError(
            fmt::format("cannot start {}: {}", request.command[0], std::strerror(reason)));
    }
    return std::move(*result);
}

} // namespace kit
