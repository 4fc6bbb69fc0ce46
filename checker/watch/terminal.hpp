// The terminal while ./lab watch has it: keys at once and unseen, a screen of its own, and everything
// as it was before when it goes, however it goes.
#pragma once

#include "checker/watch/frame.hpp"

#include <string>
#include <string_view>

namespace kit::watch {

/// One at a time: signals are the process's. Interrupt, termination, hang-up and quit are reported,
/// not obeyed; a crash gives the terminal back before it ends the process.
class Terminal {
public:
    /// Takes standard input and output. Throws UsageError where they are no terminal, or TERM is
    /// "dumb"; KitError where the terminal cannot be set.
    Terminal();
    ~Terminal();
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    [[nodiscard]] Size size() const;

    /// All of it, at once where the terminal takes it.
    void write(std::string_view bytes) const;

    /// Adds what was typed; false when the terminal is gone.
    [[nodiscard]] bool read(std::string& bytes) const;

    /// To wait for, beside standard input: readable when a signal came.
    [[nodiscard]] int signal_descriptor() const { return signals_[0]; }

    struct Signals {
        bool quit = false;
        bool suspend = false; ///< Ctrl-Z: call suspend()
        bool redraw = false;  ///< another size, or woken up again
    };

    /// Those that came since the last call. After a stop the terminal is taken again.
    [[nodiscard]] Signals take_signals();

    /// Gives the terminal back and stops the process; returns when it is continued.
    void suspend();

private:
    void enter() const;
    static void leave();

    int signals_[2] = {-1, -1};
};

} // namespace kit::watch
