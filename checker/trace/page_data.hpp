// The data of a trace's page: one block's accesses as columns of numbers.
#pragma once

#include "checker/trace/part_costs.hpp"
#include "checker/trace/recorded_launch.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// What the page opens on, and what it holds.
struct PageStart {
    std::uint64_t block = 0;
    std::optional<std::uint32_t> thread = {}; ///< none: the one of a finding, or the busiest
    /// The one of RecordedLaunch::findings that the page shows first and opens on. Its access, if it is in the block,
    /// comes before `thread`.
    std::optional<std::size_t> finding = {};
    std::vector<PartCosts> reference = {}; ///< costs_in_reference()
    /// Without it neither text nor line numbers are in the page: for readers who are still to write the kernel.
    bool with_source = true;
};

/// One JSON document in ASCII for the page's script, with no "<", ">" or "&". Only page/data.js reads it. Columns, not
/// an object an access: a block of 1,024 threads makes tens of thousands.
///
/// "moments": a column each of moments_of(). "events" has the accesses in the order of the moments, and in each by
/// lane: "place", the element's index minus that of the access before; "value", null where it is no number or unknown;
/// "writer", how many accesses before (or, of a race, after) stands the one that wrote what is read, 0 for none.
/// "origins": of a write to shared memory, the cell of the grid that the thread had read the same value from.
[[nodiscard]] std::string trace_page_data(const RecordedLaunch& recorded, const PageStart& start);

} // namespace kit
