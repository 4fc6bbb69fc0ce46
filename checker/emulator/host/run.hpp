// Runs a built submission on one case, in a process of its own, and reports what was seen.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/emulator/run_mode.hpp"
#include "checker/model/artifact.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"
#include "checker/model/slabs.hpp"
#include "checker/sandbox/program_server.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace kit {

/// A built submission, ready to run: its program is started, and waits.
class EmulatedProgram {
public:
    /// The artifact must outlive it. The program dies with the thread that calls this. Throws KitError.
    EmulatedProgram(const Artifact& artifact) : artifact_(artifact), server_(artifact.program) {}

    [[nodiscard]] const Artifact& artifact() const { return artifact_; }

    [[nodiscard]] const ProgramServer& server() const { return server_; }

private:
    const Artifact& artifact_;
    ProgramServer server_;
};

/// What the kernel is launched on. The program gets copies, and never the seed they came from.
struct RunInput {
    Extents extents;
    std::span<const std::byte> input;  ///< extents.cells() elements of each input
    std::span<const std::byte> output; ///< of one array: what it holds before the launch
    std::span<const double> coefficients;
    /// The bits of cells of `output` that were not written; absent: nothing is poisoned.
    std::optional<std::uint64_t> poison;
    /// watch_bytes: only counts bytes and checks bounds, for the benchmark, which shows what the checks cost.
    runtime::Watching watching = runtime::watch_all;
    runtime::Garbage garbage = runtime::usual_garbage; ///< in memory that nothing has written
    /// A Finding's: only reads of shared memory there see that garbage, all others the usual one. 0: all see it.
    std::uint64_t garbage_code = 0;
    bool neutral_locals = false;    ///< local variables without a value hold a number, not NaN
    std::uint64_t shared_limit = 0; ///< bytes of shared memory a block may have; 0: the lab's
    unsigned workers = 0;           ///< OS threads to run blocks on; 0: one a core
    bool only_configure = false;    ///< the arrays are empty, and the launch stays unlaunched
    double time_limits = 1;         ///< how many times the lab's limit it may take
    /// A line of the source: races are looked for as if it had no barrier. 0: no line.
    int without_barrier = 0;
    int change = 0;          ///< of a program of many small changes: the one that is on; 0: none
    bool with_events = true; ///< else nothing is said of accesses, races and barriers
    bool by_line = false;    ///< requests are counted by line, too: Observation::line_counters
    /// What the threads of a block do is recorded, this many events at most; 0: nothing is.
    std::uint64_t trace_capacity = 0;
    /// Its number in the grid, x fastest; absent: all blocks.
    std::optional<std::uint64_t> trace_block = {};
    SweepOnGpu traced = {};     ///< of several GPUs
    bool trace_outputs = false; ///< nothing but accesses to outputs
    /// Stores that race in global memory are compared, in one more run: races of equal values are warnings.
    bool compare_writes = true;
};

/// Launches and waits, at most the lab's time limit. A kernel that is refused, dies, hangs or
/// prints without end gives an observation with the finding that says so. Throws KitError when the
/// machine has no memory or processes left. Any number of threads may run cases of one program at once.
Observation run_case(const Lab& lab, const EmulatedProgram& program, const RunInput& input,
                     const SubmissionFile& submission);

/// The launch that the submission asks for on this grid, which may be larger than the machine could
/// emulate: `launch` is set where the observation completed, else a finding says why not. Throws as
/// run_case() does. `shared_limit` is what a block may have in bytes; 0: the lab's limit.
Observation configure_case(const Lab& lab, const EmulatedProgram& program, const Extents& extents,
                           const SubmissionFile& submission, std::uint64_t shared_limit = 0);

} // namespace kit
