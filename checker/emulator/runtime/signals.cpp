#include "checker/emulator/runtime/signals.hpp"

#include "checker/emulator/runtime/block_runner.hpp"
#include "checker/emulator/runtime/events.hpp"
#include "checker/emulator/runtime/program_places.hpp"
#include "checker/emulator/runtime/store_bounds.hpp"
#include "checker/emulator/runtime/thread_state.hpp"

#include <pthread.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

extern "C" {
extern char etext; // set by the linker: where the program's code ends
}

namespace kit::runtime {

namespace {

/// Where the program was when the signal came.
struct Interrupted {
    std::uintptr_t code;
    std::uintptr_t stack;
    std::uintptr_t caller; ///< by the register for it; 0 where return addresses are on the stack

    explicit Interrupted(const void* context) {
        const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
        code = machine.gregs[REG_RIP];
        stack = machine.gregs[REG_RSP];
        caller = 0;
#else
        code = machine.pc;
        stack = machine.sp;
        caller = machine.regs[30];
#endif
    }
};

/// A division by 0 is SIGFPE on each processor: arm64 has no such signal, and clang puts a trap before each division
/// (processor.hpp).
int signal_of(int signal, const Interrupted& interrupted) {
#if defined(__aarch64__)
    constexpr std::uint32_t trap_before_division = 0xd42aa060; // brk #0x5503
    if (signal == SIGTRAP &&
        *reinterpret_cast<const std::uint32_t*>(interrupted.code) == trap_before_division) {
        return SIGFPE;
    }
#else
    (void)interrupted;
#endif
    return signal;
}

bool is_in_program(std::uintptr_t address) {
    return address >= reinterpret_cast<std::uintptr_t>(&__executable_start) &&
           address < reinterpret_cast<std::uintptr_t>(&etext);
}

/// The stack's words, from its top, that may be return addresses into the program.
struct Callers {
    std::uint64_t addresses[runtime::max_callers] = {};

    explicit Callers(const Interrupted& interrupted) {
        std::uintptr_t word = interrupted.stack;
        constexpr unsigned most_words = 512;
        unsigned found = 0;
        if (is_in_program(interrupted.caller)) {
            addresses[found++] = interrupted.caller;
        }
        for (unsigned i = 0; i < most_words && found < runtime::max_callers; ++i, word += 8) {
            if (!is_readable(word)) {
                break;
            }
            const std::uint64_t value = *reinterpret_cast<const std::uint64_t*>(word);
            if (is_in_program(value)) {
                addresses[found++] = value;
            }
        }
    }

private:
    /// Only words on the threads' own stacks are looked at: they are mapped.
    static bool is_readable(std::uintptr_t word) {
        const ThreadState& state = thread_state;
        return word - state.stacks_begin < state.stacks_bytes && word % 8 == 0 &&
               !state.runner->stacks().is_guard(reinterpret_cast<const void*>(word));
    }
};

void end_by(int signal) {
    count_events();
    std::signal(signal, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, signal);
    pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    kill(getpid(), signal);
}

void on_crash(int signal, siginfo_t* info, void* context) {
    const ThreadState& state = thread_state;
    EventDetails details;
    const Interrupted interrupted(context);
    details.code = reinterpret_cast<const void*>(interrupted.code);
    const Callers callers(interrupted);
    details.callers = callers.addresses;
    if (state.runner != nullptr && signal == SIGSEGV &&
        state.runner->stacks().is_guard(info->si_addr)) {
        details.values[0] = stack_bytes;
        record_event(runtime::event_stack_overflow, details);
    } else if (state.runner != nullptr && (signal == SIGSEGV || signal == SIGBUS)) {
        const Access& last = state.last_elsewhere;
        const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
        if (last.code != nullptr && address - last.address < last.bytes) {
            record_wild_access(last);
        } else {
            details.values[0] = static_cast<std::int64_t>(address);
            record_event(runtime::event_wild_access, details);
        }
    } else {
        details.values[0] = signal_of(signal, interrupted);
        record_event(runtime::event_crash, details);
    }
    end_by(signal);
}

void on_interrupt(int signal, siginfo_t*, void* context) {
    EventDetails details;
    const Interrupted interrupted(context);
    details.code = reinterpret_cast<const void*>(interrupted.code);
    Callers callers(interrupted);
    // A word of the runtime's own frames may be the address of an earlier call. That of the access which the
    // runtime looks at is known.
    const auto last = reinterpret_cast<std::uint64_t>(thread_state.last_code);
    const auto found = std::ranges::find(callers.addresses, last);
    if (last != 0 && found != std::end(callers.addresses)) {
        std::rotate(std::begin(callers.addresses), found, std::next(found));
    } else if (
        last !=
        0) { // the thread has just made it: what is here may all be the runtime's, or nothing
        (callers.addresses[0] == 0 ? callers.addresses[0] : std::end(callers.addresses)[-1]) = last;
    }
    details.callers = callers.addresses;
    record_event(runtime::event_interrupted, details);
    end_by(signal);
}

void install(int signal, void (*handler)(int, siginfo_t*, void*)) {
    struct sigaction action = {};
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

sigset_t interrupts() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    return set;
}

} // namespace

void handle_signals() {
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP}) {
        install(signal, on_crash);
    }
    install(SIGTERM, on_interrupt);
}

SignalStack::SignalStack() : memory_(64 * 1024) {
    stack_t stack = {};
    stack.ss_sp = memory_.data();
    stack.ss_size = memory_.size();
    sigaltstack(&stack, nullptr);
}

SignalStack::~SignalStack() {
    stack_t stack = {};
    stack.ss_flags = SS_DISABLE;
    sigaltstack(&stack, nullptr);
}

InterruptsBlocked::InterruptsBlocked() {
    const sigset_t set = interrupts();
    pthread_sigmask(SIG_BLOCK, &set, &before_);
}

InterruptsBlocked::~InterruptsBlocked() {
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void allow_interrupts() {
    const sigset_t set = interrupts();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

} // namespace kit::runtime
