// The array or variable that an event is about, and how the source names its elements.
#pragma once

#include "checker/emulator/host/event_findings.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kit {

struct EventTarget {
    std::string name;
    std::int64_t elements = 0;
    std::int64_t element_bytes = 4;
    bool shared = false;
    bool dynamic = false;
    std::vector<std::int64_t> extents = {}; ///< as declared; empty: one index
};

/// Puts the target's name into the finding, and which element of it the event is about: negative before the array's
/// beginning. Absent if the event names none that the submission or the lab has.
[[nodiscard]] std::optional<EventTarget> name_target(const runtime::Event& event,
                                                     const EventContext& context, Finding& finding);

/// "tile[2][0][7]", as the source writes it. An index outside the array shows as one of its first dimension.
[[nodiscard]] std::string element_of(const EventTarget& target, std::int64_t index);

} // namespace kit
