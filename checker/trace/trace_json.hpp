// A trace for other programs: JSON, one object a line.
#pragma once

#include "checker/trace/recorded_launch.hpp"

#include <string>

namespace kit {

/// Lines of JSON. The first has "type": "launch": the lab, the grid, the arrays, and how many events were left out.
/// Then one line an event, in the order of the emulator ("type": "access", "barrier" or "end"), and one line a warp's
/// request ("request"). tests/trace/schema.json has all keys.
[[nodiscard]] std::string trace_json(const RecordedLaunch& recorded);

} // namespace kit
