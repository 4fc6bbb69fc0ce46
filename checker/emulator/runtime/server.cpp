#include "checker/emulator/runtime/server.hpp"

#include "checker/emulator/runtime/process_filter.hpp"
#include "checker/emulator/wire.hpp"
#include "checker/sandbox/server_wire.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace kit::runtime {

namespace {

constexpr unsigned most_runs = 64;

struct RunningCopy {
    pid_t pid;
    int control;
};

void on_child_end(int) {} // only interrupts ppoll()

void tell(int control, RunNews::Kind kind, int value) {
    const RunNews news{kind, value};
    [[maybe_unused]] const auto sent = send(control, &news, sizeof news, MSG_NOSIGNAL);
}

/// What the checker asked for. -1 for files that did not come.
struct Asked {
    StartRun start{};
    int files[run_file_count] = {-1, -1, -1, -1};
};

enum class Received { request, nothing, end };

Received receive(Asked& asked) {
    iovec part{&asked.start, sizeof asked.start};
    alignas(cmsghdr) char room[CMSG_SPACE(sizeof asked.files)] = {};
    msghdr message = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room;
    message.msg_controllen = sizeof room;
    const ssize_t count = recvmsg(server_socket, &message, MSG_DONTWAIT);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) {
        return Received::nothing;
    }
    const cmsghdr* const files = CMSG_FIRSTHDR(&message);
    if (count != static_cast<ssize_t>(sizeof asked.start) || files == nullptr ||
        files->cmsg_len != CMSG_LEN(sizeof asked.files)) {
        return Received::end;
    }
    std::memcpy(asked.files, CMSG_DATA(files), sizeof asked.files);
    return Received::request;
}

class Server {
public:
    /// Returns in each copy.
    int serve() {
        struct sigaction wake = {};
        wake.sa_handler = on_child_end;
        sigaction(SIGCHLD, &wake, nullptr);
        sigset_t child_end;
        sigemptyset(&child_end);
        sigaddset(&child_end, SIGCHLD);
        sigset_t before;
        sigprocmask(SIG_BLOCK, &child_end, &before);
        for (;;) {
            report_ends();
            pollfd polled[most_runs + 1];
            // With so many runs the next waits in the socket.
            polled[0] = {running_ < most_runs ? server_socket : -1, POLLIN, 0};
            for (unsigned i = 0; i < running_; ++i) {
                polled[i + 1] = {runs_[i].control, POLLIN, 0};
            }
            if (ppoll(polled, running_ + 1, nullptr, &before) < 0) {
                continue;
            }
            for (unsigned i = 0; i < running_; ++i) {
                if (polled[i + 1].revents != 0) {
                    pass_signal(runs_[i]);
                }
            }
            if (polled[0].revents != 0 && start_next()) {
                sigprocmask(SIG_SETMASK, &before, nullptr);
                return file_descriptor;
            }
        }
    }

private:
    /// True in the copy.
    bool start_next() {
        Asked asked;
        const Received received = receive(asked);
        if (received == Received::nothing) {
            return false;
        }
        if (received == Received::end) {
            for (unsigned i = 0; i < running_; ++i) {
                kill(runs_[i].pid, SIGKILL);
            }
            std::_Exit(0);
        }
        const int control = asked.files[run_file_control];
        const pid_t pid = fork();
        if (pid == 0) {
            become(asked);
            return true;
        }
        for (unsigned i = 0; i < run_file_control; ++i) {
            close(asked.files[i]);
        }
        if (pid < 0) {
            tell(control, RunNews::refused, errno);
            close(control);
            return false;
        }
        runs_[running_++] = {pid, control};
        return false;
    }

    /// What the copy does before it may run anything of the submission's.
    void become(const Asked& asked) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        signal(SIGCHLD, SIG_DFL);
        for (unsigned i = 0; i < running_; ++i) {
            close(runs_[i].control);
        }
        dup2(asked.files[run_file_output], STDOUT_FILENO);
        dup2(asked.files[run_file_errors], STDERR_FILENO);
        dup2(asked.files[run_file_memory], file_descriptor); // in the server's socket's place
        const rlimit most{asked.start.memory_bytes, asked.start.memory_bytes};
        const int error = setrlimit(RLIMIT_AS, &most) != 0 ? errno : forbid_other_processes();
        const RunNews news{error == 0 ? RunNews::started : RunNews::refused, error};
        const int control = asked.files[run_file_control];
        if (write(control, &news, sizeof news) != sizeof news || error != 0) {
            std::_Exit(1);
        }
        for (const int file : asked.files) {
            close(file);
        }
    }

    void report_ends() {
        int status = 0;
        for (pid_t pid = 0; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
            for (unsigned i = 0; i < running_; ++i) {
                if (runs_[i].pid == pid) {
                    tell(runs_[i].control, RunNews::ended, status);
                    close(runs_[i].control);
                    runs_[i] = runs_[--running_];
                    break;
                }
            }
        }
    }

    static void pass_signal(const RunningCopy& run) {
        std::int32_t signal = 0;
        const ssize_t count = recv(run.control, &signal, sizeof signal, MSG_DONTWAIT);
        if (count == static_cast<ssize_t>(sizeof signal)) {
            kill(run.pid, signal);
        } else if (count == 0) {
            kill(run.pid, SIGKILL); // nobody waits for it any more
        }
    }

    RunningCopy runs_[most_runs] = {};
    unsigned running_ = 0;
};

} // namespace

int serve_runs() {
    int type = 0;
    socklen_t size = sizeof type;
    if (getsockopt(server_socket, SOL_SOCKET, SO_TYPE, &type, &size) != 0 ||
        type != SOCK_SEQPACKET) {
        return -1;
    }
    static Server server;
    return server.serve();
}

} // namespace kit::runtime
