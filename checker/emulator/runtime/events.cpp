#include "checker/emulator/runtime/events.hpp"

#include "checker/emulator/runtime/program_places.hpp"
#include "checker/emulator/runtime/run_order.hpp"
#include "checker/emulator/runtime/thread_state.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace kit::runtime {

namespace {

runtime::Reply* target = nullptr;
std::uint64_t poison = 0;
std::uint32_t poison_bytes = 0;
std::uint32_t garbage = 0;
std::uint32_t without_barrier = 0;
std::atomic_flag busy = ATOMIC_FLAG_INIT;

/// How often this OS thread has seen each kept event since it last counted: a wrong kernel brings about millions, and
/// OS threads that all count in one place wait for each other most of the time.
constinit thread_local std::uint32_t seen_again[runtime::max_events] = {};

/// How many events this OS thread has described.
constinit thread_local std::uint32_t described = 0;

std::uint64_t place_of(const void* code) {
    return place_in_file(reinterpret_cast<std::uintptr_t>(code));
}

bool same(const runtime::Event& event, runtime::EventKind kind, const EventDetails& details) {
    const std::int32_t variable = details.region != nullptr ? details.region->number : -1;
    return event.kind == kind && event.code == place_of(details.code) &&
           event.other_code == place_in_file(details.other_code) && event.variable == variable;
}

unsigned kept_events() {
    return std::min(__atomic_load_n(&target->event_count, __ATOMIC_ACQUIRE), runtime::max_events);
}

/// The place of the event, from `first` on; kept_events() if it is not there.
unsigned find(runtime::EventKind kind, const EventDetails& details, unsigned first,
              unsigned count) {
    while (first < count && !same(target->events[first], kind, details)) {
        ++first;
    }
    return first;
}

/// What the event says of the current block. Others may look at its number meanwhile, and count.
void describe(runtime::Event& event, const EventDetails& details) {
    event.order = ++described;
    __atomic_store_n(&event.number, thread_state.block, __ATOMIC_RELAXED);
    const auto copy = [](const Index3& from, std::uint32_t(&to)[3]) {
        to[0] = from.x;
        to[1] = from.y;
        to[2] = from.z;
    };
    copy(kit_block_index, event.block);
    copy(kit_thread_index, event.thread);
    copy(details.other_block, event.other_block);
    copy(details.other_thread, event.other_thread);
    event.gpu = thread_state.gpu;
    event.sweep = run_order.sweep_of(thread_state.block);
    event.other_gpu = run_order.gpu_of(details.other_number);
    event.other_sweep = run_order.sweep_of(details.other_number);
    std::ranges::copy(details.values, event.values);
    if (details.text != nullptr) {
        std::strncpy(event.text, details.text, runtime::text_bytes - 1);
    }
    if (details.callers != nullptr) {
        std::transform(details.callers, details.callers + runtime::max_callers, event.callers,
                       place_in_file);
    }
}

void fill(runtime::Event& event, runtime::EventKind kind, const EventDetails& details) {
    event = {};
    event.kind = kind;
    event.variable = details.region != nullptr ? details.region->number : -1;
    event.is_array = details.region != nullptr && details.region->is_array ? 1 : 0;
    event.code = place_of(details.code);
    event.other_code = place_in_file(details.other_code);
    event.count = 1;
    describe(event, details);
}

/// Whether the event tells of a later block than the current one, which other OS threads ran sooner.
bool tells_of_later(const runtime::Event& event) {
    return __atomic_load_n(&event.number, __ATOMIC_RELAXED) > thread_state.block;
}

} // namespace

void set_event_target(const runtime::Request& request, runtime::Reply& reply) {
    target = &reply;
    poison = request.poison;
    poison_bytes = request.poison_bytes;
    garbage = request.garbage_code != 0 ? usual_garbage : request.garbage;
    without_barrier = request.without_barrier;
}

bool note_barrier(std::uint32_t line) {
    for (std::uint32_t& noted : target->barriers) {
        std::uint32_t none = 0;
        if (__atomic_compare_exchange_n(&noted, &none, line, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED) ||
            none == line) {
            break;
        }
    }
    return line != 0 && line == without_barrier;
}

std::uint32_t requested_garbage() {
    return garbage;
}

void note_written_input() {
    target->inputs_written = 1;
}

bool holds_poison(const Access& access) {
    if (poison_bytes == 0) {
        return false;
    }
    const auto* const begin = reinterpret_cast<const char*>(access.address);
    for (std::uint32_t i = 0; i + poison_bytes <= access.bytes; i += poison_bytes) {
        if (std::memcmp(begin + i, &poison, poison_bytes) == 0) {
            return true;
        }
    }
    return false;
}

runtime::Event* record_event(runtime::EventKind kind, const EventDetails& details) {
    if (target == nullptr) {
        return nullptr;
    }
    const unsigned known = kept_events();
    unsigned place = find(kind, details, 0, known);
    if (place == known) [[unlikely]] {
        while (busy.test_and_set(std::memory_order_acquire)) {
        }
        const unsigned kept = kept_events();
        place = find(kind, details, known, kept);
        if (place == kept) {
            if (kept < runtime::max_events) {
                fill(target->events[kept], kind, details);
            }
            __atomic_store_n(&target->event_count, target->event_count + 1, __ATOMIC_RELEASE);
            busy.clear(std::memory_order_release);
            return kept < runtime::max_events ? &target->events[kept] : nullptr;
        }
        busy.clear(std::memory_order_release);
    }
    runtime::Event& event = target->events[place];
    if (tells_of_later(event)) [[unlikely]] {
        while (busy.test_and_set(std::memory_order_acquire)) {
        }
        if (tells_of_later(event)) {
            describe(event, details);
        }
        busy.clear(std::memory_order_release);
    }
    ++seen_again[place];
    return &event;
}

void count_events() {
    if (target == nullptr) {
        return;
    }
    const unsigned kept = kept_events();
    for (unsigned i = 0; i < kept; ++i) {
        if (seen_again[i] != 0) {
            __atomic_fetch_add(&target->events[i].count, std::exchange(seen_again[i], 0),
                               __ATOMIC_RELAXED);
        }
    }
}

void end_program(int code) {
    count_events();
    std::fflush(stdout);
    std::_Exit(code);
}

} // namespace kit::runtime
