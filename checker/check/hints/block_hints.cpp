#include "checker/check/hints/block_hints.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/tokens.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/model/lab.hpp"
#include "checker/trace/naming.hpp"
#include "checker/trace/stores.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace kit {

namespace {

/// Whether the event is an access to this array, which may be null.
bool is_access_to(const TraceArray* array, const TraceEvent& event, const Trace& trace) {
    return array != nullptr && event.array == array - trace.arrays.data();
}

/// Where a block has fewer threads along an axis than the shared array has elements, and stores to no place there
/// beyond its threads': which thread lacks.
std::string threads_lacking(const Finding& finding, const RecordedLaunch& recorded) {
    const Trace& trace = recorded.observation.trace;
    const TraceArray* const array = shared_array(finding, recorded);
    const auto& block = recorded.observation.launch.block;
    const auto axes_of_block =
        std::ranges::count_if(block, [](std::uint32_t threads) { return threads > 1; });
    if (array == nullptr || !finding.index || std::ssize(array->extents) < axes_of_block) {
        return "";
    }
    std::int64_t step = 1;
    for (std::size_t axis = 0; axis < std::min<std::size_t>(array->extents.size(), 3); ++axis) {
        const std::int64_t extent = array->extents[array->extents.size() - 1 - axis];
        const auto place = [&](std::int64_t index) { return index / step % extent; };
        const std::int64_t own = place(*finding.index);
        if (block[axis] > 1 && own >= block[axis] &&
            std::ranges::none_of(trace.events, [&](const TraceEvent& event) {
                return event.kind == TraceEvent::Kind::store && is_access_to(array, event, trace) &&
                       place(element_index(trace, event)) >= block[axis];
            })) {
            return fmt::format("Along {0} '{1}' has {2} elements and a block {3} threads: none of "
                               "them has threadIdx.{0} = {4}.",
                               "xyz"[axis], finding.array, extent, block[axis], own);
        }
        step *= extent;
    }
    return "";
}

/// Where a thread at two faces of its block loads one halo cell only, since its conditions are joined by else.
std::string faces_joined_by_else(const Finding& finding, const RecordedLaunch& recorded) {
    const auto& block = recorded.observation.launch.block;
    const auto faces = [&](const ThreadPlace& one) {
        int count = 0;
        for (std::size_t axis = 0; axis < block.size(); ++axis) {
            count +=
                block[axis] > 1 && (one.thread[axis] == 0 || one.thread[axis] == block[axis] - 1)
                    ? 1
                    : 0;
        }
        return count;
    };
    const Tokens tokens = tokens_of(recorded.submission.text);
    for (auto at = tokens.begin(); at != tokens.end() && std::next(at) != tokens.end(); ++at) {
        const auto end = std::ranges::find(at, tokens.end(), ";", &Token::text);
        if (at->is("else") && std::next(at)->is("if") && has_token({at, end}, finding.array) &&
            !finding.threads.empty() && faces(finding.threads.front()) > 1) {
            return fmt::format("This thread is at two faces of its block, and the else of line {} "
                               "lets it load for one of them only: give each face its own if.",
                               at->line);
        }
    }
    return "";
}

/// Where the grid's first block stores to the array in a line in which one in the middle does not, although it reads
/// what the line would have stored.
std::string stored_at_beginning_only(const Finding& finding, const RecordedLaunch& first,
                                     const RecordedLaunch& middle) {
    const SharedAccesses later = shared_accesses(finding, middle);
    for (const auto& [line, stores] : shared_accesses(finding, first).stored_by_line) {
        const bool lacks = std::ranges::any_of(stores, [&](const auto& one) {
            return later.read.contains(one.second) && !later.stored.contains(one.second);
        });
        if (lacks && !later.stored.empty() && !later.stored_by_line.contains(line)) {
            return fmt::format(
                "Line {} stores to '{}' in the grid's first block, and in later ones "
                "it does not: does its condition ask for an index of the grid where "
                "threadIdx is meant?",
                line, finding.array);
        }
    }
    return "";
}

/// Whether a thread that marches reads one plane too many: it read the same place in the plane before. Not so where its
/// neighbour along x or y reads the neighbouring cell: then a row or a column of cells is too long.
bool marches_past_end(const Finding& finding, const RecordedLaunch& launched) {
    const Trace& trace = launched.observation.trace;
    const std::int64_t block_row = launched.observation.launch.block[0];
    const std::int64_t plane = launched.extents.x * launched.extents.y;
    std::map<std::int64_t, std::set<std::int64_t>> read; // by thread
    for (const TraceEvent& event : trace.events) {
        if (event.kind == TraceEvent::Kind::load && event.line == first_line(finding) &&
            event.array >= 0 && trace.arrays[event.array].name == finding.array) {
            read[event.thread].insert(element_index(trace, event));
        }
    }
    const auto reads = [&](std::int64_t thread, std::int64_t element) {
        const auto of_thread = read.find(thread);
        return of_thread != read.end() && of_thread->second.contains(element);
    };
    bool any = false;
    for (const auto& [thread, elements] : read) {
        if (!elements.contains(*finding.index)) {
            continue;
        }
        any = any || elements.contains(*finding.index - plane);
        if ((thread % block_row > 0 && reads(thread - 1, *finding.index - 1)) ||
            reads(thread - block_row, *finding.index - launched.extents.x)) {
            return false;
        }
    }
    return any;
}

} // namespace

const TraceArray* shared_array(const Finding& finding, const RecordedLaunch& recorded) {
    const Trace& trace = recorded.observation.trace;
    const auto is_meant = [&](const TraceArray& one) {
        return one.is_shared && one.name == finding.array;
    };
    // A template has one for each of its kernels: the one that is used.
    const auto use = std::ranges::find_if(trace.events, [&](const TraceEvent& event) {
        return event.array >= 0 && is_meant(trace.arrays[event.array]);
    });
    if (use != trace.events.end()) {
        return &trace.arrays[use->array];
    }
    const auto array = std::ranges::find_if(trace.arrays, is_meant);
    return array == trace.arrays.end() ? nullptr : &*array;
}

SharedAccesses shared_accesses(const Finding& finding, const RecordedLaunch& recorded) {
    const TraceArray* const array = shared_array(finding, recorded);
    const Trace& trace = recorded.observation.trace;
    SharedAccesses accesses;
    for (const TraceEvent& event : trace.events) {
        if (!is_access_to(array, event, trace)) {
            continue;
        }
        const std::int64_t element = element_index(trace, event);
        if (event.kind == TraceEvent::Kind::load) {
            accesses.read.insert(element);
        } else if (event.kind == TraceEvent::Kind::store || event.kind == TraceEvent::Kind::copy) {
            accesses.stored.insert(element);
            accesses.stored_by_line[event.line].emplace(event.thread, element);
        }
    }
    return accesses;
}

std::string why_unset(const Finding& finding, const RecordedLaunch& recorded,
                      const RecordedLaunch& first, const RecordedLaunch& middle) {
    std::string why = threads_lacking(finding, recorded);
    if (!why.empty() && !threads_lacking(finding, first).empty() &&
        !threads_lacking(finding, middle).empty()) {
        return why;
    }
    why = faces_joined_by_else(finding, recorded);
    return why.empty() ? stored_at_beginning_only(finding, first, middle) : why;
}

std::string exchanged_extents(const Finding& finding, const RecordedLaunch& recorded) {
    const TraceArray* const array = shared_array(finding, recorded);
    if (array == nullptr || array->extents.size() < 2) {
        return "";
    }
    const auto& block = recorded.observation.launch.block;
    const auto& extents = array->extents;
    const std::size_t axes = std::min<std::size_t>(extents.size(), 3);
    // Whether the block's threads along x, y and z are no more than the extents for these axes.
    const auto fits = [&](const std::array<std::size_t, 3>& order) {
        bool all = true;
        for (std::size_t axis = 0; axis < axes; ++axis) {
            all = all && block[axis] <= extents[extents.size() - 1 - order[axis]];
        }
        return all;
    };
    if (fits({0, 1, 2})) {
        return "";
    }
    if (block[1] > 1 && fits({1, 0, 2})) {
        return fmt::format("A block has {} threads along x and {} along y, and '{}' {} rows of {}: "
                           "exchange the two, in the array or in the block. The last index goes "
                           "with x.",
                           block[0], block[1], finding.array, extents.end()[-2], extents.back());
    }
    return axes == 3 && block[2] > 1 && fits({2, 1, 0})
               ? fmt::format(
                     "A block has {}×{}×{} threads, and the array is {}[{}]: the last index "
                     "goes with x, the first one with z. Turn the extents round, in the "
                     "array or in the block.",
                     block[0], block[1], block[2], finding.array, fmt::join(extents, "]["))
               : "";
}

std::string dynamic_room(const Finding& finding, const RecordedLaunch& recorded) {
    const TraceArray* const array = shared_array(finding, recorded);
    const Trace& trace = recorded.observation.trace;
    const auto access = std::ranges::find_if(trace.events, [&](const TraceEvent& event) {
        return is_access_to(array, event, trace) && event.bytes > 0;
    });
    const std::uint64_t asked = recorded.observation.launch.dynamic_shared_bytes;
    if (access == trace.events.end() || !array->extents.empty() || finding.index.value_or(-1) < 0) {
        return "";
    }
    return asked == 0
               ? "launch_config() asks for no dynamic shared memory: let it return the bytes after "
                 "grid and block, as shared_bytes."
               : fmt::format(
                     "launch_config() asks for {} bytes, which hold {} elements of {} bytes: "
                     "is that the whole array?",
                     thousands(asked), thousands(asked / access->bytes), access->bytes);
}

std::string one_for_each_thread(const Finding& finding, const RecordedLaunch& recorded) {
    const TraceArray* const array = shared_array(finding, recorded);
    const auto& block = recorded.observation.launch.block;
    const std::int64_t threads = std::int64_t{block[0]} * block[1] * block[2];
    const std::size_t axes = array == nullptr ? 0 : array->extents.size();
    for (std::size_t axis = 0; axes > 1 && axis < std::min<std::size_t>(axes, 3); ++axis) {
        const std::int64_t extent = array->extents[axes - 1 - axis];
        const std::int64_t elements = std::accumulate(array->extents.begin(), array->extents.end(),
                                                      std::int64_t{1}, std::multiplies<>());
        if (is_of_row(finding) && !finding.threads.empty() && extent < block[axis] &&
            elements < threads &&
            finding.index == std::int64_t{finding.threads.front().thread[axis]}) {
            return fmt::format("A block has {} threads along {}, and '{}' has {} there: declare "
                               "one for each thread.",
                               block[axis], "xyz"[axis], finding.array,
                               counted(static_cast<std::uint64_t>(extent), "element"));
        }
    }
    if (array == nullptr || axes != 1 || finding.threads.empty() || array->extents[0] >= threads ||
        finding.index !=
            static_cast<std::int64_t>(number_at(finding.threads.front().thread, block))) {
        return "";
    }
    return fmt::format("A block has {} threads, and '{}' has {}: declare an element for each "
                       "thread.",
                       threads, finding.array,
                       counted(static_cast<std::uint64_t>(array->extents[0]), "element"));
}

std::string overlapping_outputs(const RecordedLaunch& one, const RecordedLaunch& other) {
    struct Outputs {
        std::array<std::uint32_t, 3> block{};
        Cell first{INT64_MAX, INT64_MAX, INT64_MAX};
        Cell last{-1, -1, -1};
    };

    std::array<Outputs, 2> blocks;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const RecordedLaunch& recorded = i == 0 ? one : other;
        if (recorded.observation.trace.left_out > 0) {
            return "";
        }
        std::set<Cell> cells;
        for (const Store& store : stores_of(recorded)) {
            blocks[i].block = store.block;
            cells.insert(store.cell);
            for (std::size_t axis = 0; axis < store.cell.size(); ++axis) {
                blocks[i].first[axis] = std::min(blocks[i].first[axis], store.cell[axis]);
                blocks[i].last[axis] = std::max(blocks[i].last[axis], store.cell[axis]);
            }
        }
        std::int64_t box = cells.empty() ? 0 : 1;
        for (std::size_t axis = 0; axis < 3 && box > 0; ++axis) {
            box *= blocks[i].last[axis] - blocks[i].first[axis] + 1;
        }
        if (box == 0 || box != std::ssize(cells)) {
            return ""; // the index is wrong in another way
        }
    }
    const auto axes = one.lab.axes;
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const bool in_order = blocks[0].first[axis] <= blocks[1].first[axis];
        const Outputs& before = blocks[in_order ? 0 : 1];
        const Outputs& behind = blocks[in_order ? 1 : 0];
        if (before.first[axis] < behind.first[axis] && behind.first[axis] <= before.last[axis] &&
            before.last[axis] < behind.last[axis]) {
            return fmt::format(
                "Along {0} block {1} stores to cells {2} to {3}, and block {4} to cells {5} to "
                "{6}: their outputs overlap. Compare where the next block begins with how many "
                "cells a block stores: its extents, and the condition on the store.",
                axis_name(one.lab, axis), triple(before.block), before.first[axis],
                before.last[axis], triple(behind.block), behind.first[axis], behind.last[axis]);
        }
    }
    return "";
}

std::string block_without_cells(const Finding& finding, const RecordedLaunch& first) {
    const LaunchShape& launch = first.observation.launch;
    const std::vector<Store> stores = stores_of(first);
    const Interior inner = interior(first.lab, first.extents);
    for (std::size_t axis = 0; axis < first.lab.axes && !finding.threads.empty(); ++axis) {
        std::set<std::int64_t> computed;
        for (const Store& store : stores) {
            computed.insert(store.cell[axis]);
        }
        const bool are_all = computed.contains(inner.first[axis]) &&
                             computed.contains(inner.last[axis] - 1) &&
                             computed.size() > launch.block[axis];
        const std::uint32_t block =
            finding.threads.front().block[axis]; // of this grid, or of a larger one
        if (are_all && block > 0 && block < launch.grid[axis]) {
            return fmt::format(
                "Block (0,0,0) computes all cells along {0}: block {1} has none. Along {2} "
                "launch_config() launches {3} blocks here; divide the cells by those that one "
                "block computes, and round up.",
                axis_name(first.lab, axis), triple(finding.threads.front().block), "xyz"[axis],
                launch.grid[axis]);
        }
    }
    return "";
}

std::string plane_past_end(const Finding& finding, const RecordedLaunch& launched) {
    const Lab& lab = launched.lab;
    const Extents& extents = launched.extents;
    const std::int64_t past = // planes after the one behind the last
        finding.index.value_or(-1) / (extents.x * extents.y) - extents.z;
    if (lab.axes < 3 || launched.observation.launch.block[2] > 1 || finding.lines.empty() ||
        finding.array != argument_name(lab, KernelArgument::Role::input) || past < 0 ||
        past > reach(lab) || !marches_past_end(finding, launched)) {
        return "";
    }
    return fmt::format("{}[{}] would lie in plane {} = {}, and the grid's last is {}. In its last "
                       "step the march needs {} beyond the plane that it computes: which plane "
                       "does line {} read then?",
                       finding.array, *finding.index, axis_name(lab, 2), extents.z + past,
                       extents.z - 1, counted(static_cast<std::uint64_t>(reach(lab)), "plane"),
                       first_line(finding));
}

std::string end_of_outputs(const RecordedLaunch& recorded) {
    const LaunchShape& launch = recorded.observation.launch;
    const auto halo = static_cast<std::uint32_t>(reach(recorded.lab));
    const std::vector<Store> stores = stores_of(recorded);
    std::vector<std::string> lower;
    std::vector<std::string> upper;
    for (std::size_t axis = 0; axis < recorded.lab.axes; ++axis) {
        std::uint32_t first = launch.block[axis];
        std::uint32_t last = 0;
        for (const Store& store : stores) { // at the grid's ends threads may have no cell
            first = store.block[axis] > 0 ? std::min(first, store.thread[axis]) : first;
            last = store.block[axis] + 1 < launch.grid[axis] ? std::max(last, store.thread[axis])
                                                             : last;
        }
        const std::string number = fmt::format("threadIdx.{}", "xyz"[axis]);
        if (first == halo + 1) {
            lower.push_back(number);
        }
        if (last + halo + 2 == launch.block[axis]) {
            upper.push_back(number);
        }
    }
    return lower.empty() == upper.empty()
               ? ""
               : fmt::format("The halo is {} wide on each side, and the condition on {} leaves out "
                             "one thread more: look at its {}.",
                             counted(halo, "thread"),
                             join(upper.empty() ? lower : upper, ", ", " and "),
                             upper.empty() ? "lower end, > or >=" : "upper end, < or <=");
}

} // namespace kit
