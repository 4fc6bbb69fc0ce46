#include "checker/emulator/runtime/block_runner.hpp"

#include "checker/emulator/runtime/events.hpp"
#include "checker/emulator/runtime/locals.hpp"
#include "checker/emulator/runtime/recorder.hpp"
#include "checker/emulator/runtime/store_bounds.hpp"

#include <algorithm>
#include <utility>

namespace kit::runtime {

namespace {

std::uint32_t warps_of(std::uint32_t threads) {
    return (threads + warp_lanes - 1) / warp_lanes;
}

} // namespace

BarrierLines barriers_in_loops;

BlockRunner::BlockRunner(Index3 extents, std::uint32_t variant)
    : threads_(extents.x * extents.y * extents.z), variant_(variant), stacks_(threads_),
      tops_(threads_), waits_(threads_), warps_(warps_of(threads_)) {
    for (std::uint32_t z = 0; z < extents.z; ++z) {
        for (std::uint32_t y = 0; y < extents.y; ++y) {
            for (std::uint32_t x = 0; x < extents.x; ++x) {
                places_.push_back({x, y, z});
            }
        }
    }
    // Taken from the back: stack 0 first.
    for (std::uint32_t stack = threads_; stack > 0; --stack) {
        free_stacks_.push_back(stack - 1);
    }
    arrived_.reserve(threads_);
    resuming_.reserve(threads_);
}

bool BlockRunner::run(Index3 block, void* const* arguments) {
    arguments_ = arguments;
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
    returned_before_ = 0;
    for (Wait& wait : waits_) {
        wait.returned = false;
    }
    elsewhere_.reset();
    order_.begin_block(threads_);
    KIT_CALL_WATCHERS(*thread_state.watchers, on_block_begin(threads_));
    make_current(started_++);
    kit_run_threads(begin_thread());
    KIT_CALL_WATCHERS(*thread_state.watchers, on_block_end());
    count_events();
    return outcome_ == Next::block_done;
}

/// The current thread begins.
Onward BlockRunner::begin_thread() {
    const std::uint32_t stack = free_stacks_.back();
    free_stacks_.pop_back();
    if (tops_[stack] == nullptr) [[unlikely]] {
        tops_[stack] = stacks_.open(stack);
    }
    waits_[current_].stack = stack;
    waits_[current_].avoids = {};
    __safestack_unsafe_stack_ptr = stacks_.locals_top(stack);
    return begin_on(tops_[stack]);
}

void BlockRunner::make_current(std::uint32_t thread) {
    current_ = thread;
    kit_thread_index = places_[thread];
    thread_state.thread = thread;
    thread_state.last_code = nullptr;
    KIT_CALL_WATCHERS(*thread_state.watchers, on_thread(thread));
}

/// The current thread does not run from now on.
void BlockRunner::leave(Context own) {
    Wait& wait = waits_[current_];
    wait.context = own;
    wait.locals = __safestack_unsafe_stack_ptr;
    wait.last_code = thread_state.last_code;
}

void BlockRunner::pause() {
    out_of_turn_ = true;
    paused_.push_back(current_);
    kit_wait();
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
    out_of_turn_ = true;
    converging_.emplace_back(self, code);
    kit_wait();
    return static_cast<std::uint32_t>(warps_[self / warp_lanes].results[self % warp_lanes]);
}

/// Brings the stack of the thread after this one into the cache while this one runs. Inlined, since a call that only
/// prefetches counts as one without effects and is left out.
[[gnu::always_inline]] inline void BlockRunner::prefetch_next() const {
    constexpr int lines = 3; // what a thread at a barrier has on its stack
    if (resumed_ < resuming_.size()) {
        const auto* stack = static_cast<const std::byte*>(waits_[resuming_[resumed_]].context);
        for (int line = 0; line < lines; ++line) {
            __builtin_prefetch(stack + line * 64, 1);
        }
    }
}

/// Makes a thread that runs before its turn the current one. False if there is none.
bool BlockRunner::next_out_of_turn() {
    if (ready_.empty() && !paused_.empty() && !warp_goes_on(paused_.front() / warp_lanes)) {
        release_paused();
    }
    if (!converging_.empty() && ready_.empty() && paused_.empty() &&
        !warp_goes_on(converging_.front().first / warp_lanes)) {
        release_converging();
    }
    if (ready_.empty()) {
        out_of_turn_ = !paused_.empty() || !converging_.empty();
        return false;
    }
    make_current(ready_.back());
    ready_.pop_back();
    return true;
}

/// Chooses the thread that runs next and makes it the current one.
BlockRunner::Next BlockRunner::next() {
    if (out_of_turn_ && next_out_of_turn()) {
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
    if (elsewhere_) {
        const auto& [barrier, thread] = *elsewhere_;
        kit_thread_index = places_[arrived_.front()];
        record_event(runtime::event_barriers_differ,
                     {.code = filling_.code,
                      .other_code = reinterpret_cast<std::uintptr_t>(barrier.code),
                      .other_block = kit_block_index,
                      .other_thread = places_[thread],
                      .values = {filling_.line, barrier.line}});
        elsewhere_.reset();
    }
    if (returned_ != returned_before_) {
        for (std::uint32_t thread = 0; thread < threads_; ++thread) {
            if (waits_[thread].returned) {
                waits_[thread].returned = false;
                kit_thread_index = places_[thread];
                const bool by_return = waits_[thread].avoids.contains(filling_.line);
                record_event(
                    by_return ? runtime::event_exit_before_barrier : runtime::event_barrier_skipped,
                    {.code = filling_.code,
                     .values = {filling_.line, barriers_in_loops.contains(filling_.line)}});
            }
        }
        returned_before_ = returned_;
    }
}

void BlockRunner::release_barrier() {
    judge_barrier();
    released_ = {predicates_, static_cast<std::uint32_t>(arrived_.size())};
    predicates_ = 0;
    std::swap(arrived_, resuming_);
    arrived_.clear();
    resumed_ = 0;
    ++barriers_;
    if (thread_state.recorder != nullptr) [[unlikely]] {
        thread_state.recorder->on_barrier(filling_.line, released_.arrivals);
    }
    if (filling_.line != last_line_) {
        last_line_ = filling_.line;
        is_ignored_ = note_barrier(static_cast<std::uint32_t>(filling_.line));
    }
    if (!is_ignored_) {
        KIT_CALL_WATCHERS(*thread_state.watchers, on_barrier());
    }
}

void BlockRunner::report_stuck() {
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
            details.other_code = reinterpret_cast<std::uintptr_t>(warps_[warp].requests[lane].code);
            details.other_block = kit_block_index;
            details.other_thread = places_[warp * warp_lanes + lane];
        }
    }
    record_event(runtime::event_stuck, details);
}

Onward BlockRunner::go_on() {
    switch (const Next then = next()) {
    case Next::start: return begin_thread();
    case Next::resume: {
        const Wait& wait = waits_[current_];
        __safestack_unsafe_stack_ptr = wait.locals;
        thread_state.last_code = wait.last_code;
        return go_on_with(wait.context, released_.predicates);
    }
    default:
        outcome_ = then;
        if (then == Next::stuck) {
            report_stuck();
        }
        return no_thread;
    }
}

Onward BlockRunner::after_wait(Context own) {
    leave(own);
    return go_on();
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
            out_of_turn_ = true;
            ready_.push_back(thread);
        }
    }
}

Onward BlockRunner::after_thread() {
    if (thread_state.recorder != nullptr) [[unlikely]] {
        thread_state.recorder->on_return();
    }
    KIT_CALL_WATCHERS(*thread_state.watchers, on_stop(true));
    Wait& wait = waits_[current_];
    wait.returned = true;
    wait.last_code = thread_state.last_code;
    free_stacks_.push_back(wait.stack);
    Warp& warp = warps_[current_ / warp_lanes];
    warp.live &= ~(1u << current_ % warp_lanes);
    ++returned_;
    // Lanes that waited for this one alone can go on.
    if (warp.waiting != 0) {
        for (std::uint32_t rest = warp.waiting; rest != 0; rest &= rest - 1) {
            const std::uint32_t lane = static_cast<std::uint32_t>(__builtin_ctz(rest));
            if ((warp.waiting >> lane & 1) != 0 && warp.missing(lane) == 0) {
                release_lanes(warp, lane);
            }
        }
    }
    return go_on();
}

Onward BlockRunner::after_barrier(Context own, bool predicate, Barrier barrier) {
    KIT_CALL_WATCHERS(*thread_state.watchers, on_stop(false));
    predicates_ += predicate ? 1 : 0;
    if (arrived_.empty()) {
        filling_ = barrier;
    } else if (barrier.line != filling_.line && !elsewhere_) [[unlikely]] {
        elsewhere_ = {barrier, current_};
    }
    arrived_.push_back(current_);
    leave(own);
    return go_on();
}

std::uint64_t BlockRunner::collective(const WarpRequest& request) {
    const std::uint32_t self = current_;
    const std::uint32_t lane = self % warp_lanes;
    Warp& warp = warps_[self / warp_lanes];
    warp.arrive(lane, request);
    ++in_warp_operation_;
    if (warp.missing(lane) != 0) {
        kit_wait();
    } else {
        release_lanes(warp, lane);
    }
    return warp.results[lane];
}

} // namespace kit::runtime

using kit::runtime::Context;
using kit::runtime::Onward;
using kit::runtime::thread_state;

extern "C" {

void kit_run_thread() {
    thread_state.runner->run_thread();
}

[[gnu::flatten]] Onward kit_after_thread() {
    return thread_state.runner->after_thread();
}

Onward kit_after_wait(Context own) {
    return thread_state.runner->after_wait(own);
}

void kit_returns(const std::uint32_t* barriers) {
    thread_state.runner->note_return({barriers});
}

[[gnu::flatten]] Onward kit_after_barrier(Context own, int predicate, int line, const void* code) {
    return thread_state.runner->after_barrier(own, predicate != 0, {code, line});
}
}
