// The chapter's exercises 1 and 2, answered for any sizes with every step of the derivation.
#pragma once

#include "analytics/count/kernel_model.hpp"
#include "checker/base/exact.hpp"
#include "checker/base/extents.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// The sizes that the exercises ask about; the defaults are the course's.
struct ExerciseSizes {
    Stencil stencil;                ///< three axes
    Extents grid{120, 120, 120};    ///< exercise 1: cells, boundary cells included
    Extents block{8, 8, 8};         ///< 1b and 1c: threads
    Extents plane_block{32, 32, 1}; ///< 1d and 2: threads, one xy plane of the input tile
    /// 1d: output planes of a block; absent: as many as its output tile has cells along x.
    std::optional<std::int64_t> sweep_planes = std::nullopt;
    std::int64_t tile_planes = 16; ///< 2: output planes of a block
    int element_bytes = 4;
};

/// One line of a derivation: "blocks", "15³", "3,375".
struct Step {
    std::string label;
    std::string formula; ///< with the numbers filled in
    std::string result;
    std::string reason = {}; ///< why this step, in half a sentence; may be empty
};

/// A result by one convention.
struct Answer {
    std::string label; ///< the convention; empty where there is only one
    Rational value;
    int digits = 0;   ///< after the point, when written as text
    std::string unit; ///< "blocks", "OP/B"
    /// Of a count of points, blocks or cells along axes: those; the value is their product.
    std::optional<Extents> axes = std::nullopt;
};

struct Exercise {
    std::string id;              ///< "1c"
    std::string setting;         ///< what all parts of exercise 1, or of 2, have in common
    std::string question;        ///< one sentence
    std::vector<Answer> answers; ///< never empty; by the course's own convention first
    std::vector<Step> steps;
    std::vector<std::string> notes; ///< whole sentences on what the numbers show
    std::string title = {};         ///< "Exercise 1": heading above the shared setting
};

/// "2.54" rounded to so many digits after the point, or with one more where that makes it exact: "1.25".
[[nodiscard]] std::string decimal_text(const Rational& value, int digits);

/// "3,375", "2.539".
[[nodiscard]] std::string text(const Answer& answer);

/// The ids that a name means, in the chapter's order: "1c" itself, "1" all of 1a to 1d, "" all. Throws BadInput on any other name.
[[nodiscard]] std::vector<std::string> exercise_ids(std::string_view name = "");

/// One exercise. Sizes that it does not use may have any value. Throws BadInput on an id that
/// exercise_ids() does not have, on sizes that traffic() refuses, on a stencil without three
/// axes and on a grid without an output point; Overflow where a number needs over 64 bits.
[[nodiscard]] Exercise exercise(std::string_view id, const ExerciseSizes& sizes);

/// All exercises. Throws as exercise() does.
[[nodiscard]] std::vector<Exercise> exercises(const ExerciseSizes& sizes);

/// One axis's calculation: "120 − 2·1", 118.
struct AxisStep {
    std::string formula;
    std::int64_t result = 0;
    std::string reason = {}; ///< as in Step

    friend bool operator==(const AxisStep&, const AxisStep&) = default;
};

/// A step for each group of axes with the same calculation, labelled "`what`, each axis",
/// "`what`, x and y", "`what`, z".
[[nodiscard]] std::vector<Step> axis_steps(const std::string& what,
                                           const std::array<AxisStep, 3>& axes);

/// "32 − 2·1": a tile's outputs along an axis of the block.
[[nodiscard]] std::string without_halo(std::int64_t size, int order);

/// What "p" stands for, before a step that uses it: "points p", "2·3·1 + 1", "7".
[[nodiscard]] Step points_step(const Stencil& star);

/// "a 7-point stencil of order 1".
[[nodiscard]] std::string describe(const Stencil& stencil);

/// 1a to 1d: a sweep's output points and the blocks of each kernel. Throws as exercise() does.
[[nodiscard]] Exercise sweep_exercise(char part, const ExerciseSizes& sizes);

/// 2a to 2e: a coarsened kernel's tile, its operations per byte and its shared memory. Throws as
/// exercise() does; does not use the grid.
[[nodiscard]] Exercise tile_exercise(char part, const ExerciseSizes& sizes);

} // namespace kit
