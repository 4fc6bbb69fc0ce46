#include "checker/grading/slurm/interruption.hpp"

#include "checker/sandbox/process.hpp"

#include <signal.h>

#include <array>

namespace kit {

namespace {

constexpr std::array watched{SIGINT, SIGTERM, SIGHUP};

// What the handler reaches.
volatile sig_atomic_t came = 0;
std::array<struct sigaction, watched.size()> before;

extern "C" void remember_interruption(int /*signal*/) {
    came = 1;
    kit::stop_processes();
}

} // namespace

InterruptionWatch::InterruptionWatch() {
    came = 0;
    for (std::size_t i = 0; i < watched.size(); ++i) {
        struct sigaction action {};

        action.sa_handler = remember_interruption;
        action.sa_flags = SA_RESTART;
        sigaction(watched[i], &action, &before[i]);
    }
}

InterruptionWatch::~InterruptionWatch() {
    for (std::size_t i = 0; i < watched.size(); ++i) {
        sigaction(watched[i], &before[i], nullptr);
    }
    if (came != 0) {
        allow_processes();
    }
}

InterruptionPause::InterruptionPause() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : watched) {
        sigaddset(&set, signal);
    }
    pthread_sigmask(SIG_BLOCK, &set, &before_);
}

InterruptionPause::~InterruptionPause() {
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool InterruptionWatch::interrupted() {
    return came != 0;
}

} // namespace kit
