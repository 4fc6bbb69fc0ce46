#include "checker/watch/terminal.hpp"

#include "checker/base/errors.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace kit {

namespace {

/// A separate screen without cursor, and back. Leaving resets colours, in case a frame was cut off.
constexpr std::string_view enter_screen = "\x1b[?1049h\x1b[?25l\x1b[2J";
constexpr std::string_view leave_screen = "\x1b[0m\x1b[?25h\x1b[?1049l";

constexpr int reported[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
constexpr int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

// Used by the signal handlers; set by the only Terminal.
volatile sig_atomic_t taken = 0;
int signal_pipe = -1;
termios settings_before;

void write_all(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (count < 0 && errno == EAGAIN) {
            pollfd ready{STDOUT_FILENO, POLLOUT, 0};
            poll(&ready, 1, 100);
        } else if (count < 0 && errno != EINTR) {
            return; // the terminal is gone
        }
        bytes.remove_prefix(count < 0 ? 0 : static_cast<std::size_t>(count));
    }
}

/// Async-signal-safe.
void give_back() {
    if (taken != 0) {
        taken = 0;
        write_all(leave_screen);
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings_before);
    }
}

extern "C" void report_signal(int signal) {
    const int error = errno;
    const auto byte = static_cast<unsigned char>(signal);
    [[maybe_unused]] const auto written = ::write(signal_pipe, &byte, 1);
    errno = error;
}

extern "C" void end_by_signal(int signal) {
    give_back();
    ::signal(signal, SIG_DFL);
    raise(signal);
}

void handle(int signal, void (*handler)(int), int flags) {
    struct sigaction action {};

    action.sa_handler = handler;
    action.sa_flags = flags;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

} // namespace

Terminal::Terminal() {
    const char* kind = std::getenv("TERM");
    if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) {
        throw UsageError("watch needs a terminal for its keys and screen; without one use "
                         "./lab check LAB");
    }
    if (kind == nullptr || *kind == '\0' || std::string_view(kind) == "dumb") {
        throw UsageError("watch needs a terminal that can move its cursor, according to TERM; "
                         "use ./lab check LAB");
    }
    if (tcgetattr(STDIN_FILENO, &settings_before) != 0 ||
        pipe2(signals_, O_CLOEXEC | O_NONBLOCK) != 0) {
        throw KitError("the terminal cannot be set up for watch: {}; use ./lab check LAB",
                       std::strerror(errno));
    }
    signal_pipe = signals_[1];
    for (const int signal : reported) {
        handle(signal, report_signal, SA_RESTART);
    }
    for (const int signal : fatal) {
        handle(signal, end_by_signal, SA_RESETHAND);
    }
    enter();
}

Terminal::~Terminal() {
    give_back();
    for (const int signal : reported) {
        handle(signal, SIG_DFL, 0);
    }
    for (const int signal : fatal) {
        handle(signal, SIG_DFL, 0);
    }
    signal_pipe = -1;
    close(signals_[0]);
    close(signals_[1]);
}

void Terminal::enter() const {
    termios settings = settings_before;
    // ISIG stays on, so that Ctrl-C and Ctrl-Z work; Ctrl-S must not freeze the screen.
    settings.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    settings.c_iflag &= ~static_cast<tcflag_t>(IXON);
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings);
    taken = 1;
    write(enter_screen);
}

Size Terminal::size() const {
    winsize window{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 && window.ws_row > 0) {
        return {window.ws_col, window.ws_row};
    }
    return {};
}

void Terminal::write(std::string_view bytes) const {
    write_all(bytes);
}

bool Terminal::read(std::string& bytes) const {
    std::array<char, 256> buffer;
    const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count <= 0) {
        return count < 0 && (errno == EINTR || errno == EAGAIN);
    }
    bytes.append(buffer.data(), static_cast<std::size_t>(count));
    return true;
}

Terminal::Signals Terminal::take_signals() {
    Signals came;
    std::array<unsigned char, 64> numbers;
    for (;;) {
        const ssize_t count = ::read(signals_[0], numbers.data(), numbers.size());
        if (count <= 0) {
            return came;
        }
        for (ssize_t i = 0; i < count; ++i) {
            switch (numbers[i]) {
            case SIGTSTP: came.suspend = true; break;
            case SIGWINCH: came.redraw = true; break;
            case SIGCONT:
                // The shell may have changed the terminal while this process was stopped.
                enter();
                came.redraw = true;
                break;
            default: came.quit = true; break;
            }
        }
    }
}

void Terminal::suspend() {
    give_back();
    raise(SIGSTOP);
    enter();
}

} // namespace kit
