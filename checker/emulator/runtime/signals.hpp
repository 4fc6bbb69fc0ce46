// Crashes and time-outs inside a kernel: says which thread and which line, then ends the program.
#pragma once

#include <csignal>
#include <vector>

namespace kit::runtime {

/// Installs the handlers of the program: a crash records what is known of it and ends the program
/// by the same signal; SIGTERM, which the checker sends when the time is up, records the code that
/// was running and ends it too.
void handle_signals();

/// A stack for the handlers of the calling OS thread: its own may be what overflowed.
class SignalStack {
public:
    SignalStack();
    ~SignalStack();
    SignalStack(const SignalStack&) = delete;
    SignalStack& operator=(const SignalStack&) = delete;

private:
    std::vector<char> memory_;
};

/// While it lives, the calling OS thread does not take SIGTERM.
class InterruptsBlocked {
public:
    InterruptsBlocked();
    ~InterruptsBlocked();
    InterruptsBlocked(const InterruptsBlocked&) = delete;
    InterruptsBlocked& operator=(const InterruptsBlocked&) = delete;

private:
    sigset_t before_;
};

/// While it lives, the calling OS thread takes SIGTERM again: for threads that inherited the block.
void allow_interrupts();

} // namespace kit::runtime
