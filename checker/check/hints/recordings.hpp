// Launches that hints look at again: several hints ask for the same one.
#pragma once

#include "checker/check/hints/sharper_hints.hpp"
#include "checker/trace/recorded_launch.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace kit {

class Recordings {
public:
    /// Enough for 40,000 cells of which each takes a dozen accesses.
    static constexpr std::uint64_t most_events = 2 * most_trace_events;

    /// The sources must outlive it; they have a program. These are the check's findings: a kernel that did not finish
    /// there is not waited for as long again.
    Recordings(const HintSources& sources, const std::vector<Finding>& findings);

    /// This block of the launch on the grid, or all blocks; recorded now, or not long ago, and then maybe with more
    /// events than `capacity`. Throws as record_launch().
    [[nodiscard]] std::shared_ptr<const RecordedLaunch>
    of(const Case& grid, std::optional<std::uint64_t> block, std::uint64_t capacity = most_events);

    /// What all blocks do with outputs, which is a tenth of what they do; or more.
    [[nodiscard]] std::shared_ptr<const RecordedLaunch> of_outputs(const Case& grid);

    /// The first block.
    [[nodiscard]] std::shared_ptr<const RecordedLaunch> first_of(const Case& grid);

    /// The thread's block.
    [[nodiscard]] std::shared_ptr<const RecordedLaunch>
    of_thread(const Case& grid, const ThreadPlace& thread, std::uint64_t capacity = most_events);

    /// The first block, and one in the middle, of the check's smallest grid of this variant that has blocks between
    /// others, else of its largest.
    [[nodiscard]] std::array<std::shared_ptr<const RecordedLaunch>, 2>
    first_and_middle(const Lab& variant);

    static constexpr std::int64_t most_cells = 1'100'000; ///< of a grid that is looked at again

private:
    struct Kept {
        const Lab* variant;
        Extents extents;
        std::optional<std::uint64_t> block;
        std::uint64_t capacity;
        bool outputs_only;
        std::shared_ptr<RecordedLaunch> launch;
    };

    std::shared_ptr<const RecordedLaunch> find(const Case& grid, std::optional<std::uint64_t> block,
                                               std::uint64_t capacity, bool outputs_only);

    const HintSources& sources_;
    const double time_limits_; ///< RecordingOptions::time_limits
    std::deque<Kept> kept_;    ///< the latest last
};

} // namespace kit
