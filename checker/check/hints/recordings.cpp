#include "checker/check/hints/recordings.hpp"

#include "checker/trace/naming.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>
#include <vector>

namespace kit {

namespace {

/// What is recorded of this block alone. The events of all blocks, which are many, are not copied.
RecordedLaunch of_block(RecordedLaunch& launch, std::uint64_t block) {
    std::vector<TraceEvent> all = std::move(launch.observation.trace.events);
    RecordedLaunch one = launch;
    std::ranges::copy_if(all, std::back_inserter(one.observation.trace.events),
                         [block](const TraceEvent& event) { return event.block == block; });
    launch.observation.trace.events = std::move(all);
    return one;
}

} // namespace

Recordings::Recordings(const HintSources& sources, const std::vector<Finding>& findings)
    : sources_(sources), time_limits_(std::ranges::find(findings, FindingKind::timeout,
                                                        &Finding::kind) == findings.end()
                                          ? 1
                                          : 0.1) {}

std::shared_ptr<const RecordedLaunch>
Recordings::of(const Case& grid, std::optional<std::uint64_t> block, std::uint64_t capacity) {
    return find(grid, block, capacity, false);
}

std::shared_ptr<const RecordedLaunch> Recordings::of_outputs(const Case& grid) {
    return find(grid, std::nullopt, most_events, true);
}

std::shared_ptr<const RecordedLaunch> Recordings::find(const Case& grid,
                                                       std::optional<std::uint64_t> block,
                                                       std::uint64_t capacity, bool outputs_only) {
    const auto known = std::ranges::find_if(kept_, [&](const Kept& kept) {
        return kept.variant == grid.variant && kept.extents == grid.extents &&
               (kept.block == block || !kept.block) && (outputs_only || !kept.outputs_only) &&
               (kept.launch->observation.trace.left_out == 0 ||
                (kept.block == block && kept.capacity == capacity &&
                 kept.outputs_only == outputs_only));
    });
    if (known != kept_.end() && known->block == block) {
        return known->launch;
    }
    // A launch whose recording has all blocks need not run again for one of them.
    auto launch = std::make_shared<RecordedLaunch>(
        known != kept_.end() ? of_block(*known->launch, *block)
                             : record_launch(*grid.variant, grid.extents, *sources_.program,
                                             sources_.submission, sources_.seed, block,
                                             {.capacity = capacity,
                                              .time_limits = time_limits_,
                                              .accesses_only = true,
                                              .outputs_only = outputs_only}));
    constexpr std::size_t most =
        4; // of up to 50 MB, and a hundred where a hint asks for more events
    if (kept_.size() == most) {
        kept_.pop_front();
    }
    kept_.push_back({grid.variant, grid.extents, block, capacity, outputs_only, launch});
    return launch;
}

std::shared_ptr<const RecordedLaunch> Recordings::first_of(const Case& grid) {
    return of(grid, 0);
}

std::shared_ptr<const RecordedLaunch>
Recordings::of_thread(const Case& grid, const ThreadPlace& thread, std::uint64_t capacity) {
    const auto blocks = first_of(grid)->observation.launch.grid;
    return of(grid, number_at(thread.block, blocks), capacity);
}

std::array<std::shared_ptr<const RecordedLaunch>, 2>
Recordings::first_and_middle(const Lab& variant) {
    // Cells of a grid with one, two or three axes that has blocks between others.
    constexpr std::array<std::int64_t, 3> enough{1'000, 10'000, 20'000};
    const std::int64_t enough_cells = enough[variant.axes - 1];
    const auto rank = [&](const Case& grid) {
        const std::int64_t cells = grid.extents.cells();
        return std::tuple(grid.variant != &variant || cells > most_cells, cells < enough_cells,
                          cells < enough_cells ? -cells : cells);
    };
    const Case& grid = *std::ranges::min_element(
        sources_.grids, [&](const Case& a, const Case& b) { return rank(a) < rank(b); });
    const auto first = first_of(grid);
    const auto blocks = first->observation.launch.grid;
    auto middle = blocks;
    for (std::uint32_t& index : middle) {
        index /= 2;
    }
    return {first, of(grid, number_at(middle, blocks))};
}

} // namespace kit
