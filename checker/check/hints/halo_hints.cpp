#include "checker/check/hints/halo_hints.hpp"

#include "checker/base/tokens.hpp"
#include "checker/check/hints/block_hints.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/emulator/host/source_text.hpp"
#include "checker/trace/naming.hpp"
#include "checker/trace/stores.hpp"
#include "checker/trace/thread_uses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace kit {

namespace {

/// One axis of a tile, with the block's threads along it.
struct TileAxis {
    char letter;           ///< of threadIdx
    std::int64_t elements; ///< of the tile
    std::int64_t threads;
    std::int64_t step; ///< from one element to the next, in memory
};

/// The axes of a tile, x first. Empty if it was not found, or has one index for a block of several axes.
std::vector<TileAxis> axes_of(const TraceArray* array, const RecordedLaunch& recorded) {
    const auto& block = recorded.observation.launch.block;
    std::vector<TileAxis> axes;
    if (array == nullptr || array->extents.size() > block.size() ||
        (array->extents.size() == 1 && block[1] * block[2] > 1)) {
        return axes;
    }
    std::int64_t step = 1;
    for (std::size_t axis = 0; axis < array->extents.size(); ++axis) {
        const std::int64_t elements = array->extents[array->extents.size() - 1 - axis];
        axes.push_back({"xyz"[axis], elements, block[axis], step});
        step *= elements;
    }
    return axes;
}

/// Whether an index along this axis is what the finding is about.
bool is_of_axis(const Finding& finding, const TileAxis& axis, std::size_t axes) {
    return axes == 1 || finding.message.find(fmt::format("has 0 to {}.", axis.elements - 1)) !=
                            std::string::npos;
}

/// Whether the block's first thread stores its own cell to an element that is the first one along the axis. The line of
/// own cells is that of most threads.
bool begins_without_halo(const Finding& finding, const RecordedLaunch& recorded,
                         const TileAxis& axis) {
    const auto by_line = shared_accesses(finding, recorded).stored_by_line;
    const auto own = std::ranges::max_element(
        by_line, [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    if (own == by_line.end()) {
        return false;
    }
    const auto first = own->second.find(0);
    return first != own->second.end() && first->second / axis.step % axis.elements == 0;
}

/// Whether the finding's thread finds its own cell behind the halo, as it should. `recorded`: its block.
bool has_own_cell_behind_halo(const Finding& finding, const RecordedLaunch& recorded,
                              const TileAxis& axis) {
    const Trace& trace = recorded.observation.trace;
    const LaunchShape& launch = recorded.observation.launch;
    const ThreadPlace& place = finding.threads.front();
    const ThreadUses uses = uses_of_thread(
        recorded, {number_at(place.block, launch.grid),
                   static_cast<std::uint32_t>(number_at(place.thread, launch.block))});
    if (uses.stores.empty()) {
        return false;
    }
    const auto known = uses.holders.find(element_index(trace, trace.events[uses.stores.front()]));
    const std::int64_t thread = place.thread[axis.letter - 'x'];
    return known != uses.holders.end() &&
           std::ranges::any_of(known->second, [&](const ThreadUses::Holding& one) {
               const std::int64_t element = element_index(trace, trace.events[one.store]);
               return element / axis.step % axis.elements == thread + reach(recorded.lab);
           });
}

/// "+ N" or "- N" at the index's end: N, and whether it is added.
struct LastTerm {
    std::string text;
    bool is_added = false;
};

LastTerm last_term(const std::string& index) {
    const Tokens tokens = tokens_of(index);
    const std::size_t count = tokens.size();
    if (count < 3 || !(tokens[count - 2].is("+") || tokens[count - 2].is("-")) ||
        tokens[count - 1].kind == Token::Kind::mark) {
        return {};
    }
    return {std::string(tokens[count - 1].text), tokens[count - 2].is("+")};
}

} // namespace

std::string halo_of_inner_threads(const Finding& finding, const RecordedLaunch& recorded) {
    const TraceArray* const array = shared_array(finding, recorded);
    const auto& block = recorded.observation.launch.block;
    const Lab& lab = recorded.lab;
    const std::int64_t width = reach(lab) * (lab.boundary == BoundaryRule::one_sided ? 2 : 1);
    const auto by_line = shared_accesses(finding, recorded).stored_by_line;
    const auto own = std::ranges::max_element(
        by_line, [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    for (const auto& [line, stores] : by_line) {
        for (const auto& [thread, element] : stores) {
            const auto place = position(thread, block);
            const auto of_thread = own->second.find(thread);
            bool is_inner = line != own->first && of_thread != own->second.end();
            std::int64_t step = 1;
            bool is_beside = false; // the own element, by the halo's width
            for (std::size_t axis = 0; is_inner && axis < block.size(); ++axis) {
                is_inner =
                    block[axis] == 1 || (place[axis] >= width && place[axis] + width < block[axis]);
                is_beside = is_beside || std::abs(element - of_thread->second) == width * step;
                const std::size_t from_end = axis + 1; // x goes with the last extent
                step *= from_end <= array->extents.size()
                            ? array->extents[array->extents.size() - from_end]
                            : 1;
            }
            if (is_inner && is_beside) {
                return fmt::format("Line {} loads the halo, and thread {}, which is not at an edge "
                                   "of its block, comes there, too: ask for the edge in the "
                                   "condition, by threadIdx.",
                                   line, triple(place));
            }
        }
    }
    return "";
}

std::string halo_thread_computes(const Finding& finding, const RecordedLaunch& recorded) {
    const TraceArray* const array = shared_array(finding, recorded);
    const auto& block = recorded.observation.launch.block;
    const auto radius = static_cast<std::uint32_t>(reach(recorded.lab));
    const bool is_store =
        shared_accesses(finding, recorded).stored_by_line.contains(first_line(finding));
    if (array == nullptr || is_store || finding.threads.empty() || array->extents.size() < 2) {
        return "";
    }
    const std::vector<Store> stores = stores_of(recorded);
    // Without a halo the first block's thread 0 has the grid's first cell.
    const bool has_halo = std::ranges::all_of(stores, [&](const Store& store) {
        return store.cell[0] < std::int64_t{store.thread[0]} &&
               (block[1] == 1 || store.cell[1] < std::int64_t{store.thread[1]});
    });
    const auto& thread = finding.threads.front().thread;
    std::string inner;
    for (std::size_t axis = 0; axis < std::min<std::size_t>(array->extents.size(), 3); ++axis) {
        if (block[axis] == 1) {
            continue;
        }
        if (array->extents[array->extents.size() - 1 - axis] != block[axis]) {
            return "";
        }
        const bool is_outside = finding.index.value_or(-1) < 0 || *finding.index >= block[axis];
        if (is_outside && (thread[axis] < radius || thread[axis] >= block[axis] - radius)) {
            inner = fmt::format("threadIdx.{} from {} to {}", "xyz"[axis], radius,
                                block[axis] - 1 - radius);
        }
    }
    if (inner.empty()) {
        return "";
    }
    if (!has_halo) {
        return fmt::format("'{0}' has a cell for each thread and none for a halo: thread {1} is at "
                           "the block's edge, and its neighbour is not in '{0}'. Read that one "
                           "from {2}, or give '{0}' a halo.",
                           finding.array, triple(thread),
                           argument_name(recorded.lab, KernelArgument::Role::input));
    }
    return fmt::format("Thread {} computes, and must not: '{}' has a cell for each thread, and "
                       "the outermost {} on each side {} the halo, whose threads only load. "
                       "Only those with {} compute, and likewise along each axis.",
                       triple(thread), finding.array, radius, radius == 1 ? "is" : "are", inner);
}

std::string outside_of_halo(const Finding& finding, const RecordedLaunch& recorded,
                            const RecordedLaunch& own) {
    const std::vector<TileAxis> axes = axes_of(shared_array(finding, recorded), recorded);
    const std::int64_t radius = reach(recorded.lab);
    for (const TileAxis& axis : axes) {
        if (!finding.index || axis.threads == 1 || !is_of_axis(finding, axis, axes.size())) {
            continue;
        }
        const std::int64_t index = *finding.index;
        const std::int64_t with_halo = axis.threads + 2 * radius;
        if (axis.elements == with_halo && index < 0 && index >= -radius &&
            begins_without_halo(finding, recorded, axis) &&
            !has_own_cell_behind_halo(finding, own, axis)) {
            return fmt::format("'{}' has {} elements along {} for {} threads: a halo of {} on each "
                               "side. So a thread's own element is threadIdx.{} + {}.",
                               finding.array, axis.elements, axis.letter, axis.threads, radius,
                               axis.letter, radius);
        }
        if (axis.elements > axis.threads && axis.elements < with_halo && index >= axis.elements &&
            index < with_halo) {
            return fmt::format("{} threads along {} with a halo of {} on each side take {} "
                               "elements: '{}' has {}.",
                               axis.threads, axis.letter, radius, with_halo, finding.array,
                               axis.elements);
        }
        for (const TileAxis& other : axes) {
            const std::int64_t meant = index - other.threads + axis.threads;
            if (axis.elements == with_halo && other.threads > axis.threads &&
                index >= axis.elements && meant >= axis.threads && meant < axis.elements) {
                return fmt::format("A block has {} threads along {}, and {} along {}: does the "
                                   "index go on by those of the other axis?",
                                   axis.threads, axis.letter, other.threads, other.letter);
            }
        }
    }
    return "";
}

std::string halo_not_loaded(const Finding& finding, const RecordedLaunch& recorded,
                            const RecordedLaunch& middle) {
    const std::vector<TileAxis> axes = axes_of(shared_array(finding, recorded), recorded);
    const std::int64_t radius = reach(recorded.lab);
    const SharedAccesses accesses = shared_accesses(finding, recorded);
    const SharedAccesses of_middle = shared_accesses(finding, middle);
    for (const TileAxis& axis : axes) {
        const auto at = [&axis](std::int64_t element) {
            return element / axis.step % axis.elements;
        };
        if (!finding.index || axis.elements != axis.threads + 2 * radius) {
            continue;
        }
        const std::int64_t place = at(*finding.index);
        const bool is_before = place < radius;
        const auto is_there = [&](std::int64_t element) { return at(element) == place; };
        if ((!is_before && place < axis.elements - radius) || accesses.stored.empty() ||
            std::ranges::any_of(accesses.stored, is_there) ||
            std::ranges::any_of(of_middle.stored, is_there) ||
            std::ranges::none_of(accesses.read, is_there)) {
            continue;
        }
        std::string name = finding.array;
        for (std::size_t each = axes.size(); each-- > 0;) {
            name += &axes[each] == &axis ? fmt::format("[{}]", place) : "[…]";
        }
        return fmt::format("No thread stores to any {}: along {} the halo {} the block's cells is "
                           "{} wide, and this part of it is not loaded.",
                           name, axis.letter, is_before ? "before" : "behind", radius);
    }
    return "";
}

void speak_of_opposite_signs(Finding& access) {
    if (access.kind != FindingKind::out_of_bounds_global || access.lines.size() != 1 ||
        !access.index) {
        return;
    }
    const SourceLine& line = access.lines.front();
    const auto sign = line.text.find(" = ");
    const auto open = line.text.rfind('[', sign);
    const auto close = line.text.rfind(']', sign);
    const auto loads = indices_in(line.text, access.array);
    if (sign == std::string::npos || open == std::string::npos || close == std::string::npos ||
        close < open || loads.size() != 1 || loads.front().empty()) {
        return;
    }
    const std::string stored = line.text.substr(open + 1, close - open - 1);
    const LastTerm to = last_term(stored);
    const LastTerm from = last_term(loads.front().back());
    if (!to.text.empty() && to.text == from.text && to.is_added != from.is_added &&
        from.is_added == (*access.index > 0)) {
        access.hint = fmt::format("Line {} stores at {} what it reads at {}: one of the two has "
                                  "the wrong sign.",
                                  line.line, stored, loads.front().back());
    }
}

} // namespace kit
