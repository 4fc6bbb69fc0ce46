// Ctrl-C while jobs are watched: a last word is due, since they run on.
#pragma once

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

} // namespace kit
