// One thread's accesses, or its warp's requests, in order, as text for a terminal.
#pragma once

#include "checker/report/style.hpp"
#include "checker/trace/finding_thread.hpp"
#include "checker/trace/recorded_launch.hpp"

#include <string>

namespace kit {

/// What the thread reads and writes line by line, with the values and who wrote them, its barriers and its end; before
/// each of these the lines that others of its block have run since the last, and it has not.
[[nodiscard]] std::string thread_story(const RecordedLaunch& recorded, const TracedThread& of,
                                       const TextStyle& style);

/// The requests of the thread's warp: which lane asks for which word of which sector, and the sectors and bank
/// conflicts that come of it, beside the ideal.
[[nodiscard]] std::string warp_story(const RecordedLaunch& recorded, const TracedThread& of,
                                     const TextStyle& style);

} // namespace kit
