#include "checker/emulator/runtime/recorder.hpp"

#include "checker/emulator/runtime/device_memory.hpp"
#include "checker/emulator/runtime/program_places.hpp"
#include "checker/emulator/runtime/run_order.hpp"
#include "checker/emulator/runtime/thread_state.hpp"

#include <algorithm>
#include <cstring>

namespace kit::runtime {

namespace {

void read_value(std::uint64_t address, std::uint32_t bytes, std::uint64_t (&value)[2]) {
    value[0] = value[1] = 0;
    std::memcpy(value, reinterpret_cast<const void*>(address),
                std::min<std::size_t>(bytes, sizeof value));
}

} // namespace

void Recorder::on_block_begin(std::uint64_t block) {
    settle();
    block_ = run_order.in_grid(block);
    is_on_ = (wanted_ == all_blocks || wanted_ == block_) && run_order.gpu_of(block) == gpu_ &&
             run_order.sweep_of(block) == sweep_;
    interval_ = 0;
    turns_.clear();
}

void Recorder::on_turn(std::uint32_t turn) {
    if (is_on_) {
        turns_.resize(std::max<std::size_t>(turns_.size(), thread_state.thread + 1));
        turns_[thread_state.thread].take(turn);
    }
}

TraceEvent* Recorder::next() {
    const std::uint64_t number = __atomic_fetch_add(&reply_.trace_count, 1, __ATOMIC_RELAXED);
    if (number >= capacity_) {
        return nullptr;
    }
    TraceEvent* event = events_ + number;
    *event = {};
    event->block = block_;
    event->thread = thread_state.thread;
    event->interval = interval_;
    event->turns = thread_state.thread < turns_.size() ? turns_[thread_state.thread].number() : 0;
    event->variable = -1;
    return event;
}

void Recorder::settle() {
    if (unsettled_ != nullptr) {
        read_value(unsettled_->address, unsettled_->bytes, unsettled_->value);
        unsettled_ = nullptr;
    }
}

/// A thread that waits looks at one word thousands of times: once for each value is enough.
bool Recorder::is_same_look(const Access& access, bool outside) {
    if (!access.is_volatile || access.store || outside) {
        last_look_ = {};
        return false;
    }
    Look look{access.code, access.address, thread_state.thread, {}};
    read_value(access.address, access.bytes, look.value);
    const bool is_same = look.code == last_look_.code && look.address == last_look_.address &&
                         look.thread == last_look_.thread && look.value[0] == last_look_.value[0] &&
                         look.value[1] == last_look_.value[1];
    last_look_ = look;
    return is_same;
}

void Recorder::on_access(const Access& access, bool outside) {
    settle();
    const bool is_wanted = !outputs_only_ || access.region->use == Region::Use::output;
    if (!is_on_ || !is_wanted || is_same_look(access, outside)) {
        return;
    }
    TraceEvent* const event = next();
    if (event == nullptr) {
        return;
    }
    const Region& region = *access.region;
    event->kind = access.atomic    ? trace_atomic
                  : access.of_copy ? trace_copy
                  : access.store   ? trace_store
                                   : trace_load;
    event->code = place_in_file(reinterpret_cast<std::uintptr_t>(access.code));
    event->address = access.address;
    event->place = static_cast<std::int64_t>(access.address - region.begin);
    event->bytes = access.bytes;
    event->variable = region.number;
    event->is_array = region.is_array ? 1 : 0;
    event->outside = outside ? 1 : 0;
    event->is_shared =
        access.address - thread_state.shared_begin < thread_state.shared_bytes ? 1 : 0;
    if (outside) {
        return; // the memory may not be there
    }
    read_value(access.address, access.bytes, event->value);
    if (access.store) {
        unsettled_ = event;
    }
}

void Recorder::on_barrier(int line, std::uint32_t arrivals) {
    settle();
    if (is_on_ && !outputs_only_) {
        if (TraceEvent* const event = next()) {
            event->kind = trace_barrier;
            event->place = line;
            event->bytes = arrivals;
        }
    }
    ++interval_;
    turns_.clear();
}

void Recorder::on_return() {
    settle();
    if (is_on_ && !outputs_only_) {
        if (TraceEvent* const event = next()) {
            event->kind = trace_return;
        }
    }
}

} // namespace kit::runtime
