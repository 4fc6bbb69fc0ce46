// The drawing of a trace, the same for all labs: the planes around one output with what the block loads there and the
// thread reads, the march through the planes, and one request of the warp over sectors.
#pragma once

#include "handouts/builder/figures/kinds.hpp"
#include "handouts/builder/traces/account.hpp"

namespace kit {

[[nodiscard]] Drawing trace_drawing(const PageTrace& trace, const TraceAccount& account);

} // namespace kit
