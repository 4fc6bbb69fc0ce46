#include "checker/sandbox/started_program.hpp"

#include "checker/base/errors.hpp"
#include "checker/sandbox/confinement.hpp"
#include "checker/sandbox/forked_work.hpp"
#include "checker/sandbox/watched_program.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace kit {

namespace {

/// The descriptor that bubblewrap reads the filter from, and closes.
constexpr int filter_number = 4;

/// CLOSE_RANGE_CLOEXEC; kernels before Linux 5.11 do not know it and leave files open.
constexpr unsigned close_range_at_exec = 4;

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
    if (*launch.directory == '\0' || chdir(launch.directory) == 0) {
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

} // namespace

Pipe make_pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        throw KitError("cannot make a pipe to a child process: {}; close some programs "
                       "and try again",
                       std::strerror(errno));
    }
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

StartedProgram start_program(const ProcessRequest& request) {
    if (processes_are_stopped()) {
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
        throw KitError("cannot start {}: {}; close some programs and try again", request.command[0],
                       std::strerror(errno));
    }
    if (pid == 0) {
        start_child(launch);
    }
    return {.pid = pid,
            .confined = confined,
            .output = std::move(output.read_end),
            .errors = std::move(errors.read_end),
            .failure = std::move(failure.read_end)};
}

void demand_start(const StartedProgram& program, const std::string& name) {
    int reason = 0;
    if (read(program.failure.number(), &reason, sizeof reason) == sizeof reason) {
        throw KitError("cannot start {}: {}", name, std::strerror(reason));
    }
}

} // namespace kit
