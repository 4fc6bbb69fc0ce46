#include "checker/trace/thread_places.hpp"

#include "checker/base/numbers.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/reference/boundary.hpp"
#include "checker/trace/line_steps.hpp"
#include "checker/trace/naming.hpp"
#include "checker/trace/origins.hpp"
#include "checker/trace/place_rules.hpp"
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
#include <unordered_map>
#include <utility>
#include <vector>

namespace kit {

namespace {

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
    const Interior inner = interior(recorded.lab, recorded.extents);
    for (std::size_t axis = 0; axis < recorded.lab.axes; ++axis) {
        const bool is_of_slabs = axis == 2 && !recorded.lab.gpus.empty(); // one may have one plane
        const bool is_left_out =
            !is_of_slabs && std::ranges::all_of(stores, [&](const Store& store) {
                return store.cell[axis] == stores.front().cell[axis];
            });
        if (!is_left_out || inner.last[axis] - inner.first[axis] <= 1) {
            continue;
        }
        std::set<Cell> cells;
        std::ranges::transform(stores, std::inserter(cells, cells.end()), &Store::cell);
        if (cells.size() > 1 && cells.size() < stores.size()) {
            const std::string name = axis_name(recorded.lab, axis);
            const std::string out = argument_name(recorded.lab, KernelArgument::Role::output);
            return fmt::format("All results go to cells with {0} = {1}: look at the part of {0} in "
                               "the index of {2}.",
                               name, stores.front().cell[axis], out);
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
    const std::int64_t row = threads[0] * recorded.observation.launch.grid[0];
    const std::int64_t rows = threads[1] * recorded.observation.launch.grid[1];

    struct Cells {
        std::int64_t first = 0;
        std::int64_t last = 0;
    };

    std::unordered_map<std::int64_t, Cells> cells_of; // the thread of this number among all
    std::optional<std::int64_t> step;
    std::size_t turns = 0;
    for (const Store& store : stores) {
        const std::int64_t cell = extents.index(store.cell[0], store.cell[1], store.cell[2]);
        const std::int64_t thread =
            along(store, 0, threads) +
            row * (along(store, 1, threads) + rows * along(store, 2, threads));
        const auto [known, is_first] = cells_of.try_emplace(thread, Cells{cell, cell});
        const std::int64_t moved = cell - known->second.last;
        if (!is_first && moved != step.value_or(moved)) {
            return "";
        }
        step = is_first ? step : moved;
        turns += is_first ? 0 : 1;
        known->second.last = cell;
    }
    if (turns < cells_of.size()) {
        return "";
    }
    const auto meets_next = [&](const auto& thread) {
        const auto next = cells_of.find(thread.first + row);
        return thread.first / row % rows + 1 < rows && next != cells_of.end() &&
               next->second.first == thread.second.first + extents.x;
    };
    if (step == 0) {
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
    const bool by_rows = step == extents.x && std::ranges::any_of(cells_of, meets_next);
    const bool by_planes = step && *step != plane && std::abs(*step - plane) <= extents.x;
    return recorded.lab.axes < 3 || !(by_rows || by_planes)
               ? ""
               : fmt::format("From one turn of its loop to the next a thread goes on by {} "
                             "elements{}. A plane has {} elements.",
                             thousands(*step),
                             by_rows ? ": one row, with which the next thread along y begins" : "",
                             thousands(plane));
}

} // namespace

std::string mistaken_places(const RecordedLaunch& recorded, bool are_values_wrong) {
    if (recorded.observation.trace.left_out > 0 || recorded.extents.cells() == 1) {
        return "";
    }
    const std::vector<Store> stores = stores_of(recorded);
    if (std::string sentence = axis_left_out(recorded, stores); !sentence.empty()) {
        return sentence;
    }
    // Threads that are counted from row to row belong to no axis.
    const bool have_axes = recorded.lab.axes == 1 || !is_linear(recorded.observation.launch);
    if (std::string sentence = have_axes ? mistaken_rule(recorded, stores, are_values_wrong) : "";
        !sentence.empty()) {
        return sentence;
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
