#include "checker/trace/thread_places.hpp"

#include "checker/base/numbers.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/reference/boundary.hpp"
#include "checker/trace/line_steps.hpp"
#include "checker/trace/naming.hpp"
#include "checker/trace/origins.hpp"
#include "checker/trace/stores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace kit {

namespace {

using Numbers = std::array<std::int64_t, 3>;

/// A rule by which threads may get their cells.
struct Rule {
    std::string what; ///< goes on after "Each thread takes the cell that"
    std::string mend;
    std::function<Cell(const Store&)> cell;
    /// By the right rule; empty: the thread's place among all threads.
    std::function<Cell(const Store&)> usual = {};
};

/// The thread's place among all threads along the axis.
std::int64_t along(const Store& store, std::size_t axis, const Numbers& threads) {
    return store.block[axis] * threads[axis] + store.thread[axis];
}

/// Elements from the place that a thread stores to, to that of the next thread along the axis; `usual` where no two
/// threads tell.
std::int64_t step_along(std::size_t axis, std::int64_t usual, const RecordedLaunch& recorded,
                        const std::vector<Store>& stores, const Numbers& threads) {
    const auto element = [&](const Store& store) {
        return recorded.extents.index(store.cell[0], store.cell[1], store.cell[2]);
    };
    for (const Store& other : stores) {
        const auto difference = [&](std::size_t on) {
            return along(other, on, threads) - along(stores.front(), on, threads);
        };
        if (difference(axis) != 0 && difference((axis + 1) % 3) == 0 &&
            difference((axis + 2) % 3) == 0) {
            return (element(other) - element(stores.front())) / difference(axis);
        }
    }
    return usual;
}

/// Whether the two axes are alike in grid and launch: threads may then take them the other way round.
bool are_alike(const RecordedLaunch& recorded, std::size_t a, std::size_t b) {
    const Numbers extents{recorded.extents.x, recorded.extents.y, recorded.extents.z};
    const LaunchShape& launch = recorded.observation.launch;
    return extents[a] == extents[b] && launch.block[a] == launch.block[b] &&
           launch.grid[a] == launch.grid[b];
}

std::vector<Rule> rules(const RecordedLaunch& recorded, const std::vector<Store>& stores,
                        bool are_values_wrong) {
    const Lab& lab = recorded.lab;
    const auto& launched = recorded.observation.launch.block;
    const Numbers threads{launched[0], launched[1], launched[2]};
    const auto along = [threads](const Store& store, std::size_t axis) {
        return kit::along(store, axis, threads);
    };
    constexpr std::array letters{'x', 'y', 'z'};
    std::vector<Rule> all;
    const auto axes = lab.axes;
    for (std::size_t a = 0; a < axes && !stores.empty(); ++a) {
        for (std::size_t b = a + 1; b < axes; ++b) {
            // Threads may begin at the first inner cell, and march along the other axis.
            const std::int64_t first = stores.front().cell[a] - along(stores.front(), b);
            if (first < 0 || first > reach(lab) ||
                (!are_values_wrong && are_alike(recorded, a, b))) {
                continue;
            }
            all.push_back(
                {fmt::format("has its {} from .{} and its {} from .{}", axis_name(lab, a),
                             letters[b], axis_name(lab, b), letters[a]),
                 fmt::format("{} must come from .{}, along which the grid of blocks covers it",
                             axis_name(lab, a), letters[a]),
                 [=](const Store& store) {
                     Cell cell = store.cell;
                     cell[a] = first + along(store, b);
                     cell[b] = first + along(store, a);
                     return cell;
                 },
                 [=](const Store& store) {
                     Cell cell = store.cell;
                     cell[a] = first + along(store, a);
                     cell[b] = first + along(store, b);
                     return cell;
                 }});
        }
    }
    for (std::size_t axis = 0; axis < axes; ++axis) {
        all.push_back(
            {fmt::format("is threadIdx.{0} times the block's threads plus blockIdx.{0}",
                         letters[axis]),
             fmt::format("the two are exchanged: blockIdx.{} counts whole blocks", letters[axis]),
             [=](const Store& store) {
                 Cell cell{along(store, 0), along(store, 1), along(store, 2)};
                 cell[axis] = store.thread[axis] * threads[axis] + store.block[axis];
                 return cell;
             }});
        const bool is_product_seen = std::ranges::any_of(stores, [axis](const Store& store) {
            return store.block[axis] * store.thread[axis] > 0;
        });
        if (!is_product_seen) {
            continue; // all that is 0 fits
        }
        all.push_back(
            {fmt::format("is blockIdx.{0} times threadIdx.{0}", letters[axis]),
             fmt::format("the two are multiplied: a block's first cell is blockIdx.{0} times the "
                         "cells of a block, and threadIdx.{0} is added",
                         letters[axis]),
             [=](const Store& store) {
                 Cell cell{along(store, 0), along(store, 1), along(store, 2)};
                 cell[axis] = std::int64_t{store.block[axis]} * store.thread[axis];
                 return cell;
             }});
    }
    if (!lab.traffic || !block_is_output_tile(lab.traffic->family) || stores.empty()) {
        return all; // a block's first cell is not known
    }
    const Extents extents = recorded.extents;
    const std::int64_t cells = extents.x * extents.y;
    const std::int64_t row = step_along(1, extents.x, recorded, stores, threads);
    const std::int64_t plane = step_along(2, cells, recorded, stores, threads);
    const bool is_row = row != extents.x;
    if (axes > 1 && row > 0 && plane > 0 && (is_row || plane != cells)) {
        all.push_back(
            {fmt::format("is {} further for each step along {}",
                         counted(static_cast<std::uint64_t>(is_row ? row : plane), "element"),
                         axis_name(lab, is_row ? 1 : 2)),
             fmt::format("a step along {} must be {} elements", axis_name(lab, is_row ? 1 : 2),
                         is_row ? extents.x : cells),
             [=](const Store& store) {
                 return extents.cell(along(store, 2) * plane + along(store, 1) * row +
                                     along(store, 0));
             }});
    }
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const std::int64_t shift = stores.front().cell[axis] - along(stores.front(), axis);
        const bool is_alone = threads[axis] * recorded.observation.launch.grid[axis] == 1;
        // By more, only cells of another kind were stored.
        if (std::abs(shift) <= threads[axis] && !is_alone) {
            all.push_back(
                {fmt::format("is {} {} {} its own along {}", std::abs(shift),
                             std::abs(shift) == 1 ? "cell" : "cells",
                             shift < 0 ? "before" : "after", axis_name(lab, axis)),
                 fmt::format("thread 0 of block 0 must take {} = 0", axis_name(lab, axis)),
                 [=](const Store& store) {
                     Cell cell{along(store, 0), along(store, 1), along(store, 2)};
                     cell[axis] += shift;
                     return cell;
                 }});
        }
        const auto later =
            std::ranges::find_if(stores, [&](const Store& store) { return store.block[axis] > 0; });
        if (later == stores.end()) {
            continue; // block 0 alone does not tell
        }
        all.push_back({fmt::format("is its block's first along {}", axis_name(lab, axis)),
                       fmt::format("each thread adds its threadIdx.{}", letters[axis]),
                       [=](const Store& store) {
                           Cell cell{along(store, 0), along(store, 1), along(store, 2)};
                           cell[axis] = store.block[axis] * threads[axis];
                           return cell;
                       }});
        const std::int64_t step = (later->cell[axis] - later->thread[axis]) / later->block[axis];
        all.push_back(
            {step == 0
                 ? fmt::format("is threadIdx.{} alone, whatever its block", letters[axis])
                 : fmt::format("is {1} times blockIdx.{0} plus threadIdx.{0}", letters[axis], step),
             fmt::format("a block computes {} cells along {}, so blocks begin as many apart",
                         threads[axis], axis_name(lab, axis)),
             [=](const Store& store) {
                 Cell cell{along(store, 0), along(store, 1), along(store, 2)};
                 cell[axis] = store.block[axis] * step + store.thread[axis];
                 return cell;
             }});
    }
    return all;
}

/// A sentence on a thread beyond the grid's end along an axis that stores all the same, where all take the element of
/// the right index.
std::string store_without_cell(const RecordedLaunch& recorded, const std::vector<Store>& stores) {
    const Lab& lab = recorded.lab;
    if (!lab.traffic || !block_is_output_tile(lab.traffic->family)) {
        return ""; // a block's first cell is not known
    }
    const auto& launched = recorded.observation.launch.block;
    const Numbers threads{launched[0], launched[1], launched[2]};
    const Extents& extents = recorded.extents;
    const Cell ends{extents.x, extents.y, extents.z};
    std::string sentence;
    for (const Store& store : stores) {
        Cell place{};
        for (std::size_t axis = 0; axis < place.size(); ++axis) {
            place[axis] = along(store, axis, threads);
        }
        if (extents.cell(extents.index(place[0], place[1], place[2])) != store.cell) {
            return "";
        }
        for (std::size_t axis = 0; axis < place.size() && sentence.empty(); ++axis) {
            if (place[axis] >= ends[axis]) {
                sentence = fmt::format(
                    "Thread {} of block {} is at {} {}, and this grid ends at {}: it has no cell, "
                    "yet stores to {}. Let only those threads compute that are on the grid along "
                    "every axis: each coordinate below its extent, with && between them.",
                    triple(store.thread), triple(store.block), axis_name(lab, axis), place[axis],
                    ends[axis] - 1,
                    element_name(argument_name(lab, KernelArgument::Role::output), store.cell,
                                 lab));
            }
        }
    }
    return sentence;
}

/// A sentence where all results, several to a cell, go to the cells with one coordinate along an axis.
std::string axis_left_out(const RecordedLaunch& recorded, const std::vector<Store>& stores) {
    std::set<Cell> cells;
    std::ranges::transform(stores, std::inserter(cells, cells.end()),
                           [](const Store& store) { return store.cell; });
    const Interior inner = interior(recorded.lab, recorded.extents);
    for (std::size_t axis = 0; axis < recorded.lab.axes; ++axis) {
        const bool is_of_slabs = axis == 2 && !recorded.lab.gpus.empty(); // one may have one plane
        const bool is_left_out = !is_of_slabs && std::ranges::all_of(cells, [&](const Cell& cell) {
            return cell[axis] == cells.begin()->at(axis);
        });
        if (is_left_out && cells.size() > 1 && cells.size() < stores.size() &&
            inner.last[axis] - inner.first[axis] > 1) {
            const std::string name = axis_name(recorded.lab, axis);
            const std::string out = argument_name(recorded.lab, KernelArgument::Role::output);
            return fmt::format("All results go to cells with {0} = {1}: look at the part of {0} in "
                               "the index of {2}.",
                               name, cells.begin()->at(axis), out);
        }
    }
    return "";
}

/// A sentence where each turn of a thread's loop goes on by one row, which the next thread along y begins with, by
/// nearly a plane, or not at all.
std::string mistaken_march(const RecordedLaunch& recorded, const std::vector<Store>& stores) {
    const Extents& extents = recorded.extents;
    const std::int64_t plane = extents.x * extents.y;
    const auto& launched = recorded.observation.launch.block;
    const Numbers threads{launched[0], launched[1], launched[2]};
    std::map<Numbers, std::int64_t> first; // of the thread at this place among all threads
    std::map<Numbers, std::int64_t> last;
    std::optional<std::int64_t> step;
    std::size_t turns = 0;
    for (const Store& store : stores) {
        const std::int64_t cell = extents.index(store.cell[0], store.cell[1], store.cell[2]);
        const Numbers thread{along(store, 0, threads), along(store, 1, threads),
                             along(store, 2, threads)};
        first.try_emplace(thread, cell);
        const auto [before, is_first] = last.try_emplace(thread, cell);
        if (!is_first && cell - before->second != step.value_or(cell - before->second)) {
            return "";
        }
        step = is_first ? step : cell - before->second;
        turns += is_first ? 0 : 1;
        before->second = cell;
    }
    const auto meets_next = [&](const auto& thread) {
        const auto& [x, y, z] = thread.first;
        const auto next = first.find({x, y + 1, z});
        return next != first.end() && next->second == thread.second + extents.x;
    };
    if (step == 0 && turns >= last.size()) {
        const Trace& trace = recorded.observation.trace;
        const std::string out = argument_name(recorded.lab, KernelArgument::Role::output);
        const bool adds_up = std::ranges::any_of(trace.events, [&](const TraceEvent& event) {
            return event.kind == TraceEvent::Kind::load && event.array >= 0 &&
                   trace.arrays[event.array].name == out;
        });
        return adds_up ? ""
                       : fmt::format("From one turn of its loop to the next a thread goes on to no "
                                     "other cell: thread {} of block {} stores {} again and again. "
                                     "The index of the store must change with the loop.",
                                     triple(stores.front().thread), triple(stores.front().block),
                                     element_name(out, stores.front().cell, recorded.lab));
    }
    const bool by_rows = step == extents.x && std::ranges::any_of(first, meets_next);
    const bool by_planes = step && *step != plane && std::abs(*step - plane) <= extents.x;
    return recorded.lab.axes < 3 || turns < last.size() || !(by_rows || by_planes)
               ? ""
               : fmt::format("From one turn of its loop to the next a thread goes on by {} "
                             "elements{}. A plane has {} elements.",
                             thousands(*step),
                             by_rows ? ": one row, with which the next thread along y begins" : "",
                             thousands(plane));
}

} // namespace

std::string mistaken_places(const RecordedLaunch& recorded, bool are_values_wrong) {
    constexpr std::size_t enough = 2; // stores that tell rules apart
    if (recorded.observation.trace.left_out > 0 || recorded.extents.cells() == 1) {
        return "";
    }
    const std::vector<Store> stores = stores_of(recorded);
    if (std::string sentence = axis_left_out(recorded, stores); !sentence.empty()) {
        return sentence;
    }
    // Threads that are counted from row to row belong to no axis.
    const bool have_axes = recorded.lab.axes == 1 || !is_linear(recorded.observation.launch);
    for (const Rule& rule :
         have_axes ? rules(recorded, stores, are_values_wrong) : std::vector<Rule>()) {
        const Numbers threads{recorded.observation.launch.block[0],
                              recorded.observation.launch.block[1],
                              recorded.observation.launch.block[2]};
        std::size_t telling = 0;
        const Store* example = nullptr;
        bool holds = true;
        for (const Store& store : stores) {
            holds = holds && rule.cell(store) == store.cell;
            const Cell usual = rule.usual ? rule.usual(store)
                                          : Cell{along(store, 0, threads), along(store, 1, threads),
                                                 along(store, 2, threads)};
            const bool is_usual = store.cell == usual;
            telling += is_usual ? 0 : 1;
            example = example == nullptr && !is_usual ? &store : example;
        }
        if (!holds || telling < enough || example == nullptr) {
            continue;
        }
        const std::string out = argument_name(recorded.lab, KernelArgument::Role::output);
        return fmt::format(
            "Each thread takes the cell that {}: thread {} of block {} stores to {}. There {}.",
            rule.what, triple(example->thread), triple(example->block),
            element_name(out, example->cell, recorded.lab), rule.mend);
    }
    for (const auto& sentence :
         {mistaken_step(recorded, stores), mistaken_march(recorded, stores)}) {
        if (!sentence.empty()) {
            return sentence;
        }
    }
    return have_axes ? store_without_cell(recorded, stores) : "";
}

std::string loaded_twice(const RecordedLaunch& recorded) {
    const Trace& trace = recorded.observation.trace;
    const LaunchShape& launch = recorded.observation.launch;
    std::map<std::tuple<std::uint64_t, std::uint32_t, std::int64_t>, int> line_of;
    for (const TraceEvent& event : trace.events) {
        if (event.kind != TraceEvent::Kind::load || event.array < 0 || event.outside) {
            continue;
        }
        const TraceArray& array = trace.arrays[event.array];
        if (!array.is_input || !is_grid(recorded, array)) {
            continue;
        }
        const std::int64_t element = element_index(trace, event);
        const auto [known, is_new] =
            line_of.emplace(std::tuple(event.block, event.thread, element), event.line);
        if (!is_new && known->second != event.line) {
            return fmt::format(
                "Thread {} of block {} loads {} in line {} and again in line {}: it has that value "
                "already.",
                triple(position(event.thread, launch.block)),
                triple(position(event.block, launch.grid)),
                element_name(array.name, recorded.extents.cell(element), recorded.lab),
                known->second, event.line);
        }
    }
    return "";
}

} // namespace kit
