// The array or variable that an event is about.
#pragma once

#include "checker/emulator/events/event_context.hpp"
#include "checker/emulator/wire.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace kit {

struct EventTarget {
    std::string name;
    std::int64_t elements = 0;
    std::int64_t element_bytes = 4;
    bool shared = false;
    bool dynamic = false;
};

/// Absent if the event names none that the submission or the lab has.
std::optional<EventTarget> target_of(const wire::Event& event, const EventContext& context);

/// Which element the event is about; negative before the array's beginning.
std::int64_t element_of(const wire::Event& event, const EventTarget& target);

} // namespace kit
