#include "tests/watch/pseudo_terminal.hpp"

#include "tests/catch.hpp"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>

#include <array>
#include <chrono>

namespace kit {

namespace {

using Clock = std::chrono::steady_clock;
/// Generous: a machine may be busy. Nothing waits this long that is right.
constexpr std::chrono::seconds patience{60};

} // namespace

PseudoTerminal::PseudoTerminal(std::vector<std::string> command, int columns, int rows)
    : screen_(columns, rows) {
    winsize size{};
    size.ws_col = static_cast<unsigned short>(columns);
    size.ws_row = static_cast<unsigned short>(rows);
    REQUIRE(openpty(&master_, &slave_, nullptr, nullptr, &size) == 0);
    REQUIRE(tcgetattr(slave_, &before_) == 0);
    command.insert(command.begin(), "/usr/bin/env");
    std::vector<char*> arguments;
    for (std::string& word : command) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    pid_ = fork();
    REQUIRE(pid_ >= 0);
    if (pid_ == 0) {
        close(master_);
        login_tty(slave_);
        execv(arguments[0], arguments.data());
        _exit(127);
    }
}

PseudoTerminal::~PseudoTerminal() {
    if (pid_ > 0) {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
    close(master_);
    close(slave_);
}

void PseudoTerminal::type(const std::string& keys) const {
    CHECK(write(master_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()));
}

void PseudoTerminal::resize(int columns, int rows) {
    winsize size{};
    size.ws_col = static_cast<unsigned short>(columns);
    size.ws_row = static_cast<unsigned short>(rows);
    Screen other(columns, rows);
    other.write(screen_.alternate() ? "\x1b[?1049h\x1b[?25l" : "");
    screen_ = other;
    ioctl(master_, TIOCSWINSZ, &size);
}

void PseudoTerminal::send(int signal) const {
    kill(pid_, signal);
}

bool PseudoTerminal::read_some(int milliseconds) {
    pollfd source{master_, POLLIN, 0};
    if (poll(&source, 1, milliseconds) <= 0) {
        return false;
    }
    std::array<char, 65536> buffer;
    const ssize_t count = read(master_, buffer.data(), buffer.size());
    if (count > 0) {
        screen_.write({buffer.data(), static_cast<std::size_t>(count)});
    }
    return count > 0;
}

bool PseudoTerminal::wait(const std::function<bool(const Screen&)>& as_asked) {
    const Clock::time_point start = Clock::now();
    while (!as_asked(screen_)) {
        if (Clock::now() - start > patience) {
            return false;
        }
        read_some(50);
    }
    return true;
}

bool PseudoTerminal::shows(const std::string& text) {
    return wait(
        [&](const Screen& screen) { return screen.text().find(text) != std::string::npos; });
}

int PseudoTerminal::exit_code() {
    const Clock::time_point start = Clock::now();
    int status = 0;
    while (waitpid(pid_, &status, WNOHANG) == 0) {
        if (Clock::now() - start > patience) {
            return -1;
        }
        read_some(20);
    }
    while (read_some(50)) {
    }
    pid_ = -1;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

termios PseudoTerminal::settings() const {
    termios now{};
    tcgetattr(slave_, &now);
    return now;
}

} // namespace kit
