// The chapter's exercises 1 and 2, worked out for any sizes, with every step and every slip on the way.
#pragma once

#include "analytics/questions/question.hpp"
#include "analytics/questions/slips.hpp"
#include "checker/base/extents.hpp"

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

/// In the chapter's order.
[[nodiscard]] const std::vector<QuestionPart>& exercise_parts();

/// The ids that a name means, as ids_named() has them. Throws BadInput on any other name.
[[nodiscard]] std::vector<std::string> exercise_ids(std::string_view name = "");

/// One exercise, worked out with these slips; none for the right working. `asked` is for 1b the count with a
/// thread for each cell, for 1c and 1d the least sufficient one, for 2c multiplications and additions for
/// each byte loaded. Sizes that it does not use may have any value. Throws BadInput on an id that
/// exercise_ids() does not have, on sizes that traffic() refuses, on a stencil without three axes and on a
/// grid without an output point, or where the slips lead to no number; Overflow where a number needs over
/// 64 bits.
[[nodiscard]] Question exercise(std::string_view id, const ExerciseSizes& sizes);
[[nodiscard]] Question exercise(std::string_view id, const ExerciseSizes& sizes, Slips& slips);

/// All exercises. Throws as exercise() does.
[[nodiscard]] std::vector<Question> exercises(const ExerciseSizes& sizes);

/// Every single slip and every pair that leads to a number from 0, single ones first. Left out are
/// pairs in which one slip undoes or hides the other.
[[nodiscard]] std::vector<WrongWorking> wrong_workings(std::string_view id,
                                                       const ExerciseSizes& sizes);

/// The command that derives the exercise: "./lab analytics exercises 1c --grid 122". Sizes that are the
/// course's are left out.
[[nodiscard]] std::string exercise_command(std::string_view id, const ExerciseSizes& sizes);

// What exercise() alone calls.

/// 1a to 1d: a sweep's output points and the blocks of each kernel.
[[nodiscard]] Question sweep_exercise(char part, const ExerciseSizes& sizes, Slips& slips);

/// 2a to 2e: a coarsened kernel's tile, its operations per byte and its shared memory.
[[nodiscard]] Question tile_exercise(char part, const ExerciseSizes& sizes, Slips& slips);

/// 2·1: what a stencil of this order reaches to both sides.
[[nodiscard]] StatedFormula both_ends(int order);

/// The order to compute with: the stencil's, or by a slip 1.
[[nodiscard]] int worked_order(const ExerciseSizes& sizes, Slips& slips);

/// Outputs along an axis of a block that holds the halo.
[[nodiscard]] StatedFormula tile_side(std::int64_t block, int order, Slips& slips);

} // namespace kit
