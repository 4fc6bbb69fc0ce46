#include "checker/sandbox/process.hpp"

#include "checker/sandbox/started_program.hpp"
#include "checker/sandbox/watched_program.hpp"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cerrno>
#include <utility>

namespace kit {

namespace {

/// A shell's way to say by an exit status that a signal ended a program, and bubblewrap's.
constexpr int status_of_signal = 128;

/// A child of this process, and all that is in its group.
class ChildProcess : public WatchedProgram {
public:
    ChildProcess(const StartedProgram& program, const ProcessLimits& limits)
        : WatchedProgram(program.output, program.errors, -1, limits), pid_(program.pid),
          confined_(program.confined) {}

private:
    /// To the child's whole group, and to the child where it has not yet made its group.
    void send(int signal) override {
        if (kill(-pid_, signal) != 0) {
            kill(pid_, signal);
        }
    }

    bool has_ended() override {
        siginfo_t info{};
        return waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT | WNOHANG) == 0 &&
               info.si_pid == pid_;
    }

    End wait_for_end() override {
        siginfo_t info{};
        while (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT) < 0 &&
               errno == EINTR) {
        }
        // Whatever the program left behind in its group goes with it, before the child is waited for: after that
        // the number may be another's.
        kill(-pid_, SIGKILL);
        End end;
        rusage used{};
        while (wait4(pid_, &end.status, 0, &used) < 0 && errno == EINTR) {
        }
        if (!confined_) {
            end.peak_memory_bytes = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
        } else if (WIFEXITED(end.status) && WEXITSTATUS(end.status) > status_of_signal &&
                   WEXITSTATUS(end.status) < status_of_signal + NSIG) {
            end.status = W_EXITCODE(0, WEXITSTATUS(end.status) - status_of_signal);
        }
        return end;
    }

    std::optional<pid_t> first_process() override { return pid_; }

    pid_t pid_;
    bool confined_;
};

} // namespace

ProcessResult run_process(const ProcessRequest& request) {
    const StartedProgram program = start_program(request);
    std::optional<ProcessResult> result = ChildProcess(program, request.limits).finish();
    if (!result) {
        throw stopped_error(request.command[0]);
    }
    demand_start(program, request.command[0]);
    return std::move(*result);
}

} // namespace kit
