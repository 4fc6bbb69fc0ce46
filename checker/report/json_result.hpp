// Reads back the JSON result that json_report() writes: as much of it as grades, feedback and charts need, so
// that a class need not be held in memory and nothing is checked twice.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/model/tried_part.hpp"
#include "checker/model/verdict.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kit {

struct CheckedCase {
    std::vector<std::int64_t> extents; ///< as many as the lab has axes, x first
    std::string variant;               ///< empty where the kernel is no template
    Outcome outcome = Outcome::error;
    bool drawn = false; ///< not one of the lab's grids
};

/// Bytes counted on the lab's counted case; predictions are absent where no model gives one.
struct CheckedTraffic {
    std::uint64_t operations = 0; ///< of the sweep, as the chapter counts
    std::uint64_t load_bytes = 0;
    std::uint64_t store_bytes = 0;
    std::optional<std::uint64_t> predicted_load_bytes;
    std::optional<std::uint64_t> predicted_store_bytes;
    std::uint64_t sectors = 0; ///< of 32 bytes, loaded and stored
};

/// A time from a GPU, beside the reference solution's of the same run.
struct CheckedTime {
    std::string gpu;              ///< "NVIDIA H200"
    double seconds = 0;           ///< median, with cold caches
    std::uint64_t operations = 0; ///< of the timed launch
    std::uint64_t bytes = 0;      ///< as the chapter counts: each cell read and written once
    std::optional<double> reference_seconds; ///< the lab's solution; absent where it was not timed
    bool inconclusive = false;               ///< the spread is too wide to compare
};

struct CheckedSubmission {
    Outcome outcome = Outcome::error;
    int score = 0; ///< as `check` gives it: all or nothing
    int max_score = 0;
    std::vector<CheckedCase> cases; ///< those that ran, in the lab's order
    /// Kind, severity, message, lines, threads, array, index, count, cases, detail, hint, place and
    /// follows are filled. Lines name the file as it was submitted, relative to the class's folder.
    std::vector<Finding> findings;
    TriedParts parts;                      ///< none where they were not tried
    std::optional<CheckedTraffic> traffic; ///< absent where the counted case did not finish
    std::optional<CheckedTime> time;       ///< absent without a GPU
    std::string kit_error;                 ///< why the kit could not judge; only with `error`
};

/// Reads a result that this version's json_report() wrote. Lines of findings get `file` in place of the path
/// that the check was given. Throws KitError where the document is not such a result.
[[nodiscard]] CheckedSubmission checked_submission_from(const nlohmann::ordered_json& document,
                                                        const std::string& file);

} // namespace kit
