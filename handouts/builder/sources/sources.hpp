// Where the figures of value markers come from: each call of the markers' language, answered.
//
//     loads(tiled grid=120 block=8)     a kernel's counts: ./lab analytics kernel tiled --grid 120 ...
//     answer(2c 2)                      an exercise's answer, here the second of several
//     chapter(halo.a)                   likewise, of ./lab analytics chapter
//     record(h200-times 05-shared-memory-tiling float 512 cold_us)
//                                       a cell of tests/records/h200_times.csv: the words before the
//                                       last are the row's first columns, the last names the column
//     lab(5 points)                     what lab.toml says
//     lab(points)                       the points of all labs
//     gpu(H200 bandwidth_gb_per_s)      what a data sheet says: ./lab analytics gpus H200
#pragma once

#include "handouts/builder/expression.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace handouts {

/// All sources over the tree at `root`; what is read from files is read once. The function keeps
/// what it read and may be copied.
[[nodiscard]] Lookup sources(const std::filesystem::path& root);

/// A figure of traffic(): `name` as figure_names() has it, `words` the family and sizes. Throws
/// Unanswerable and analytics::BadInput.
[[nodiscard]] Value kernel_figure(const Call& call);

/// Every name that kernel_figure takes.
[[nodiscard]] std::vector<std::string> kernel_figure_names();

/// An answer of exercises or chapter, by the call's name.
[[nodiscard]] Value exercise_answer(const Call& call);

/// A recorded measurement, from `root`/tests/records.
[[nodiscard]] Value recorded_cell(const std::filesystem::path& root, const Call& call);

/// A figure of a GPU's data sheet.
[[nodiscard]] Value gpu_figure(const Call& call);

} // namespace handouts
