// Tells the checker what went wrong, through the mailbox.
#pragma once

#include "checker/emulator/runtime/device_memory.hpp"
#include "checker/emulator/wire.hpp"

#include <cstdint>

namespace kit::runtime {

/// What an event says besides its kind; unset parts stay as they are.
struct EventDetails {
    const Region* region = nullptr;
    const void* code = nullptr;
    std::int64_t values[3] = {};
    const char* text = nullptr;
    const std::uint64_t* callers = nullptr; ///< wire::max_callers of them
};

/// Where events go; set once before the launch.
void set_event_target(wire::Reply& reply);

/// Records an event of the current thread. One that was seen at the same code on the same array
/// adds to the first one's count. Safe from several OS threads and, because it only writes to
/// mapped memory, from a signal handler whose thread was not in it.
void record_event(wire::EventKind kind, const EventDetails& details);

} // namespace kit::runtime
