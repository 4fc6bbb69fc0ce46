// Ctrl-C while jobs are watched: a last word is due, since they run on.
#pragma once

#include <signal.h>

namespace kit {

/// While one exists, SIGINT, SIGTERM and SIGHUP do not end the program but are remembered,
/// and end a program that run_process() waits for.
class InterruptionWatch {
public:
    InterruptionWatch();
    ~InterruptionWatch();
    InterruptionWatch(const InterruptionWatch&) = delete;
    InterruptionWatch& operator=(const InterruptionWatch&) = delete;

    [[nodiscard]] static bool interrupted();
};

/// While one exists, the interruption waits: an array is submitted and known, or neither.
class InterruptionPause {
public:
    InterruptionPause();
    ~InterruptionPause();
    InterruptionPause(const InterruptionPause&) = delete;
    InterruptionPause& operator=(const InterruptionPause&) = delete;

private:
    sigset_t before_{};
};

} // namespace kit
