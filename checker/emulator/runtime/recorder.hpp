// Records what the threads of a block do, for ./lab trace.
#pragma once

#include "checker/emulator/runtime/access.hpp"
#include "checker/emulator/runtime/loop_turns.hpp"
#include "checker/emulator/wire.hpp"

#include <cstdint>
#include <vector>

namespace kit::runtime {

/// One for each worker. Apart from the watchers: a run that records nothing pays for a null pointer only.
class Recorder {
public:
    /// Records into the request's part of the mailbox, and counts in the reply what has no room there.
    /// `events`: that part.
    Recorder(const Request& request, Reply& reply, TraceEvent* events)
        : events_(events), capacity_(request.trace_capacity), wanted_(request.trace_block),
          gpu_(request.trace_gpu), sweep_(request.trace_sweep),
          outputs_only_(request.trace_outputs != 0), reply_(reply) {}

    /// `block` begins now; its number is one in the run.
    void on_block_begin(std::uint64_t block);

    /// Before the access is made. `outside`: it is in no array, and the region is the nearest one.
    void on_access(const Access& access, bool outside);

    /// The current thread begins another turn of a loop, or leaves it, as LoopTurns::take() has it.
    void on_turn(std::uint32_t turn);

    /// All threads of the block that have not returned met; `arrivals`: how many.
    void on_barrier(int line, std::uint32_t arrivals);

    /// The current thread returned.
    void on_return();

    /// Reads what the last store or atomic operation left. To be called before anything else is done.
    void settle();

private:
    /// A volatile load.
    struct Look {
        const void* code;
        std::uintptr_t address;
        std::uint32_t thread;
        std::uint64_t value[2];
    };

    TraceEvent* next();
    [[nodiscard]] bool is_same_look(const Access& access, bool outside);

    TraceEvent* const events_;
    const std::uint64_t capacity_;
    const std::uint64_t wanted_; ///< block; all_blocks
    const std::uint32_t gpu_;
    const std::uint32_t sweep_;
    const bool outputs_only_;
    Reply& reply_;
    std::uint64_t block_ = 0;
    bool is_on_ = false;
    std::uint32_t interval_ = 0;   ///< barriers that the block has passed
    std::vector<LoopTurns> turns_; ///< by thread, as far as they are in loops
    TraceEvent* unsettled_ = nullptr;
    Look last_look_ = {};
};

} // namespace kit::runtime
