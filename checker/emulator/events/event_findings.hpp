// What the runtime recorded, said in the course's words.
#pragma once

#include "checker/emulator/events/event_context.hpp"
#include "checker/emulator/wire.hpp"

#include <vector>

namespace kit {

/// A finding for each event of the reply, in the order they were recorded. The reply is not
/// trusted: unknown kinds and numbers out of range are passed over.
std::vector<Finding> findings_from_events(const wire::Reply& reply, const EventContext& context);

} // namespace kit
