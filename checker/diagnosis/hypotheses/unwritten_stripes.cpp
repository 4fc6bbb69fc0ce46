#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/diagnosis/hypotheses/hypothesis.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/model/slabs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kit {

namespace {

/// For each cell in a row whether it was written; nothing of one that the lab does not compute.
using Written = std::vector<std::optional<bool>>;

/// How far apart the rounds of a loop over these cells begin if each writes `threads` cells, the first one from
/// `origin` on: the row's length if there is one round only. 0 if it is not so, or all are written.
std::int64_t step_of_rounds(const Written& written, std::int64_t origin, std::int64_t threads) {
    const auto at = [&](std::int64_t place) { return written[place]; };
    const auto cells = static_cast<std::int64_t>(written.size());
    bool any_left = false;
    std::int64_t step = cells;
    for (std::int64_t place = origin + threads; place < cells && step == cells; ++place) {
        any_left = any_left || at(place) == false;
        step = any_left && at(place) == true ? place - origin : cells;
    }
    for (std::int64_t place = origin; place < cells && any_left; ++place) {
        const bool is_written = (place - origin) % step < threads;
        any_left = at(place).value_or(is_written) == is_written;
    }
    return any_left ? step : 0;
}

Explanation between_rounds(const std::string& along, char letter, std::int64_t threads,
                           std::optional<std::int64_t> step) {
    const std::string launched = counted(static_cast<std::uint64_t>(threads), "thread");
    return {.id = "loop-step-mistaken",
            .key = fmt::format("{}", letter),
            .sentence =
                step ? fmt::format("lies between two rounds of a loop{}: the launch has {}, and "
                                   "each round begins {} cells after the one before",
                                   along, launched, thousands(*step))
                     : fmt::format("lies behind the cells of the launch's {}{}", launched, along),
            .hint =
                fmt::format("Let the loop advance by the number of all threads{0}, gridDim.{1} * "
                            "blockDim.{1}.",
                            along, letter),
            .whole_grid = true,
            .of_unwritten = true};
}

/// Each cell by its index and, along each axis, whether any cell of this coordinate was written.
std::pair<Written, std::array<Written, 3>> written_cells(const Run& run, const ErrorMap& errors) {
    Written written(static_cast<std::size_t>(run.extents.cells()));
    std::array along{Written(static_cast<std::size_t>(run.extents.x)),
                     Written(static_cast<std::size_t>(run.extents.y)),
                     Written(static_cast<std::size_t>(run.extents.z))};
    for (std::size_t index = 0; index < written.size(); ++index) {
        const Cell cell = run.extents.cell(static_cast<std::int64_t>(index));
        if (run.computes(cell)) {
            written[index] = errors.state[index] != CellState::untouched;
            for (std::size_t axis = 0; axis < along.size(); ++axis) {
                auto& place = along[axis][cell[axis]];
                place = place.value_or(false) || *written[index];
            }
        }
    }
    return {std::move(written), std::move(along)};
}

/// Whether a cell was written exactly where it was along each axis.
bool is_of_axes(const Run& run, const Written& written, const std::array<Written, 3>& along) {
    for (std::int64_t index = 0; index < run.extents.cells(); ++index) {
        const Cell cell = run.extents.cell(index);
        bool is_reached = true;
        for (std::size_t axis = 0; axis < along.size(); ++axis) {
            is_reached = is_reached && along[axis][cell[axis]].value_or(true);
        }
        if (written[index].value_or(is_reached) != is_reached) {
            return false;
        }
    }
    return true;
}

/// Cells that were written along an axis: so many, each time so many after the last ones began.
struct Stripes {
    std::int64_t cells;
    std::int64_t step;
};

/// `most`: the axis's highest cell that may be the first stripe's first.
std::optional<Stripes> stripes_in(const Written& written, std::int64_t most) {
    const auto gap = std::ranges::find(written, false);
    const auto second = std::find(gap, written.end(), true);
    const auto end = std::find(second, written.end(), false);
    const Stripes stripes{end - second, second - gap + (end - second)};
    const std::int64_t origin = second - written.begin() - stripes.step;
    if (end == written.end() || origin < 0 || origin > most) {
        return std::nullopt;
    }
    for (std::int64_t place = origin; place < std::ssize(written); ++place) {
        const bool is_one = (place - origin) % stripes.step < stripes.cells;
        if (written[place].value_or(is_one) != is_one) {
            return std::nullopt;
        }
    }
    return stripes;
}

} // namespace

std::optional<Explanation> explain_loop_step(const Run& run, const ErrorMap& errors) {
    if (has_slabs(run.lab)) {
        return std::nullopt; // each GPU's threads have cells of their own
    }
    const auto threads = [&run](std::size_t axis) {
        return std::int64_t{run.launch.grid[axis]} * run.launch.block[axis];
    };
    const auto [written, along] = written_cells(run, errors);
    if (is_linear(run.launch)) {
        const std::int64_t step = step_of_rounds(written, 0, threads(0));
        if (step > 0 && step < run.extents.cells()) {
            return between_rounds("", 'x', threads(0), step);
        }
    }
    std::optional<Explanation> found;
    bool loops = false; // along some axis threads compute more cells than one
    for (std::size_t axis = 0; axis < run.lab.axes; ++axis) {
        std::int64_t step = step_of_rounds(along[axis], 0, threads(axis));
        step = step > 0 ? step : step_of_rounds(along[axis], run.inner.first[axis], threads(axis));
        const bool has_rounds = step > 0 && step < run.axes[axis].extent;
        const bool is_full = std::ranges::find(along[axis], false) == along[axis].end();
        loops = loops || has_rounds || (is_full && threads(axis) < run.axes[axis].extent / 2);
        // Threads that are counted from row to row have no loop along one axis.
        if (step > 0 && !found && (has_rounds || threads(axis) > 1 || !is_linear(run.launch))) {
            found = between_rounds(" along " + axis_name(run.lab, axis), "xyz"[axis], threads(axis),
                                   has_rounds ? std::optional(step) : std::nullopt);
        }
    }
    const bool marches_along_z = run.lab.traffic && marches(run.lab.traffic->family);
    return found && loops && !marches_along_z && is_of_axes(run, written, along) ? found
                                                                                 : std::nullopt;
}

std::optional<Explanation> explain_stripes(const Run& run, const ErrorMap& errors) {
    const auto [written, along] = written_cells(run, errors);
    std::vector<std::string> phrases;
    for (std::size_t axis = 0; axis < along.size(); ++axis) {
        const auto stripes = stripes_in(along[axis], run.inner.first[axis]);
        // For one sweep only blocks with a halo: other launches tell more elsewhere.
        const std::int64_t halo = 2 * std::int64_t{reach(run.lab)};
        if (stripes && run.launch.grid[axis] > 1 &&
            (run.lab.steps > 1 ||
             (halo > 0 && stripes->cells + halo == std::int64_t{run.launch.block[axis]}))) {
            phrases.push_back(fmt::format("{} of every {} cells along {}", stripes->cells,
                                          stripes->step, axis_name(run.lab, axis)));
        }
    }
    if (phrases.empty() || has_slabs(run.lab) || !is_of_axes(run, written, along)) {
        return std::nullopt;
    }
    return Explanation{.id = "blocks-apart",
                       .key = "stripes",
                       .sentence = "lies between the outputs of two blocks: they store " +
                                   join(phrases, ", ", " and "),
                       .hint = "Let blocks step by as many cells as each of them stores, or let "
                               "each store them all.",
                       .whole_grid = true,
                       .of_unwritten = true};
}

} // namespace kit
