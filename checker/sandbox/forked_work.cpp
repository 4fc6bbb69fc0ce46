#include "checker/sandbox/forked_work.hpp"

#include "checker/base/errors.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <thread>
#include <utility>

namespace kit {

namespace {

// What an answer begins with.
constexpr char returned = 'r';
constexpr char thrown = 't';

/// A soft limit as it was before this process, a copy, got its own.
struct FormerLimit {
    int resource = 0;
    rlimit both{};
    bool was_lowered = false;
};

FormerLimit former_processor_time;
FormerLimit former_memory;

void limit_softly(int resource, rlim_t value, FormerLimit& former) {
    rlimit both{};
    if (getrlimit(static_cast<__rlimit_resource>(resource), &both) == 0 && value < both.rlim_cur) {
        former = {resource, both, true};
        both.rlim_cur = value;
        setrlimit(static_cast<__rlimit_resource>(resource), &both);
    }
}

void leave_no_core() {
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool reserves_terabytes = true;
#elif defined(__has_feature)
constexpr bool reserves_terabytes =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool reserves_terabytes = false;
#endif

void limit_this_process(const ForkLimits& limits) {
    limit_softly(RLIMIT_CPU, limits.processor_seconds, former_processor_time);
    if (!reserves_terabytes) {
        // A thread's stack and the allocator's arena reserve memory that is never used.
        constexpr std::uint64_t reserved_by_thread = 256ull << 20;
        limit_softly(RLIMIT_AS,
                     limits.memory_bytes + reserved_by_thread * std::thread::hardware_concurrency(),
                     former_memory);
    }
    leave_no_core();
}

[[noreturn]] void do_work(const std::function<std::string()>& work, const Descriptor& answer) {
    std::string text;
    try {
        text = returned + work();
    } catch (const std::exception& error) {
        text = thrown + std::string(error.what());
    } catch (...) {
        text = thrown;
    }
    const bool written = write_to(answer, text) == 0;
    // Without what the program does at its end: files and threads are the first process's.
    _exit(written ? 0 : 1);
}

std::string signal_text(int signal) {
    return signal == SIGXCPU ? "its limit of processor time"
                             : fmt::format("signal {} ({})", signal, strsignal(signal));
}

pid_t forked() {
    // Else both would print what is still in the buffers.
    std::fflush(nullptr);
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid < 0) {
        throw KitError("cannot start another process: {}; close some programs and try again",
                       std::strerror(errno));
    }
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) {
            _exit(1);
        }
    }
    return pid;
}

int status_of(pid_t pid) {
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

} // namespace

void undo_fork_limits() {
    for (const FormerLimit* former : {&former_processor_time, &former_memory}) {
        if (former->was_lowered) {
            setrlimit(static_cast<__rlimit_resource>(former->resource), &former->both);
        }
    }
}

ForkedWork::ForkedWork(const std::function<std::string()>& work, const ForkLimits& limits)
    : limits_(limits), start_(Clock::now()) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw KitError("cannot make a pipe to another process: {}; close some programs and try "
                       "again",
                       std::strerror(errno));
    }
    answer_ = Descriptor(ends[0]);
    Descriptor write_end(ends[1]);
    pid_ = forked();
    if (pid_ == 0) {
        answer_.close();
        limit_this_process(limits);
        do_work(work, write_end);
    }
    fcntl(answer_.number(), F_SETFL, O_NONBLOCK);
}

ForkedWork::ForkedWork(ForkedWork&& other) noexcept
    : limits_(other.limits_), start_(other.start_), pid_(std::exchange(other.pid_, -1)),
      answer_(std::move(other.answer_)), text_(std::move(other.text_)) {}

ForkedWork::~ForkedWork() {
    if (pid_ > 0) {
        kill(pid_, SIGKILL);
        status_of(pid_);
    }
}

void ForkedWork::read_answer() {
    std::array<char, 65536> buffer;
    while (text_.size() <= limits_.text_bytes) {
        const ssize_t count = read(answer_.number(), buffer.data(), buffer.size());
        if (count <= 0) {
            if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
                answer_.close();
            }
            return;
        }
        text_.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

std::optional<ForkEnd> ForkedWork::end() {
    read_answer();
    if (text_.size() > limits_.text_bytes) {
        kill(pid_, SIGKILL);
        return finish(fmt::format("the limit of {} bytes for its answer", limits_.text_bytes));
    }
    if (answer_.is_open()) {
        if (Clock::now() - start_ < std::chrono::duration<double>(limits_.seconds)) {
            return std::nullopt;
        }
        kill(pid_, SIGKILL);
        return finish(fmt::format("the limit of {:g} s", limits_.seconds));
    }
    return finish("");
}

ForkEnd ForkedWork::finish(std::string ended_by) {
    answer_.close();
    const int status = status_of(std::exchange(pid_, -1));
    ForkEnd end;
    end.ended_by = std::move(ended_by);
    if (end.ended_by.empty() && WIFSIGNALED(status)) {
        end.ended_by = signal_text(WTERMSIG(status));
    } else if (end.ended_by.empty() &&
               (text_.empty() || !WIFEXITED(status) || WEXITSTATUS(status) != 0)) {
        end.ended_by = fmt::format("exit status {}", WEXITSTATUS(status));
    }
    if (end.ended_by.empty()) {
        end.threw = text_.front() == thrown;
        end.text = text_.substr(1);
    }
    return end;
}

std::optional<int> continue_in_copy(const std::string& what, int status_of_death) {
    const pid_t pid = forked();
    if (pid == 0) {
        leave_no_core();
        return std::nullopt;
    }
    // Ctrl-C reaches the copy, too, whose end is then ours.
    const auto ignored = signal(SIGINT, SIG_IGN);
    const int status = status_of(pid);
    signal(SIGINT, ignored);
    if (WIFEXITED(status)) {
        return WEXITSTATUS(status);
    }
    // SIGPIPE: who reads the output has closed it, as head does.
    if (const int sign = WTERMSIG(status);
        sign == SIGINT || sign == SIGTERM || sign == SIGHUP || sign == SIGPIPE) {
        raise(sign);
    }
    fmt::print(stderr, "{}: {}\n", what, signal_text(WTERMSIG(status)));
    return status_of_death;
}

} // namespace kit
