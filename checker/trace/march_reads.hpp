// Whether what a thread reads goes on with its loop as the cells do that it stores to.
#pragma once

#include "checker/trace/recorded_launch.hpp"
#include "checker/trace/thread_uses.hpp"

#include <cstddef>
#include <string>

namespace kit {

/// A sentence where what the thread reads for this store, a number in `uses.stores`, lies elsewhere than as far from
/// what it read for the store before as the two cells lie from each other. Empty where it does not, where the thread
/// reads shared memory, and of a thread's first store.
[[nodiscard]] std::string mistaken_reads_of_march(const RecordedLaunch& recorded,
                                                  const ThreadUses& uses, std::size_t store);

} // namespace kit
