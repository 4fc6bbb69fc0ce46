// What the block of a finding's thread lacks, as a sentence for the hint; empty where it lacks none of this.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/trace/recorded_launch.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace kit {

/// The shared array that the finding names; null if the recording has none.
[[nodiscard]] const TraceArray* shared_array(const Finding& finding,
                                             const RecordedLaunch& recorded);

/// Elements of the finding's shared array.
struct SharedAccesses {
    std::set<std::int64_t> read;
    std::set<std::int64_t> stored;
    /// By line, the first one to which each thread stores there.
    std::map<int, std::map<std::uint32_t, std::int64_t>> stored_by_line;
};

[[nodiscard]] SharedAccesses shared_accesses(const Finding& finding,
                                             const RecordedLaunch& recorded);

/// Why nothing stored to the element of shared memory that the finding is about. `recorded`: its block. If the first
/// block of a larger grid stores to that element, or the one in its middle, threads enough are there.
[[nodiscard]] std::string why_unset(const Finding& finding, const RecordedLaunch& recorded,
                                    const RecordedLaunch& first, const RecordedLaunch& middle);

/// Where a block does not fit into the shared array that it uses, and would with the array's last two extents, or the
/// first and the last of three, exchanged.
[[nodiscard]] std::string exchanged_extents(const Finding& finding, const RecordedLaunch& recorded);

/// Where the finding's array is dynamic shared memory: how much of it the launch has.
[[nodiscard]] std::string dynamic_room(const Finding& finding, const RecordedLaunch& recorded);

/// Where the shared array has fewer elements than the block has threads, and the finding's thread uses the one of its
/// own number.
[[nodiscard]] std::string one_for_each_thread(const Finding& finding,
                                              const RecordedLaunch& recorded);

/// Where two blocks that lie side by side store to the same cells of the output, since one has more than the other lies
/// behind it.
[[nodiscard]] std::string overlapping_outputs(const RecordedLaunch& one,
                                              const RecordedLaunch& other);

/// Where each thread of the grid's first block computes several cells along an axis, all that there are, and the
/// finding's block lies behind it. `first`: that block, on a grid that shows the finding.
[[nodiscard]] std::string block_without_cells(const Finding& finding, const RecordedLaunch& first);

/// Where a march reads past the input's end, in one of the planes next to the grid's last. `launched`: the block of the
/// finding's thread, on the grid that its index is of.
[[nodiscard]] std::string plane_past_end(const Finding& finding, const RecordedLaunch& launched);

/// Where blocks leave out the first or the last cells of their outputs: which, by the threads that store.
[[nodiscard]] std::string end_of_outputs(const RecordedLaunch& recorded);

} // namespace kit
