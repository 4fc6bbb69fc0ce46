// Launches that hints look at again: several hints ask for the same one.
#pragma once

#include "checker/check/hints/sharper_hints.hpp"
#include "checker/trace/recorded_launch.hpp"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

namespace kit {

class Recordings {
public:
    /// The sources must outlive it; they have a program.
    explicit Recordings(const HintSources& sources) : sources_(sources) {}

    /// This block of the launch on the grid, or all blocks; recorded now, or not long ago. Throws as record_launch().
    [[nodiscard]] std::shared_ptr<const RecordedLaunch>
    of(const Case& grid, std::optional<std::uint64_t> block,
       std::uint64_t capacity = most_trace_events);

private:
    struct Kept {
        const Lab* variant;
        Extents extents;
        std::optional<std::uint64_t> block;
        std::uint64_t capacity;
        std::shared_ptr<const RecordedLaunch> launch;
    };

    const HintSources& sources_;
    std::deque<Kept> kept_; ///< the latest last
};

} // namespace kit
