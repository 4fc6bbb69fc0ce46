// What the loads of a tile leave out, as sentences for the hint.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/trace/recorded_launch.hpp"

#include <string>

namespace kit {

/// Where each thread stores to the element of its number in the finding's shared array, and goes on in steps, and
/// elements are left out: the loop is missing or ends early, its step is not the number of threads, or threads have
/// the same number. Else empty. `recorded`: a block between others.
[[nodiscard]] std::string mistaken_numbers(const Finding& finding, const RecordedLaunch& recorded);

/// Where each thread stores to the row of a tile of three axes that its number gives without a remainder. Else empty.
/// `recorded`: as before.
[[nodiscard]] std::string rows_past_plane(const Finding& finding, const RecordedLaunch& recorded);

/// Where the input's elements that no thread loads, though cells that the lab computes need them, are exactly those at
/// ends of the grid. Else empty. `recorded`: all blocks.
[[nodiscard]] std::string ends_not_loaded(const RecordedLaunch& recorded);

/// Where another block loads all elements of the input that the first block loads, which guards may hold back from
/// some. Else empty.
[[nodiscard]] std::string same_loads(const RecordedLaunch& first, const RecordedLaunch& other);

/// For a lab of several sweeps: which of the input's elements no thread loads although sweeps need them. Empty: none.
/// `recorded`: all blocks.
[[nodiscard]] std::string inputs_not_loaded(const RecordedLaunch& recorded);

} // namespace kit
