// Which cells the threads of a launch compute, and what they load more than once.
#pragma once

#include "checker/trace/recorded_launch.hpp"

#include <string>

namespace kit {

/// A sentence where each thread stores to the cell of another rule than "block times threads plus thread" along each
/// axis: two axes exchanged, or block and thread exchanged; or where a thread beyond the grid stores, or all store to
/// one coordinate of an axis. Empty for any other rule, and the right one. `recorded`: all blocks. `are_values_wrong`:
/// a cell was written with a wrong value; else axes may be exchanged that are alike.
[[nodiscard]] std::string mistaken_places(const RecordedLaunch& recorded, bool are_values_wrong);

/// A thread that loads an element of the input in two lines: "Thread (1,1,0) of block (0,0,0) loads in[31] in line 54
/// and again in line 59."; empty if none does.
[[nodiscard]] std::string loaded_twice(const RecordedLaunch& recorded);

} // namespace kit
