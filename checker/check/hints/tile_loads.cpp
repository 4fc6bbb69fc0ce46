#include "checker/check/hints/tile_loads.hpp"

#include "checker/base/numbers.hpp"
#include "checker/catalog/grid_text.hpp"
#include "checker/check/hints/block_hints.hpp"
#include "checker/diagnosis/places/missing_ends.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/model/slabs.hpp"
#include "checker/reference/boundary.hpp"
#include "checker/trace/naming.hpp"
#include "checker/trace/origins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace kit {

namespace {

/// A line that stores to a shared array: the elements of each thread, in turn. Those outside the array are left out.
struct StoringLine {
    int line = 0;
    std::map<std::uint32_t, std::vector<std::int64_t>> elements;
    std::size_t stores = 0;
};

/// The one that stores most often.
StoringLine busiest_line(const Trace& trace, const TraceArray& array) {
    std::map<int, StoringLine> lines;
    for (const TraceEvent& event : trace.events) {
        if ((event.kind == TraceEvent::Kind::store || event.kind == TraceEvent::Kind::copy) &&
            event.array == &array - trace.arrays.data() && !event.outside) {
            StoringLine& one = lines[event.line];
            one.line = event.line;
            one.elements[event.thread].push_back(element_index(trace, event));
            ++one.stores;
        }
    }
    const auto busiest = std::ranges::max_element(
        lines, [](const auto& a, const auto& b) { return a.second.stores < b.second.stores; });
    return busiest == lines.end() ? StoringLine() : busiest->second;
}

/// By how many elements every thread goes on; 0 where none stores twice.
std::int64_t step_of(const StoringLine& line) {
    std::int64_t step = 0;
    for (const auto& [thread, elements] : line.elements) {
        for (std::size_t i = 1; i < elements.size(); ++i) {
            step = std::gcd(step, elements[i] - elements[i - 1]);
        }
    }
    return step;
}

/// How many elements neighbouring threads along x, y and z are apart.
using Strides = std::array<std::int64_t, 3>;

/// "threadIdx.x + 8 * threadIdx.y + 64 * threadIdx.z"
std::string sum_of(const Strides& strides) {
    std::string sum;
    for (std::size_t axis = 0; axis < strides.size(); ++axis) {
        if (strides[axis] != 0) {
            sum += sum.empty() ? "" : " + ";
            sum += strides[axis] == 1 ? "" : fmt::format("{} * ", strides[axis]);
            sum += fmt::format("threadIdx.{}", "xyz"[axis]);
        }
    }
    return sum;
}

/// Where the threads' numbers are another sum of their indices than the one in which each has its own. Numbers count up
/// to whole steps.
std::string mistaken_sum(const StoringLine& line, std::int64_t step,
                         const std::array<std::uint32_t, 3>& block) {
    const auto number = [&](std::uint64_t thread) {
        return line.elements.at(static_cast<std::uint32_t>(thread)).front() % step;
    };
    Strides used{};
    Strides right{};
    std::int64_t threads = 1;
    for (std::size_t axis = 0; axis < block.size(); ++axis) {
        if (block[axis] > 1) {
            std::array<std::uint32_t, 3> second{};
            second[axis] = 1;
            used[axis] = number(number_at(second, block)) - number(0);
            right[axis] = threads;
        }
        threads *= block[axis];
    }
    std::vector<bool> taken(static_cast<std::size_t>(step));
    bool any_twice = false;
    for (const auto& [thread, elements] : line.elements) {
        const auto at = position(thread, block);
        const std::int64_t sum =
            std::inner_product(at.begin(), at.end(), used.begin(), std::int64_t{0});
        if ((elements.front() - sum) % step != 0) {
            return "";
        }
        const auto own = static_cast<std::size_t>(number(thread));
        any_twice = any_twice || taken[own];
        taken[own] = true;
    }
    return !any_twice
               ? ""
               : fmt::format("In line {} a thread's number is {}, which some threads have in "
                             "common. In a block of {}×{}×{} threads each has its own by {}.",
                             line.line, sum_of(used), block[0], block[1], block[2], sum_of(right));
}

/// Which elements of the one input are loaded; both vectors are in memory order.
struct InputLoads {
    std::string input;
    std::vector<bool> due;    ///< for the cells that the lab computes
    std::vector<bool> loaded; ///< by some thread
};

/// Nothing where the recording does not tell.
std::optional<InputLoads> loads_of_input(const RecordedLaunch& recorded) {
    const Lab& lab = recorded.lab;
    const Trace& trace = recorded.observation.trace;
    const auto inputs =
        std::ranges::count_if(trace.arrays, [](const TraceArray& array) { return array.is_input; });
    if (trace.left_out > 0 || inputs != 1) {
        return std::nullopt;
    }
    const std::int64_t cells = recorded.extents.cells();
    InputLoads loads{"", std::vector<bool>(static_cast<std::size_t>(cells)),
                     std::vector<bool>(static_cast<std::size_t>(cells))};
    for (const TraceEvent& event : trace.events) {
        if (event.array < 0 || event.outside) {
            continue;
        }
        const TraceArray& array = trace.arrays[event.array];
        if (event.kind == TraceEvent::Kind::load && array.is_input && is_grid(recorded, array)) {
            loads.input = array.name;
            const auto width = static_cast<std::int64_t>(bytes_of(lab.element));
            for (std::int64_t byte = 0; byte < event.bytes; byte += width) {
                loads.loaded[(event.place + byte) / width] = true;
            }
        }
    }
    const Interior inner = interior(lab, recorded.extents);
    for (std::int64_t i = 0; i < cells; ++i) {
        const Cell cell = recorded.extents.cell(i);
        if (lab.boundary != BoundaryRule::keep || inner.contains(cell)) {
            for (const std::int64_t element : elements_for(lab, recorded.extents, cell)) {
                loads.due[element] = true;
            }
        }
    }
    return loads;
}

} // namespace

std::string mistaken_numbers(const Finding& finding, const RecordedLaunch& recorded) {
    const TraceArray* const array = shared_array(finding, recorded);
    if (array == nullptr || array->extents.empty() || !finding.index) {
        return "";
    }
    const auto& block = recorded.observation.launch.block;
    const auto threads = std::int64_t{block[0]} * block[1] * block[2];
    const auto elements = std::accumulate(array->extents.begin(), array->extents.end(),
                                          std::int64_t{1}, std::multiplies<>());
    const StoringLine line = busiest_line(recorded.observation.trace, *array);
    const std::int64_t step = step_of(line);
    bool is_between = true; // other blocks, so that no guard holds back a load
    for (std::size_t axis = 0; axis < block.size(); ++axis) {
        is_between =
            is_between && (block[axis] == 1 || recorded.observation.launch.grid[axis] >= 3);
    }
    if (!is_between || elements <= threads ||
        static_cast<std::int64_t>(line.elements.size()) != threads) {
        return "";
    }
    const bool is_by_number = std::ranges::all_of(
        line.elements, [](const auto& one) { return one.second.front() == one.first; });
    if (!is_by_number) {
        // Where each stores once, a number is less than that of all threads: else it is a place in longer rows.
        const bool are_numbers = std::ranges::all_of(line.elements, [threads](const auto& one) {
            return one.second.size() == 1 && one.second.front() < threads;
        });
        return step == threads || are_numbers ? mistaken_sum(line, threads, block) : "";
    }
    const std::string tile = fmt::format("'{}' has {} elements and the block {} threads.",
                                         finding.array, thousands(elements), threads);
    if ((step > threads && *finding.index % step >= threads) ||
        (step > 0 && step < threads && finding.kind == FindingKind::race_shared)) {
        return fmt::format("{} In line {} a thread goes on by {} elements: it must be by {}.", tile,
                           line.line, thousands(step), threads);
    }
    std::int64_t last = 0;
    for (const auto& [thread, own] : line.elements) {
        last = std::max(last, own.back());
    }
    return step > threads || *finding.index <= last
               ? ""
               : fmt::format(
                     "{} In line {} {}. Let a loop go on, in steps of {}, up to {}.", tile,
                     line.line,
                     last < threads
                         ? "each thread stores one element, that of its own number"
                         : fmt::format("no thread stores to an element after {}", thousands(last)),
                     threads, thousands(elements));
}

std::string rows_past_plane(const Finding& finding, const RecordedLaunch& recorded) {
    const TraceArray* const array = shared_array(finding, recorded);
    if (array == nullptr || array->extents.size() != 3) {
        return "";
    }
    const std::int64_t row = array->extents[2];
    const std::int64_t plane = row * array->extents[1];
    const StoringLine line = busiest_line(recorded.observation.trace, *array);
    bool any_past = false;
    for (const auto& [thread, elements] : line.elements) {
        const std::int64_t number = thread;
        if (elements.front() != number / plane * plane + number / row * row + number % row) {
            return "";
        }
        any_past = any_past || elements.front() != number;
    }
    return any_past
               ? fmt::format("In line {} the row of '{}' is a thread's number divided by {}, which "
                             "goes on past the rows of a plane: take its remainder by {}.",
                             line.line, finding.array, row, array->extents[1])
               : "";
}

std::string ends_not_loaded(const RecordedLaunch& recorded) {
    const Lab& lab = recorded.lab;
    const std::optional<InputLoads> loads = loads_of_input(recorded);
    if (!loads || lab.steps > 1) {
        return "";
    }
    const auto ends = missing_ends(lab, recorded.extents, loads->due, loads->loaded);
    return !ends ? ""
                 : fmt::format("On {} no thread loads the cells of {} {}, and sums need "
                               "{}. Look at the {} in the guard of the loads, and at which threads "
                               "load the halo there.",
                               grid_name(recorded.extents, lab), loads->input, ends->places,
                               ends->due,
                               !ends->at_high()  ? "lower end, > or >=,"
                               : !ends->at_low() ? "upper end, < or <=,"
                                                 : "ends");
}

std::string same_loads(const RecordedLaunch& first, const RecordedLaunch& other) {
    struct Loads {
        std::set<std::pair<std::int32_t, std::int64_t>> places;
        const TraceEvent* first = nullptr;
    };

    const auto loads_of = [](const Trace& trace) {
        Loads loads;
        for (const TraceEvent& event : trace.events) {
            if (event.kind == TraceEvent::Kind::load && event.array >= 0 &&
                trace.arrays[event.array].is_input) {
                loads.places.emplace(event.array, event.place);
                loads.first = loads.first == nullptr ? &event : loads.first;
            }
        }
        return loads;
    };
    const Trace& trace = first.observation.trace;
    const Loads loads = loads_of(trace);
    const Loads others = loads_of(other.observation.trace);
    const bool is_whole = trace.left_out == 0 && other.observation.trace.left_out == 0;
    if (!is_whole || loads.places.size() < 2 || 2 * loads.places.size() < others.places.size() ||
        !std::ranges::includes(others.places, loads.places)) {
        return "";
    }
    return fmt::format("A block in the grid's middle loads the same elements of {} as the first "
                       "one: the index in line {} must depend on blockIdx.",
                       trace.arrays[loads.first->array].name, loads.first->line);
}

std::string inputs_not_loaded(const RecordedLaunch& recorded) {
    const std::optional<InputLoads> loads = loads_of_input(recorded);
    if (!loads || loads->input.empty() || recorded.lab.steps < 2) {
        return "";
    }
    std::optional<std::int64_t> first;
    std::uint64_t others = 0;
    std::int64_t last_loaded = -1;
    for (std::size_t i = 0; i < loads->due.size(); ++i) {
        if (loads->due[i] && !loads->loaded[i]) {
            others += first ? 1 : 0;
            first = first.value_or(static_cast<std::int64_t>(i));
        }
        last_loaded = loads->loaded[i] ? static_cast<std::int64_t>(i) : last_loaded;
    }
    if (!first) {
        return "";
    }
    const std::int64_t plane = recorded.extents.x * recorded.extents.y;
    if (const std::int64_t last = last_loaded / plane;
        recorded.lab.axes == 3 && last_loaded >= 0 && *first / plane > last &&
        (last > 0 || !has_slabs(recorded.lab))) { // plane 0 alone is a ghost plane
        return fmt::format("On {} no thread loads anything of {} after the plane {} = "
                           "{}: does a 'return', a 'break' or a condition end a march there?",
                           grid_name(recorded.extents, recorded.lab), loads->input,
                           axis_name(recorded.lab, 2), last);
    }
    return fmt::format("On {} no thread loads {}{}, which the first sweep needs. Work out "
                       "the load's condition and index for that cell. If it is loaded, the sum "
                       "loses it: look for = where += belongs.",
                       grid_name(recorded.extents, recorded.lab),
                       element_name(loads->input, recorded.extents.cell(*first), recorded.lab),
                       others == 0 ? "" : ", nor " + counted(others, "other"));
}

} // namespace kit
