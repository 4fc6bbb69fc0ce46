// Which thread of a launch to look at, to see what a finding is about.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/trace/recorded_launch.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace kit {

/// A thread of a launch by its numbers in the grid and in the block, x fastest.
struct TracedThread {
    std::uint64_t block = 0;
    std::uint32_t thread = 0;
};

/// Runs the same launch again and records this block, or all.
using RecordBlock =
    std::function<std::shared_ptr<const RecordedLaunch>(std::optional<std::uint64_t>)>;

/// The first thread that the finding names. Of a wrong cell the thread that writes it last; if none does, one that
/// reads the input there, or the one which the launch's shape makes likeliest to own it. Nothing if the finding is
/// about no thread. `launch`: where the finding was found.
[[nodiscard]] std::optional<TracedThread>
thread_of(const Finding& finding, const RecordedLaunch& launch, const RecordBlock& record);

/// The recorded finding that is the one which a check found; nothing if the launch does not show it.
[[nodiscard]] std::optional<std::size_t> found_in(const Finding& wanted,
                                                  const std::vector<Finding>& findings);

/// Whether the event changes this element of the finding's array.
[[nodiscard]] bool writes_wrong_cell(const Finding& finding, const Trace& trace,
                                     const TraceEvent& event);

} // namespace kit
