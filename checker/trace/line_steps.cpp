#include "checker/trace/line_steps.hpp"

#include "checker/base/numbers.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

namespace kit {

namespace {

/// threadIdx.x to .z, then blockIdx.x to .z.
using ThreadNumbers = std::array<std::int64_t, 6>;
constexpr std::array names{"threadIdx.x", "threadIdx.y", "threadIdx.z",
                           "blockIdx.x",  "blockIdx.y",  "blockIdx.z"};
constexpr std::array counted_by_them{"a thread", "a row of threads", "a plane of threads",
                                     "a block",  "a row of blocks",  "a plane of blocks"};

/// The cells of each thread that stored, in the order of its stores.
using CellsOfThreads = std::map<ThreadNumbers, std::vector<std::int64_t>>;

CellsOfThreads cells_of_threads(const std::vector<Store>& stores) {
    CellsOfThreads cells;
    for (const Store& store : stores) {
        cells[{store.thread[0], store.thread[1], store.thread[2], store.block[0], store.block[1],
               store.block[2]}]
            .push_back(store.cell[0]);
    }
    return cells;
}

/// The most that a thread computes. No cells: they do not lie equally far apart.
struct Share {
    std::int64_t cells = 0;
    std::int64_t apart = 1;  ///< from each of them to the next
    std::size_t threads = 0; ///< that compute so many
};

Share share_of(const CellsOfThreads& threads) {
    std::size_t most = 0;
    std::optional<std::int64_t> apart;
    for (const auto& [thread, cells] : threads) {
        most = std::max(most, cells.size());
        for (std::size_t i = 1; i < cells.size(); ++i) {
            apart = apart.value_or(cells[i] - cells[i - 1]);
            if (cells[i] != cells[i - 1] + *apart) {
                return {};
            }
        }
    }
    const auto with_most = std::ranges::count_if(
        threads, [most](const auto& each) { return each.second.size() == most; });
    return {static_cast<std::int64_t>(most), apart.value_or(1),
            static_cast<std::size_t>(with_most)};
}

/// By how many cells the first one of a thread goes on where this number alone is one more; nothing where no two
/// threads tell.
using Steps = std::array<std::optional<std::int64_t>, 6>;

Steps steps_of(const CellsOfThreads& threads) {
    Steps steps;
    const auto& [first, first_cells] = *threads.begin();
    for (const auto& [thread, cells] : threads) {
        std::size_t differing = 0;
        std::size_t number = 0;
        for (std::size_t i = 0; i < thread.size(); ++i) {
            if (thread[i] != first[i]) {
                ++differing;
                number = i;
            }
        }
        if (differing == 1 && !steps[number]) {
            steps[number] = (cells[0] - first_cells[0]) / (thread[number] - first[number]);
        }
    }
    return steps;
}

/// Whether all threads take their first cells by these steps.
bool hold(const Steps& steps, const CellsOfThreads& threads) {
    const auto& [first, first_cells] = *threads.begin();
    for (const auto& [thread, cells] : threads) {
        std::int64_t expected = first_cells[0];
        for (std::size_t i = 0; i < thread.size(); ++i) {
            expected += steps[i].value_or(0) * (thread[i] - first[i]);
        }
        if (expected != cells[0]) {
            return false;
        }
    }
    return true;
}

/// Whether thread 0 of block 0 takes the last cell of its block or of the grid, so that steps below 0 are meant.
bool goes_from_the_end(const Steps& steps, const CellsOfThreads& threads,
                       const RecordedLaunch& recorded) {
    const auto& [first, first_cells] = *threads.begin();
    std::int64_t begin = first_cells.front();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        begin -= steps[i].value_or(0) * first[i];
    }
    return begin >=
           std::min<std::int64_t>(recorded.observation.launch.block[0], recorded.extents.x) - 1;
}

} // namespace

std::string mistaken_step(const RecordedLaunch& recorded, const std::vector<Store>& stores) {
    constexpr std::size_t few_threads = 3;
    const Lab& lab = recorded.lab;
    if (lab.axes > 1 || !lab.traffic || !block_is_output_tile(lab.traffic->family)) {
        return "";
    }
    const CellsOfThreads threads = cells_of_threads(stores);
    const Share share = share_of(threads);
    if (share.cells == 0 || share.cells >= recorded.extents.x || threads.size() < few_threads) {
        return "";
    }
    if (share.apart == 0 && lab.stencil.size() == 1) { // else a sum may grow in its cell
        return fmt::format("A thread stores {} times, each time to one and the same cell: what its "
                           "loop counts must be in the index of the store, too.",
                           share.cells);
    }
    const Steps steps = steps_of(threads);
    if (!hold(steps, threads)) {
        return "";
    }
    if (share.apart > 1 && share.cells > 1 && steps[0] == share.cells) {
        return fmt::format("A thread computes {0} cells that lie {1} apart, and the next thread "
                           "begins {0} cells behind it: let either a thread's cells be adjacent, "
                           "or those of neighbouring threads.",
                           share.cells, thousands(share.apart));
    }
    if (share.apart != 1 || 2 * share.threads <= threads.size()) {
        return "";
    }
    const LaunchShape& launch = recorded.observation.launch;
    std::int64_t computed = share.cells; // by what the number counts
    const bool from_the_end = goes_from_the_end(steps, threads, recorded);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool is_turned = from_the_end && steps[i] == -computed;
        if (steps[i] && *steps[i] != computed && !is_turned) {
            return fmt::format("From one {} to the next the first cell advances by {}, but {} "
                               "computes {}: the two must be equal.",
                               names[i], thousands(*steps[i]), counted_by_them[i],
                               counted(static_cast<std::uint64_t>(computed), "cell"));
        }
        computed *= i < 3 ? launch.block[i] : launch.grid[i - 3];
    }
    const std::int64_t cells = recorded.extents.x;
    const std::int64_t stored = static_cast<std::int64_t>(threads.size()) * share.cells;
    if (share.threads < threads.size() || stored >= cells) {
        return "";
    }
    if (stored == computed && share.cells > 1) {
        return fmt::format("The launch's {} threads compute {} each, {} of the {}: divide by what "
                           "a block computes, and round up.",
                           thousands(threads.size()),
                           counted(static_cast<std::uint64_t>(share.cells), "cell"),
                           thousands(stored), thousands(cells));
    }
    return stored == cells - cells % share.cells
               ? fmt::format(
                     "A thread computes {0} cells or none, and {0} does not divide {1}: the "
                     "last cells are left out. Check each cell on its own, not all {0} "
                     "at once.",
                     share.cells, thousands(cells))
               : "";
}

} // namespace kit
