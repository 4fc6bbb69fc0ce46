// A mistake found in a submission: a plain value, passed from the room that found it to the report.
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
    compiler_warning,
};

/// How many there are; counts from the last one.
inline constexpr int finding_kinds = static_cast<int>(FindingKind::compiler_warning) + 1;

enum class Severity { error, warning };

/// "build-error", "invalid-launch", ... as in the JSON.
[[nodiscard]] std::string_view name(FindingKind kind);

/// The kind with this name, if any.
[[nodiscard]] std::optional<FindingKind> kind_named(std::string_view name);

/// "error" or "warning".
[[nodiscard]] std::string_view name(Severity severity);

/// A place in the student's file; line and column count from 1, and are 0 if unknown.
struct SourceLine {
    std::string file;
    int line = 0;
    int column = 0;
    std::string text; ///< the line itself, without its line end; empty if not read
    /// What the file's macros make of the line, where that shows more (base/macros.hpp).
    std::string expansion = {};

    friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

/// One CUDA thread, as the language names it.
struct ThreadPlace {
    std::array<std::uint32_t, 3> block{};  ///< blockIdx x, y, z
    std::array<std::uint32_t, 3> thread{}; ///< threadIdx x, y, z
    std::optional<unsigned> gpu = {};      ///< of several
    unsigned sweep = 0;                    ///< on it

    friend bool operator==(const ThreadPlace&, const ThreadPlace&) = default;
};

/// All values of Explanation::id; part of the JSON contract.
[[nodiscard]] std::span<const std::string_view> explanation_ids();

/// A cause of wrong cells, found by computing the values it would give and comparing.
struct Explanation {
    std::string id;            ///< stable: "coefficients-exchanged"
    std::string key;           ///< tells explanations of one id apart, the same on every case
    std::string sentence;      ///< continues "every wrong cell": "equals the sweep with ..."
    std::string hint;          ///< what to look at
    bool whole_grid = false;   ///< it also gives the right cells that were tried
    bool of_formula = false;   ///< another formula: no wrong access can bring that about
    bool of_unwritten = false; ///< it explains the unwritten cells, not the wrong values
    std::string elsewhere =
        {}; ///< the case that the sentence is about, if not that of the finding's message
};

/// What brought a finding about, so far as it tells findings of one kind apart.
struct Cause {
    enum class Kind {
        unknown,
        before_array, ///< an access; `of` has the array, and whether it reads or writes
        past_array,
        before_row, ///< an index outside its dimension; `of`: the array
        past_row,
        misaligned,   ///< an access to a vector; `of`: its bytes
        race,         ///< `of`: the array, as in the next three
        equal_writes, ///< a race of stores of one value
        unset_read,
        copy_on_its_way, ///< an asynchronous one that has not arrived
        barrier_passed_by,
        early_exit,
        many_loads,
        much_shared_memory,
        compilers_warning, ///< `of`: its option
        texts_warning,     ///< `of`: which
        other_capability,  ///< the code for another GPU than today's was checked
        compilers_limit,
        unexplained ///< nothing says which part of the file is at fault, or that it is one
    };

    Kind kind = Kind::unknown;
    std::string of = {};

    friend bool operator==(const Cause&, const Cause&) = default;
};

/// What a local int holds in an emulated program until it gets a value: 0xaaaaaaaa, of clang's option
/// -ftrivial-auto-var-init=pattern.
constexpr std::int64_t unset_int = -1'431'655'766;

struct Finding {
    FindingKind kind = FindingKind::build_error;
    Severity severity = Severity::error;
    std::string message = {}; ///< one sentence in the course's words
    std::vector<SourceLine> lines = {};
    std::vector<ThreadPlace> threads = {};
    std::string array = {};                 ///< the array's name in the source; may be empty
    std::optional<std::int64_t> index = {}; ///< element of `array`
    std::uint64_t count = 1;                ///< how often it happened
    std::vector<std::string> cases = {};    ///< the cases that show it, as describe() writes them
    std::string detail = {};                ///< more lines, shown unchanged: compiler output, cells
    std::string hint = {};                  ///< what to look at; may be empty
    std::uint64_t code = 0;                 ///< of the access, in the emulated program; never shown
    /// Findings of the same kind and cause are one mistake, seen at several lines or on several cases.
    /// Never shown. If it is not known, lines and array decide.
    Cause cause = {};
    bool from_nvcc = false;        ///< reported by nvcc, not by the emulator
    std::string place = {};        ///< of wrong_output: where the cells are, if that is special
    bool has_wrong_values = false; ///< of wrong_output: some cells hold another number, or NaN
    bool has_unwritten = false;    ///< of wrong_output: some cells were never written
    /// With wrong_output: the explanation of the smallest grid that has one and shows nothing else wrong; `elsewhere`
    /// is that grid.
    std::optional<Explanation> on_small_grid = {};
    bool wrote_nothing = false; ///< of wrong_output: no cell that the lab computes was written
    /// With wrong_output: the explanations of every wrong value, or of every unwritten cell, best first;
    /// may be empty.
    std::vector<Explanation> explanations = {};
    /// With wrong_output: the cells, to draw; may be null.
    std::shared_ptr<const ErrorPicture> picture = {};
    /// Index, in the verdict, of the finding to fix first: this one may only follow from it.
    std::optional<std::size_t> follows = {};
};

/// Whether an index is outside its dimension.
[[nodiscard]] bool is_of_row(const Finding& finding);

/// The number of the first line that the finding names; 0 if it names none.
[[nodiscard]] int first_line(const Finding& finding);

/// True if any of them is an error, not a warning.
[[nodiscard]] bool has_error(const std::vector<Finding>& findings);

/// The first error, else the first warning; null if there is neither.
[[nodiscard]] const Finding* first_finding(const std::vector<Finding>& findings);

} // namespace kit
