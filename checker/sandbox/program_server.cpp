#include "checker/sandbox/program_server.hpp"

#include "checker/base/errors.hpp"
#include "checker/sandbox/packets.hpp"
#include "checker/sandbox/server_wire.hpp"
#include "checker/sandbox/watched_program.hpp"

#include <fmt/format.h>

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace kit {

namespace {

struct SocketPair {
    Descriptor ours;
    Descriptor theirs;

    SocketPair() {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
            throw KitError("cannot make a socket to a child process: {}; close some "
                           "programs and try again",
                           std::strerror(errno));
        }
        ours = Descriptor(ends[0]);
        theirs = Descriptor(ends[1]);
    }
};

ProcessRequest request_for(const std::filesystem::path& program, int socket) {
    ProcessLimits limits;
    limits.memory_bytes = 0; // each run sets its own
    limits.file_bytes = 0;
    ProcessRequest request{{program.string()}, program.parent_path(), socket, limits};
    request.confinement = Confinement{};
    return request;
}

/// Sends the files with the message. False if nobody reads it.
bool send_start(int socket, const StartRun& start, const std::array<int, run_file_count>& files) {
    StartRun text = start;
    iovec part{&text, sizeof text};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof files)> room{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room.data();
    message.msg_controllen = room.size();
    cmsghdr* const with_files = CMSG_FIRSTHDR(&message);
    with_files->cmsg_level = SOL_SOCKET;
    with_files->cmsg_type = SCM_RIGHTS;
    with_files->cmsg_len = CMSG_LEN(sizeof files);
    std::memcpy(CMSG_DATA(with_files), files.data(), sizeof files);
    ssize_t sent = 0;
    do {
        sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent == static_cast<ssize_t>(sizeof text);
}

/// What the run or its server said last.
struct News {
    bool server_is_gone = false;
    int error = 0; ///< errno, if that is how it was seen
    RunNews news{};
    pid_t sender = 0; ///< as this process sees it
};

/// Without waiting; absent where there is none.
std::optional<News> read_news(int socket) {
    News read;
    iovec part{&read.news, sizeof read.news};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(ucred))> room{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room.data();
    message.msg_controllen = room.size();
    const ssize_t count = receive_packet(socket, message);
    // ECONNRESET: the run ended before a signal for it was read. It is said once; then comes the end.
    if (count < 0 && (errno == EINTR || errno == EAGAIN || errno == ECONNRESET)) {
        return std::nullopt;
    }
    if (count != static_cast<ssize_t>(sizeof read.news)) {
        read.server_is_gone = true;
        read.error = count < 0 ? errno : 0;
        return read;
    }
    for (cmsghdr* part_of = CMSG_FIRSTHDR(&message); part_of != nullptr;
         part_of = CMSG_NXTHDR(&message, part_of)) {
        if (part_of->cmsg_level == SOL_SOCKET && part_of->cmsg_type == SCM_CREDENTIALS) {
            ucred credentials{};
            std::memcpy(&credentials, CMSG_DATA(part_of), sizeof credentials);
            read.sender = credentials.pid;
        }
    }
    return read;
}

/// Waits for news, as long as the server lives. Throws ProcessesStopped.
News wait_for_news(int socket, const std::string& name) {
    for (;;) {
        if (processes_are_stopped()) {
            throw stopped_error(name);
        }
        pollfd one{socket, POLLIN, 0};
        poll(&one, 1, 20);
        if (const auto read = read_news(socket)) {
            return *read;
        }
    }
}

/// A run, which is a child of the server.
class ServedRun : public WatchedProgram {
public:
    ServedRun(const Descriptor& output, const Descriptor& errors, int control, pid_t pid,
              const ProcessLimits& limits)
        : WatchedProgram(output, errors, control, limits), control_(control), pid_(pid) {}

    /// That the server died, and how that was seen. Absent: it lives.
    [[nodiscard]] std::optional<int> death() const { return death_; }

private:
    void send(int signal) override {
        const std::int32_t number = signal;
        [[maybe_unused]] const auto sent = ::send(control_, &number, sizeof number, MSG_NOSIGNAL);
    }

    bool has_ended() override {
        while (!ended_) {
            const auto read = read_news(control_);
            if (!read) {
                return false;
            }
            if (read->server_is_gone) {
                death_ = read->error;
            }
            ended_ = death_ || read->news.kind == RunNews::ended;
            end_.status = death_ ? 0 : read->news.value;
        }
        return true;
    }

    End wait_for_end() override {
        while (!has_ended()) {
            pollfd one{control_, POLLIN, 0};
            poll(&one, 1, 20);
        }
        return end_;
    }

    std::optional<pid_t> first_process() override {
        return pid_ > 0 ? std::optional(pid_) : std::nullopt;
    }

    int control_;
    pid_t pid_;
    bool ended_ = false;
    std::optional<int> death_;
    End end_;
};

/// Gives the server this long to end by itself, with all that it started.
constexpr int patience_milliseconds = 1000;

} // namespace

ProgramServer::ProgramServer(const std::filesystem::path& program) : name_(program.string()) {
    SocketPair pair;
    program_ = start_program(request_for(program, pair.theirs.number()));
    socket_ = std::move(pair.ours);
}

ProgramServer::~ProgramServer() {
    socket_.close();
    // bubblewrap and the server hold this open until they are gone.
    pollfd output{program_.output.number(), POLLIN, 0};
    poll(&output, 1, patience_milliseconds);
    kill(-program_.pid, SIGKILL);
    int status = 0;
    while (waitpid(program_.pid, &status, 0) < 0 && errno == EINTR) {
    }
}

/// How its process ended, in words; empty if it lives.
std::string ProgramServer::end_of_process() const {
    // It is waited for in the destructor, so that its number stays its own until then. Where much else runs,
    // bubblewrap takes its time to clear away what it started.
    constexpr int most_looks = 10 * patience_milliseconds;
    for (int look = 0; look < most_looks; ++look) {
        siginfo_t end{};
        if (waitid(P_PID, static_cast<id_t>(program_.pid), &end, WEXITED | WNOWAIT | WNOHANG) ==
                0 &&
            end.si_pid == program_.pid) {
            return end.si_code == CLD_EXITED ? fmt::format("with status {}", end.si_status)
                                             : fmt::format("by signal {}", end.si_status);
        }
        poll(nullptr, 0, 1);
    }
    return "";
}

void ProgramServer::explain_death(const std::string& seen) const {
    demand_start(program_, name_);
    std::array<char, 512> text{};
    pollfd said{program_.errors.number(), POLLIN, 0};
    const ssize_t count = poll(&said, 1, 0) > 0 ? read(said.fd, text.data(), text.size()) : 0;
    const std::string words(text.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    const std::string end = end_of_process();
    throw KitError("the emulator's process {}{}{}; is memory short?",
                   end.empty() ? seen : "ended " + end, words.empty() ? "" : ": ",
                   words.substr(0, words.find('\n')));
}

ProgramServer::Tried ProgramServer::try_run(int memory, const ProcessLimits& limits) const {
    if (processes_are_stopped()) {
        throw stopped_error(name_);
    }
    Pipe output = make_pipe();
    Pipe errors = make_pipe();
    SocketPair control;
    const int yes = 1;
    setsockopt(control.ours.number(), SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes);
    if (!send_start(socket_.number(), {limits.memory_bytes},
                    {memory, output.write_end.number(), errors.write_end.number(),
                     control.theirs.number()})) {
        return {{}, fmt::format("takes no order ({})", std::strerror(errno))};
    }
    output.write_end.close();
    errors.write_end.close();
    control.theirs.close();
    const News first = wait_for_news(control.ours.number(), name_);
    if (first.server_is_gone) {
        return {{}, "does not answer"};
    }
    if (first.news.kind == RunNews::ended) {
        return {{}, fmt::format("starts no run (status {:#x})", first.news.value)};
    }
    if (first.news.kind == RunNews::refused) {
        throw KitError("cannot start another process: {}; close some programs and try "
                       "again",
                       std::strerror(first.news.value));
    }
    ServedRun run(output.read_end, errors.read_end, control.ours.number(), first.sender, limits);
    std::optional<ProcessResult> result = run.finish();
    if (!result) {
        throw stopped_error(name_);
    }
    if (run.death()) {
        explain_death(*run.death() == 0
                          ? "has left its run"
                          : fmt::format("is not heard ({})", std::strerror(*run.death())));
    }
    return {std::move(result), ""};
}

ProcessResult ProgramServer::run(int memory, const ProcessLimits& limits) const {
    if (Tried first = try_run(memory, limits); first.result) {
        return std::move(*first.result);
    }
    // Something from outside ended it before the run had begun, so that nothing is lost: once more.
    const ProgramServer another(name_);
    Tried second = another.try_run(memory, limits);
    if (!second.result) {
        another.explain_death(second.trouble);
    }
    return std::move(*second.result);
}

} // namespace kit
