// The judgement on a submission, from which reports and exit codes are made.
#pragma once

#include "checker/base/extents.hpp"
#include "checker/model/artifact.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"
#include "checker/model/right_change.hpp"
#include "checker/model/timing.hpp"
#include "checker/model/tried_part.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

enum class Outcome { passed, failed, error };

/// "passed", "failed", "error".
[[nodiscard]] std::string_view name(Outcome outcome);

/// One wrong cell of an output.
struct WrongCell {
    enum class Why { wrong, not_a_number, untouched };

    std::array<std::int64_t, 3> cell{}; ///< x, y, z
    double got = 0;
    double expected = 0;
    double allowed = 0; ///< greatest error that would have passed
    Why why = Why::wrong;
};

/// An output compared with the reference.
struct Comparison {
    std::uint64_t cells = 0;
    std::uint64_t mismatches = 0; ///< all wrong cells: untouched and NaN included
    std::uint64_t untouched = 0;  ///< never written: still hold the poison
    std::uint64_t not_a_number = 0;
    std::uint64_t boundary_cells = 0; ///< cells nearer to the border than the stencil's reach
    std::uint64_t boundary_mismatches = 0;
    double max_error = 0;               ///< over written cells that are numbers, |got − expected|
    double allowed_error = 0;           ///< the greatest bound of any cell
    std::vector<WrongCell> first_wrong; ///< in memory order, at most a handful
};

/// What the launch's last block along an axis has, on a grid that was chosen for that: see filled_grids().
enum class LastBlock { any, full, one_cell };

struct CaseResult {
    Extents extents;
    std::string variant; ///< variant_name() of the kernel that ran; empty if it is no template
    Outcome outcome = Outcome::error;
    std::optional<Comparison> comparison; ///< absent if the kernel did not finish
    double seconds = 0;                   ///< the emulated launch
    bool drawn = false; ///< not one of the lab's, see drawn_grids() and filled_grids()
    std::optional<LaunchShape> launch = {}; ///< absent if it did not begin
    LastBlock last_block = LastBlock::any;
};

/// Traffic of the lab's counted case, counted and predicted.
struct TrafficResult {
    Extents extents;
    LaunchShape launch;
    Counters counted;
    std::vector<LineCounters> lines = {}; ///< counted, by line; empty unless they were asked for
    PredictedCounters predicted;
    std::uint64_t operations = 0; ///< of the sweep: (2p − 1) for each output point
};

/// A word about a right kernel.
struct Note {
    /// Stable: "surplus-blocks", "uncoalesced", "bank-conflicts", "unused-shared", "redundant-barrier",
    /// "flags-not-used", "double-arithmetic", "unused-reads".
    std::string id;
    std::string message;
    std::string hint;
};

struct Verdict {
    Outcome outcome = Outcome::error;
    int score = 0;
    int max_score = 0;
    std::vector<CaseResult> cases;
    std::vector<Finding> findings;
    std::vector<Note> notes; ///< only if it passed
    std::optional<TrafficResult> traffic;
    std::string printed; ///< output of printf on the first case that printed anything
};

/// The least time that a GPU could take, computed from its data sheet, not measured.
struct TimeBound {
    std::string gpu;
    double seconds = 0;
    std::string by; ///< "memory: 13,478,432 bytes at 4,800 GB/s"
};

/// Everything that a report says: the verdict, and how it was reached.
struct CheckResult {
    std::string kit_version;
    std::string submission;             ///< the file as the user named it
    std::string submission_fingerprint; ///< of its text, as read for this check
    std::string backend;                ///< "emulator"
    std::uint64_t seed = 0;
    double build_seconds = 0;
    bool build_from_cache = false;
    double total_seconds = 0;
    std::optional<KernelResources> resources; ///< as nvcc reports them; absent without nvcc
    std::optional<Timing> timing;             ///< absent without a GPU
    std::optional<Scaling> scaling;           ///< instead, of a lab for several GPUs
    std::string no_timing;                    ///< why there is no timing; may be empty
    std::optional<TimeBound> bound;           ///< of the GPU named by --gpu
    /// The counted case by the hardware's counters, if requested and readable.
    std::optional<Counters> hardware;
    std::string no_sandbox; ///< why compiler and kernel ran outside a sandbox; else empty
    TriedParts parts;       ///< of a failed submission
    std::optional<RightChange> change; ///< likewise; known after everything else
    std::vector<std::string> not_done; ///< requests that were not carried out, and why
    Verdict verdict;
};

/// Operations per byte of global memory by both conventions of the texts; absent if unknown or if no
/// byte moves.
struct TrafficIntensity {
    std::optional<double> by_loads;    ///< the chapter's OP/B: bytes loaded
    std::optional<double> with_stores; ///< bytes loaded and stored
};

/// The sweep's operations over the bytes that the kernel moved.
[[nodiscard]] TrafficIntensity counted_intensity(const TrafficResult& traffic);

/// Operations and bytes both predicted.
[[nodiscard]] TrafficIntensity predicted_intensity(const TrafficResult& traffic);

} // namespace kit
