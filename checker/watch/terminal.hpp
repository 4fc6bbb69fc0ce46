// Takes over the terminal for ./lab watch: keys without echo, a separate screen, and everything restored
// at the end, even after a crash.
#pragma once

#include "checker/watch/frame.hpp"

#include <string>
#include <string_view>

namespace kit {

/// Only one may exist, because signals belong to the process. Interrupt, termination, hang-up and quit
/// are reported, not obeyed; a crash restores the terminal before it ends the process.
class Terminal {
public:
    /// Uses standard input and output. Throws UsageError if they are not a terminal or TERM is "dumb",
    /// KitError if the terminal cannot be set up.
    Terminal();
    ~Terminal();
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    [[nodiscard]] Size size() const;

    /// Writes everything, in one call if possible.
    void write(std::string_view bytes) const;

    /// Appends what was typed; false if the terminal is gone.
    [[nodiscard]] bool read(std::string& bytes) const;

    /// Readable when a signal came.
    [[nodiscard]] int signal_descriptor() const { return signals_[0]; }

    struct Signals {
        bool quit = false;
        bool suspend = false; ///< Ctrl-Z: call suspend()
        bool redraw = false;  ///< resized or continued
    };

    /// The signals since the last call. After a stop, takes over the terminal again.
    [[nodiscard]] Signals take_signals();

    /// Restores the terminal and stops the process; returns when it is continued.
    void suspend();

private:
    void enter() const;

    int signals_[2] = {-1, -1};
};

} // namespace kit
