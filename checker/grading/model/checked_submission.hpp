// What a check said of one file, as far as grades, feedback and pictures need it: read back from the
// JSON result, so that a class need not be held in memory and nothing is checked twice.
#pragma once

#include "checker/model/extents.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/verdict.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kit {

struct CheckedCase {
    std::vector<std::int64_t> extents; ///< as many as the lab has axes, x first
    std::string variant;               ///< empty where the kernel is no template
    Outcome outcome = Outcome::error;
};

/// Counted on the lab's counted case; null where no model predicts it.
struct CheckedTraffic {
    std::uint64_t operations = 0; ///< the sweep's
    std::uint64_t load_bytes = 0;
    std::uint64_t store_bytes = 0;
    std::optional<std::uint64_t> predicted_load_bytes;
    std::optional<std::uint64_t> predicted_store_bytes;
};

/// A time from a GPU, beside the reference solution's of the same run.
struct CheckedTime {
    std::string gpu;                         ///< "NVIDIA H200"
    double seconds = 0;                      ///< cold, median
    std::uint64_t operations = 0;            ///< of the timed launch
    std::uint64_t bytes = 0;                 ///< the chapter's: each cell read and written once
    std::optional<double> reference_seconds; ///< the lab's solution; absent where it was not timed
    bool inconclusive = false;               ///< the spread is too wide to tell
};

struct CheckedSubmission {
    Outcome outcome = Outcome::error;
    int score = 0; ///< as `check` gives it: all or nothing
    int max_score = 0;
    std::vector<CheckedCase> cases; ///< those that ran, in the lab's order
    /// Kind, severity, message, lines, threads, array, index, count, cases, detail, hint, place and
    /// follows are filled. Lines name the file as it was submitted, relative to the class's folder.
    std::vector<Finding> findings;
    std::optional<CheckedTraffic> traffic; ///< absent where the counted case did not run to its end
    std::optional<CheckedTime> time;       ///< absent without a GPU
    std::string kit_error;                 ///< why the kit could not judge; empty but for `error`
};

} // namespace kit
