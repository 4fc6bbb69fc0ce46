// A program in a terminal of its own, for a test that types and reads the screen.
#pragma once

#include "tests/watch/screen.hpp"

#include <sys/types.h>

#include <functional>
#include <string>
#include <termios.h>
#include <vector>

namespace kit {

class PseudoTerminal {
public:
    /// Starts the command; "NAME=value" before it are settings.
    PseudoTerminal(std::vector<std::string> command, int columns, int rows);

    /// Ends the program if it is still there.
    ~PseudoTerminal();
    PseudoTerminal(const PseudoTerminal&) = delete;
    PseudoTerminal& operator=(const PseudoTerminal&) = delete;

    void type(const std::string& keys) const;
    void resize(int columns, int rows);
    void send(int signal) const;

    /// Reads until the screen is as asked, at most a minute; whether it came so far.
    bool wait(const std::function<bool(const Screen&)>& as_asked);

    /// Reads until the text is on the screen.
    bool shows(const std::string& text);

    /// Reads until the program ends: its exit code, 128 and the signal's number, or -1 after a
    /// minute.
    int exit_code();

    [[nodiscard]] const Screen& screen() const { return screen_; }

    [[nodiscard]] pid_t process() const { return pid_; }

    /// The terminal's settings now, for a look at what is left behind.
    [[nodiscard]] termios settings() const;

    [[nodiscard]] const termios& settings_before() const { return before_; }

private:
    bool read_some(int milliseconds);

    int master_ = -1;
    int slave_ = -1; ///< kept open, so that the terminal outlives the program
    pid_t pid_ = -1;
    termios before_{};
    Screen screen_;
};

} // namespace kit
