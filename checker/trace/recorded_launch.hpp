// One launch of a submission in the emulator, recorded.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/emulator/host/run.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace kit {

struct RecordedLaunch {
    const Lab& lab;
    const SubmissionFile& submission;
    Extents extents;
    SweepOnGpu traced;             ///< of several GPUs
    std::vector<Finding> findings; ///< of this launch, in the order in which a check reports them
    Observation observation;       ///< with the trace
};

/// Events of a trace; a launch with more has the rest counted.
constexpr std::uint64_t most_trace_events = std::uint64_t{1} << 18;

struct RecordingOptions {
    SweepOnGpu traced = {}; ///< of several GPUs
    std::uint64_t capacity = most_trace_events;
    double time_limits = 1; ///< how many times the lab's limit it may take
    /// Record the accesses only: count no requests, and do not explain a wrong output.
    bool accesses_only = false;
    bool outputs_only = false; ///< nothing but accesses to outputs
};

/// Runs the kernel on inputs drawn from the seed and records the threads of one block, or of all blocks where none is
/// given. `block` is the number in the grid, x fastest. Lab and submission must outlive the result. Throws as
/// run_case() does.
[[nodiscard]] RecordedLaunch record_launch(const Lab& lab, const Extents& extents,
                                           const EmulatedProgram& program,
                                           const SubmissionFile& submission, std::uint64_t seed,
                                           std::optional<std::uint64_t> block,
                                           const RecordingOptions& options = {});

} // namespace kit
