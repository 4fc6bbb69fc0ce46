// Reports to the checker what went wrong, through the mailbox.
#pragma once

#include "checker/emulator/runtime/access.hpp"
#include "checker/emulator/runtime/device_memory.hpp"
#include "checker/emulator/runtime/index3.hpp"
#include "checker/emulator/wire.hpp"

#include <cstdint>
#include <vector>

namespace kit::runtime {

/// What an event says besides its kind; all parts are optional.
struct EventDetails {
    const Region* region = nullptr;
    const void* code = nullptr;
    std::uint64_t other_code = 0; ///< of the other access or barrier
    Index3 other_block{};
    Index3 other_thread{};
    std::uint64_t other_number = 0; ///< the other block's in the run
    std::int64_t values[3] = {};
    const char* text = nullptr;
    const std::uint64_t* callers = nullptr; ///< runtime::max_callers of them
};

/// The region that has the whole access inside; null if none has.
[[nodiscard]] inline const Region* holding(const std::vector<Region>& regions,
                                           const Access& access) {
    for (const Region& region : regions) {
        if (region.holds(access.address, access.bytes)) {
            return &region;
        }
    }
    return nullptr;
}

/// Where events go and what is poisoned; set once before the launch.
void set_event_target(const runtime::Request& request, runtime::Reply& reply);

/// Notes that an input array is written.
void note_written_input();

/// Notes that a block passed the barrier of this line. Returns whether races are to be looked for as if it were not
/// there.
[[nodiscard]] bool note_barrier(std::uint32_t line);

/// What the request wants in memory that nothing has written: runtime::Garbage.
[[nodiscard]] std::uint32_t requested_garbage();

/// Whether the memory of a load still holds a poisoned element: one that was not written.
[[nodiscard]] bool holds_poison(const Access& access);

/// Records an event of the current thread, or one more of an event at the same code on the same array, which
/// count_events() counts. Of several blocks it tells of that with the lowest number, whichever ran first. Safe from
/// several OS threads and, because it only writes to mapped memory, from a signal handler that did not interrupt it.
/// Returns the event, or null if there were too many to keep.
runtime::Event* record_event(runtime::EventKind kind, const EventDetails& details);

/// Counts what this OS thread has recorded again: at a block's end, and where the program ends.
void count_events();

/// Ends the program in the middle of a block, with what it has printed. Nothing runs at exit.
[[noreturn]] void end_program(int code);

} // namespace kit::runtime
