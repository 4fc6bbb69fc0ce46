#include "checker/emulator/runtime/block_runner.hpp"

#include "checker/emulator/runtime/entry.hpp"
#include "checker/emulator/runtime/events.hpp"
#include "checker/emulator/runtime/locals.hpp"
#include "checker/emulator/runtime/store_bounds.hpp"

#include <algorithm>
#include <utility>

namespace kit::runtime {

namespace {

std::uint32_t warps_of(std::uint32_t threads) {
    return (threads + warp_lanes - 1) / warp_lanes;
}

} // namespace

BlockRunner::BlockRunner(Index3 extents, std::uint32_t variant, void* const* arguments)
    : threads_(extents.x * extents.y * extents.z), variant_(variant), arguments_(arguments),
      stacks_(threads_), fiber_of_(threads_), warps_(warps_of(threads_)) {
    for (std::uint32_t z = 0; z < extents.z; ++z) {
        for (std::uint32_t y = 0; y < extents.y; ++y) {
            for (std::uint32_t x = 0; x < extents.x; ++x) {
                places_.push_back({x, y, z});
            }
        }
    }
    fibers_.resize(threads_);
    // Taken from the back: fiber 0 first.
    for (std::uint32_t fiber = threads_; fiber > 0; --fiber) {
        free_fibers_.push_back(fiber - 1);
    }
    arrived_.reserve(threads_);
    resuming_.reserve(threads_);
}

bool BlockRunner::run(Index3 block) {
    kit_block_index = block;
    started_ = 0;
    returned_ = 0;
    resuming_.clear();
    resumed_ = 0;
    for (std::uint32_t warp = 0; warp < warps_.size(); ++warp) {
        const std::uint32_t lanes = std::min(threads_ - warp * warp_lanes, warp_lanes);
        warps_[warp].live = lanes == warp_lanes ? ~0u : (1u << lanes) - 1;
        warps_[warp].waiting = 0;
    }
    exited_.clear();
    elsewhere_.reset();
    order_.begin_block(threads_);
    KIT_CALL_WATCHERS(*thread_state.watchers, on_block_begin(threads_));
    const std::uint32_t fiber = take_fiber();
    make_current(started_++);
    fiber_of_[current_] = fiber;
    switch_stack(home_, fibers_[fiber]);
    KIT_CALL_WATCHERS(*thread_state.watchers, on_block_end());
    return outcome_ == Next::block_done;
}

std::uint32_t BlockRunner::take_fiber() {
    const std::uint32_t fiber = free_fibers_.back();
    free_fibers_.pop_back();
    if (fibers_[fiber] == nullptr) [[unlikely]] {
        fibers_[fiber] = make_context<&fiber_main>(stacks_.open(fiber));
    }
    return fiber;
}

[[gnu::flatten]] void BlockRunner::fiber_main() {
    BlockRunner& runner = *thread_state.runner;
    __safestack_unsafe_stack_ptr = runner.stacks_.locals_top(runner.fiber_of_[runner.current_]);
    for (;;) {
        kit_submission_kernel(runner.variant_, runner.arguments_);
        runner.finish();
    }
}

void BlockRunner::make_current(std::uint32_t thread) {
    current_ = thread;
    kit_thread_index = places_[thread];
    thread_state.thread = thread;
    thread_state.last_code = nullptr;
    KIT_CALL_WATCHERS(*thread_state.watchers, on_thread(thread));
}

void BlockRunner::pause() {
    paused_.push_back(current_);
    wait();
}

/// Whether the thread that would run next is of this warp.
bool BlockRunner::warp_goes_on(std::uint32_t warp) const {
    if (started_ < threads_) {
        return started_ / warp_lanes == warp;
    }
    return resumed_ < resuming_.size() && resuming_[resumed_] / warp_lanes == warp;
}

void BlockRunner::release_paused() {
    KIT_CALL_WATCHERS(*thread_state.watchers, on_pause(paused_.front() / warp_lanes));
    ready_.assign(paused_.rbegin(), paused_.rend());
    paused_.clear();
}

/// Lanes that stand at one call are taken for converged, as the hardware has them where it can.
void BlockRunner::release_converging() {
    for (const auto& [thread, code] : converging_) {
        std::uint64_t lanes = 0;
        for (const auto& [other, other_code] : converging_) {
            if (other / warp_lanes == thread / warp_lanes && other_code == code) {
                lanes |= std::uint64_t{1} << other % warp_lanes;
            }
        }
        warps_[thread / warp_lanes].results[thread % warp_lanes] = lanes;
    }
    for (auto last = converging_.rbegin(); last != converging_.rend(); ++last) {
        ready_.push_back(last->first);
    }
    converging_.clear();
}

std::uint32_t BlockRunner::converge(const void* code) {
    const std::uint32_t self = current_;
    converging_.emplace_back(self, code);
    wait();
    return static_cast<std::uint32_t>(warps_[self / warp_lanes].results[self % warp_lanes]);
}

/// Brings the stack of the thread after this one into the cache while this one runs: a block's
/// stacks are more than the nearest cache holds. Inlined, since a call that only prefetches counts as
/// one without effects and is left out.
[[gnu::always_inline]] inline void BlockRunner::prefetch_next() const {
    constexpr int lines = 5; // what a thread at a barrier has on its stack
    if (resumed_ < resuming_.size()) {
        const auto* stack = static_cast<const std::byte*>(fibers_[fiber_of_[resuming_[resumed_]]]);
        for (int line = 0; line < lines; ++line) {
            __builtin_prefetch(stack + line * 64, 1);
        }
    }
}

/// Chooses the thread that runs next and makes it the current one.
BlockRunner::Next BlockRunner::next() {
    if (ready_.empty() && !paused_.empty() && !warp_goes_on(paused_.front() / warp_lanes)) {
        release_paused();
    }
    if (!converging_.empty() && ready_.empty() && paused_.empty() &&
        !warp_goes_on(converging_.front().first / warp_lanes)) [[unlikely]] {
        release_converging();
    }
    if (!ready_.empty()) {
        make_current(ready_.back());
        ready_.pop_back();
        return Next::resume;
    }
    if (started_ < threads_) {
        make_current(started_++);
        return Next::start;
    }
    if (resumed_ == resuming_.size()) {
        if (arrived_.size() + returned_ != threads_) {
            return Next::stuck;
        }
        if (arrived_.empty()) {
            return Next::block_done;
        }
        release_barrier();
    }
    make_current(resuming_[resumed_++]);
    prefetch_next();
    return Next::resume;
}

/// All threads that wait must wait at the same barrier, and none should have left before it.
void BlockRunner::judge_barrier() {
    const auto report = [&](runtime::EventKind kind, std::uint32_t thread, const void* code,
                            int line) {
        kit_thread_index = places_[arrived_.front()];
        record_event(kind, {.code = filling_.code,
                            .other_code = reinterpret_cast<std::uintptr_t>(code),
                            .other_block = kit_block_index,
                            .other_thread = places_[thread],
                            .values = {filling_.line, line}});
    };
    if (elsewhere_) {
        report(runtime::event_barriers_differ, elsewhere_->second, elsewhere_->first.code,
               elsewhere_->first.line);
        elsewhere_.reset();
    }
    for (const Exit& exit : exited_) {
        report(runtime::event_exit_before_barrier, exit.thread, exit.last_code, 0);
    }
    exited_.clear();
}

void BlockRunner::release_barrier() {
    judge_barrier();
    released_ = {predicates_, static_cast<std::uint32_t>(arrived_.size())};
    predicates_ = 0;
    std::swap(arrived_, resuming_);
    arrived_.clear();
    resumed_ = 0;
    ++barriers_;
    KIT_CALL_WATCHERS(*thread_state.watchers, on_barrier());
}

void BlockRunner::jump_to_fiber(std::uint32_t fiber, Context& own) {
    void* const locals = __safestack_unsafe_stack_ptr;
    switch_stack(own, fibers_[fiber]);
    __safestack_unsafe_stack_ptr = locals;
}

void BlockRunner::leave_block(Next why, Context& own) {
    outcome_ = why;
    if (why == Next::stuck) {
        EventDetails details;
        details.values[0] = static_cast<std::int64_t>(arrived_.size());
        details.values[1] = in_warp_operation_;
        // Where one thread of each kind waits.
        if (!arrived_.empty()) {
            details.code = filling_.code;
        }
        for (std::uint32_t warp = 0; warp < warps_.size() && details.other_code == 0; ++warp) {
            if (warps_[warp].waiting != 0) {
                const auto lane = static_cast<std::uint32_t>(__builtin_ctz(warps_[warp].waiting));
                details.other_code =
                    reinterpret_cast<std::uintptr_t>(warps_[warp].requests[lane].code);
                details.other_block = kit_block_index;
                details.other_thread = places_[warp * warp_lanes + lane];
            }
        }
        record_event(runtime::event_stuck, details);
    }
    void* const locals = __safestack_unsafe_stack_ptr;
    switch_stack(own, home_);
    __safestack_unsafe_stack_ptr = locals;
}

/// The current thread cannot go on: runs the others until it can.
void BlockRunner::wait() {
    const std::uint32_t self = current_;
    const void* const last_code = thread_state.last_code;
    Context& own = fibers_[fiber_of_[self]];
    switch (const Next then = next()) {
    case Next::start: {
        const std::uint32_t fiber = take_fiber();
        fiber_of_[current_] = fiber;
        jump_to_fiber(fiber, own);
        break;
    }
    case Next::resume:
        if (current_ != self) {
            jump_to_fiber(fiber_of_[current_], own);
        }
        break;
    default: leave_block(then, own); break;
    }
    thread_state.last_code = last_code;
}

/// Completes the operation that `lane` of this warp waits in. All its lanes can go on, the current
/// thread at once.
void BlockRunner::release_lanes(Warp& warp, std::uint32_t lane) {
    const auto number = static_cast<std::uint32_t>(&warp - warps_.data());
    const std::uint32_t lanes = warp.complete(lane);
    order_.meet(number, lanes);
    for (std::uint32_t done = lanes; done != 0; done &= done - 1) {
        const std::uint32_t thread =
            number * warp_lanes + static_cast<std::uint32_t>(__builtin_ctz(done));
        --in_warp_operation_;
        if (thread != current_) {
            ready_.push_back(thread);
        }
    }
}

/// The current thread has returned. Comes back when this fiber has another thread to run.
void BlockRunner::finish() {
    KIT_CALL_WATCHERS(*thread_state.watchers, on_stop(true));
    const std::uint32_t fiber = fiber_of_[current_];
    Warp& warp = warps_[current_ / warp_lanes];
    warp.live &= ~(1u << current_ % warp_lanes);
    ++returned_;
    exited_.push_back({current_, thread_state.last_code});
    // Lanes that waited for this one alone can go on.
    if (warp.waiting != 0) {
        for (std::uint32_t rest = warp.waiting; rest != 0; rest &= rest - 1) {
            const std::uint32_t lane = static_cast<std::uint32_t>(__builtin_ctz(rest));
            if ((warp.waiting >> lane & 1) != 0 && warp.missing(lane) == 0) {
                release_lanes(warp, lane);
            }
        }
    }
    const Next then = next();
    if (then == Next::start) {
        fiber_of_[current_] = fiber;
        return;
    }
    free_fibers_.push_back(fiber);
    if (then == Next::resume) {
        jump_to_fiber(fiber_of_[current_], fibers_[fiber]);
    } else {
        leave_block(then, fibers_[fiber]);
    }
}

// All in one frame: what is not pushed on a thread's stack need not come back into the cache.
[[gnu::flatten]] std::uint32_t BlockRunner::barrier(bool predicate, Barrier barrier) {
    KIT_CALL_WATCHERS(*thread_state.watchers, on_stop(false));
    predicates_ += predicate ? 1 : 0;
    if (arrived_.empty()) {
        filling_ = barrier;
    } else if (barrier.line != filling_.line && !elsewhere_) [[unlikely]] {
        elsewhere_ = {barrier, current_};
    }
    arrived_.push_back(current_);
    wait();
    return released_.predicates;
}

std::uint64_t BlockRunner::collective(const WarpRequest& request) {
    const std::uint32_t self = current_;
    const std::uint32_t lane = self % warp_lanes;
    Warp& warp = warps_[self / warp_lanes];
    warp.arrive(lane, request);
    ++in_warp_operation_;
    if (warp.missing(lane) != 0) {
        wait();
    } else {
        release_lanes(warp, lane);
    }
    return warp.results[lane];
}

} // namespace kit::runtime
