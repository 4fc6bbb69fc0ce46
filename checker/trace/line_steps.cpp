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

/// How many cells most threads compute, side by side. 0: it is not known, or they do not lie so.
std::int64_t cells_each(const CellsOfThreads& threads) {
    constexpr std::size_t few_threads = 3;
    std::size_t most = 0;
    for (const auto& [thread, cells] : threads) {
        most = std::max(most, cells.size());
        for (std::size_t i = 1; i < cells.size(); ++i) {
            if (cells[i] != cells[0] + static_cast<std::int64_t>(i)) {
                return 0;
            }
        }
    }
    const auto with_most = static_cast<std::size_t>(
        std::count_if(threads.begin(), threads.end(),
                      [most](const auto& each) { return each.second.size() == most; }));
    return threads.size() < few_threads || 2 * with_most <= threads.size()
               ? 0
               : static_cast<std::int64_t>(most);
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

} // namespace

std::string mistaken_step(const RecordedLaunch& recorded, const std::vector<Store>& stores) {
    const Lab& lab = recorded.lab;
    const CellsOfThreads threads = cells_of_threads(stores);
    std::int64_t computed = cells_each(threads); // by what the number counts
    if (lab.axes > 1 || !lab.traffic || !block_is_output_tile(lab.traffic->family) ||
        computed == 0) {
        return "";
    }
    const Steps steps = steps_of(threads);
    if (!hold(steps, threads)) {
        return "";
    }
    const LaunchShape& launch = recorded.observation.launch;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i] && *steps[i] != computed) {
            return fmt::format("From one {} to the next the first cell advances by {}, but {} "
                               "computes {}: the two must be equal.",
                               names[i], thousands(*steps[i]), counted_by_them[i],
                               counted(static_cast<std::uint64_t>(computed), "cell"));
        }
        computed *= i < 3 ? launch.block[i] : launch.grid[i - 3];
    }
    return "";
}

} // namespace kit
