// One thing the kit has to say about a submission: a value, handed from whoever saw it to the
// report.
#pragma once

#include "checker/model/error_picture.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// Kinds are part of the JSON contract: their names stay as they are.
enum class FindingKind {
    build_error,
    invalid_launch,
    timeout,
    crash,
    wrong_output,
    out_of_bounds_global,
    out_of_bounds_shared,
    race_shared,
    race_global,
    uninitialized_shared,
    uninitialized_global,
    barrier_divergence,
    early_exit_before_barrier,
    input_modified,
    technique_missing,
    unsupported_feature,
};

enum class Severity { error, warning };

/// "build-error", "invalid-launch", ... as in the JSON.
[[nodiscard]] std::string_view name(FindingKind kind);

/// "error" or "warning".
[[nodiscard]] std::string_view name(Severity severity);

/// A place in the student's file; line and column count from 1, 0 where unknown.
struct SourceLine {
    std::string file;
    int line = 0;
    int column = 0;
    std::string text; ///< the line itself, without its end; empty where not read

    friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

/// One CUDA thread, as the language names it.
struct ThreadPlace {
    std::array<std::uint32_t, 3> block{};  ///< blockIdx x, y, z
    std::array<std::uint32_t, 3> thread{}; ///< threadIdx x, y, z

    friend bool operator==(const ThreadPlace&, const ThreadPlace&) = default;
};

/// Every Explanation::id there is; part of the JSON contract.
[[nodiscard]] std::span<const std::string_view> explanation_ids();

/// What wrong cells have in common, found by computing what they would hold and comparing.
struct Explanation {
    std::string id;            ///< stable: "coefficients-exchanged"
    std::string key;           ///< which of its kind, the same on every case
    std::string sentence;      ///< goes on after "every wrong cell": "equals the sweep with ..."
    std::string hint;          ///< what to look at
    bool whole_grid = false;   ///< it tells the right cells, too, as far as they were tried
    bool of_unwritten = false; ///< of the cells never written, not of those with a wrong value
};

struct Finding {
    FindingKind kind = FindingKind::build_error;
    Severity severity = Severity::error;
    std::string message; ///< one sentence in the course's words
    std::vector<SourceLine> lines;
    std::vector<ThreadPlace> threads;
    std::string array;                 ///< the array's name in the source; empty where none
    std::optional<std::int64_t> index; ///< element of `array`
    std::uint64_t count = 1;           ///< how often it happened
    std::vector<std::string> cases;    ///< the cases it was seen on, as describe() writes them
    std::string detail; ///< further lines to show as they are: compiler output, cells
    std::string hint;   ///< what to look at; empty where none
    /// Tells mistakes of one kind apart where lines do not: findings of the same kind and cause are
    /// one mistake, seen at several lines or on several cases. Not shown; empty: lines and array
    /// decide.
    std::string cause;
    bool from_nvcc = false; ///< nvcc's word, not the emulator's
    std::string place;      ///< of wrong_output: where the cells lie; empty where nowhere special
    bool has_wrong_values = false; ///< of wrong_output: some cells hold another number, or NaN
    bool has_unwritten = false;    ///< of wrong_output: some cells were never written
    /// Of wrong_output: all that explains every wrong value, or every cell never written, the best
    /// first; empty where nothing does.
    std::vector<Explanation> explanations;
    /// Of wrong_output: where the cells lie, to be drawn; null where there is no picture.
    std::shared_ptr<const ErrorPicture> picture;
    /// The finding to mend first, which this one may come from: its place among the verdict's.
    std::optional<std::size_t> follows;
};

/// Whether one of them is an error, and not a warning.
[[nodiscard]] bool has_error(const std::vector<Finding>& findings);

} // namespace kit
