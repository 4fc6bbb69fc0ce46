// Value markers get their numbers here: each call of the markers' language has a source.
//
//     loads(tiled grid=120 block=8)     a kernel's count: ./lab analytics kernel tiled --grid 120 ...
//     answer(2c 2)                      an exercise's answer, here the second of several
//     chapter(halo.a)                   the same for ./lab analytics chapter
//     record(h200-times 05-shared-memory-tiling float 512 cold_us)
//                                       a cell of tests/records/h200_times.csv: the last word names
//                                       the column, the words before it are the row's first cells
//     lab(5 points)                     a fact from lab.toml
//     lab(points)                       the points of all labs
//     trace(5 thread=3,3,3 thread-loads)
//                                       a count of a recording: traces/account.hpp
//     gpu(H200 bandwidth_gb_per_s)      from a data sheet: ./lab analytics gpus H200
#pragma once

#include "handouts/builder/marker.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kit {

/// Answers every call, with the tree at `root`. May be copied.
[[nodiscard]] MarkerLookup marker_sources(const std::filesystem::path& root);

/// A count of one of the chapter's kernels: the call's name is a quantity's (analytics/count/quantity.hpp),
/// its words the kernel family and sizes. Throws MarkerError and BadInput.
[[nodiscard]] MarkerValue kernel_count(const MarkerCall& call);

/// An answer of `./lab analytics exercise` or `chapter`, by the call's name.
[[nodiscard]] MarkerValue exercise_answer(const MarkerCall& call);

} // namespace kit
