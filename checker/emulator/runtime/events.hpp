// Tells the checker what went wrong, through the mailbox.
#pragma once

#include "checker/emulator/runtime/access.hpp"
#include "checker/emulator/runtime/device_memory.hpp"
#include "checker/emulator/runtime/index3.hpp"
#include "checker/emulator/wire.hpp"

#include <cstdint>

namespace kit::runtime {

/// What an event says besides its kind; unset parts stay as they are.
struct EventDetails {
    const Region* region = nullptr;
    const void* code = nullptr;
    std::uint64_t other_code = 0; ///< of the second party
    Index3 other_block{};
    Index3 other_thread{};
    std::int64_t values[3] = {};
    const char* text = nullptr;
    const std::uint64_t* callers = nullptr; ///< wire::max_callers of them
};

/// Where events go and what is poisoned; set once before the launch.
void set_event_target(const wire::Request& request, wire::Reply& reply);

/// A store goes to an array that is only to be read.
void note_written_input();

/// Whether the memory of a load still holds an element that nobody wrote.
[[nodiscard]] bool holds_poison(const Access& access);

/// Records an event of the current thread. One that was seen at the same code on the same array
/// adds to the first one's count. Safe from several OS threads and, because it only writes to
/// mapped memory, from a signal handler whose thread was not in it.
void record_event(wire::EventKind kind, const EventDetails& details);

} // namespace kit::runtime
