#include "checker/emulator/runtime/events.hpp"

#include "checker/emulator/runtime/program_places.hpp"
#include "checker/emulator/runtime/thread_state.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace kit::runtime {

namespace {

runtime::Reply* target = nullptr;
std::uint64_t poison = 0;
std::uint32_t poison_bytes = 0;
std::uint32_t garbage = 0;
std::uint32_t without_barrier = 0;
std::atomic_flag busy = ATOMIC_FLAG_INIT;

std::uint64_t place_of(const void* code) {
    return place_in_file(reinterpret_cast<std::uintptr_t>(code));
}

bool same(const runtime::Event& event, runtime::EventKind kind, const EventDetails& details) {
    const std::int32_t variable = details.region != nullptr ? details.region->number : -1;
    return event.kind == kind && event.code == place_of(details.code) &&
           event.other_code == place_in_file(details.other_code) && event.variable == variable;
}

void fill(runtime::Event& event, runtime::EventKind kind, const EventDetails& details) {
    event = {};
    event.kind = kind;
    event.variable = details.region != nullptr ? details.region->number : -1;
    event.is_array = details.region != nullptr && details.region->is_array ? 1 : 0;
    event.code = place_of(details.code);
    event.other_code = place_in_file(details.other_code);
    event.count = 1;
    const auto copy = [](const Index3& from, std::uint32_t(&to)[3]) {
        to[0] = from.x;
        to[1] = from.y;
        to[2] = from.z;
    };
    copy(kit_block_index, event.block);
    copy(kit_thread_index, event.thread);
    copy(details.other_block, event.other_block);
    copy(details.other_thread, event.other_thread);
    std::copy(std::begin(details.values), std::end(details.values), event.values);
    if (details.text != nullptr) {
        std::strncpy(event.text, details.text, runtime::text_bytes - 1);
    }
    if (details.callers != nullptr) {
        std::transform(details.callers, details.callers + runtime::max_callers, event.callers,
                       place_in_file);
    }
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
    while (busy.test_and_set(std::memory_order_acquire)) {
    }
    const unsigned kept = std::min(target->event_count, runtime::max_events);
    runtime::Event* const end = target->events + kept;
    runtime::Event* seen = std::find_if(target->events, end, [&](const runtime::Event& event) {
        return same(event, kind, details);
    });
    if (seen != end) {
        ++seen->count;
    } else {
        seen = kept < runtime::max_events ? end : nullptr;
        if (seen != nullptr) {
            fill(*seen, kind, details);
        }
        ++target->event_count;
    }
    busy.clear(std::memory_order_release);
    return seen;
}

} // namespace kit::runtime
