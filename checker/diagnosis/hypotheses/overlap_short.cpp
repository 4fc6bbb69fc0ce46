#include "checker/diagnosis/hypotheses/hypothesis.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/model/slabs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

namespace kit {

namespace {

/// Planes across an axis, at these coordinates.
struct WrongPlanes {
    std::size_t axis;
    std::vector<std::int64_t> at; ///< in ascending order
};

/// The planes across the axis in which nine of ten computed cells are wrong.
WrongPlanes planes_across(const Run& run, const std::vector<std::int64_t>& wrong,
                          std::size_t axis) {
    std::vector<std::int64_t> count(static_cast<std::size_t>(run.axes[axis].extent));
    for (const std::int64_t index : wrong) {
        ++count[run.extents.cell(index)[axis]];
    }
    std::int64_t cells = 1; // computed, in one plane
    for (std::size_t other = 0; other < run.axes.size(); ++other) {
        if (other != axis && other < run.lab.axes) {
            cells *= run.axes[other].extent - 2 * reach(run.lab);
        }
    }
    WrongPlanes planes{axis, {}};
    for (std::size_t at = 0; at < count.size(); ++at) {
        if (count[at] * 10 >= cells * 9) {
            planes.at.push_back(static_cast<std::int64_t>(at));
        }
    }
    return planes;
}

/// Whether they may be where the outputs of two blocks meet, and not enough cells around them were swept: few
/// planes side by side, and no more such places than there are between blocks. Planes at the grid's boundary, where the
/// outputs of one block end, may be among them, but are not enough.
bool may_be_seams(const Run& run, const WrongPlanes& planes) {
    std::int64_t seams = 0;
    for (std::size_t i = 0; i < planes.at.size();) {
        std::size_t end = i + 1;
        while (end < planes.at.size() && planes.at[end] == planes.at[end - 1] + 1) {
            ++end;
        }
        if (static_cast<std::int64_t>(end - i) > 2 * (run.lab.steps - 1)) {
            return false;
        }
        seams += planes.at[i] > run.inner.first[planes.axis] &&
                         planes.at[end - 1] < run.inner.last[planes.axis] - 1
                     ? 1
                     : 0;
        i = end;
    }
    return seams > 0 && seams < std::int64_t{run.launch.grid[planes.axis]};
}

/// "j = 41, 42, 83 and others".
std::string listed(const Run& run, const WrongPlanes& planes) {
    constexpr std::size_t most = 6;
    const std::vector<std::int64_t> first(
        planes.at.begin(),
        planes.at.begin() + static_cast<std::ptrdiff_t>(std::min(most, planes.at.size())));
    return fmt::format("{} = {}{}", axis_name(run.lab, planes.axis), fmt::join(first, ", "),
                       planes.at.size() > most ? " and others" : "");
}

/// Several GPUs: the wrong cells are those that what was sent can have reached.
std::optional<Explanation> explain_sent_planes(const Run& run,
                                               const std::vector<std::int64_t>& wrong) {
    const std::vector<SlabPlanes> slabs = slabs_of(run.lab, run.extents);
    const auto is_near_cut = [&](std::int64_t index) {
        const std::int64_t plane = run.extents.cell(index)[2];
        return std::any_of(std::next(slabs.begin()), slabs.end(), [&](const SlabPlanes& slab) {
            return plane >= slab.first - run.lab.steps && plane < slab.first + run.lab.steps;
        });
    };
    bool has_others = false; // a grid of few planes has none: there it says nothing
    for (std::int64_t plane = run.inner.first[2]; plane < run.inner.last[2]; ++plane) {
        has_others = has_others || !is_near_cut(run.extents.index(0, 0, plane));
    }
    if (slabs.size() < 2 || !has_others || !std::ranges::all_of(wrong, is_near_cut)) {
        return std::nullopt;
    }
    return Explanation{.id = "sent-plane-mistaken",
                       .key = "",
                       .sentence = "lies near a cut between two GPUs",
                       .hint =
                           "Away from the cuts all is right, so what stands in a ghost plane is "
                           "not what the neighbour has just computed. A GPU sends the new "
                           "values of its plane 1 downwards, and of its plane own.planes "
                           "upwards, each cell to the row and column that it has at home.",
                       .whole_grid = true};
}

} // namespace

std::optional<Explanation> explain_short_overlap(const Run& run, const ErrorMap& errors) {
    const std::vector<std::int64_t> wrong = wrong_cells(errors);
    if (has_slabs(run.lab)) {
        return wrong.empty() ? std::nullopt : explain_sent_planes(run, wrong);
    }
    const bool has_values = std::ranges::any_of(
        wrong, [&](std::int64_t index) { return errors.state[index] != CellState::untouched; });
    if (run.lab.steps < 2 || run.lab.boundary != BoundaryRule::keep || !has_values) {
        return std::nullopt;
    }
    std::string where;
    std::vector<std::vector<bool>> in_plane;
    for (std::size_t axis = 0; axis < run.lab.axes; ++axis) {
        const WrongPlanes planes = planes_across(run, wrong, axis);
        std::vector<bool>& marked =
            in_plane.emplace_back(static_cast<std::size_t>(run.axes[axis].extent));
        if (planes.at.empty()) {
            continue;
        }
        if (!may_be_seams(run, planes)) {
            return std::nullopt;
        }
        for (const std::int64_t at : planes.at) {
            marked[at] = true;
        }
        where += (where.empty() ? "lies in the planes " : " or ") + listed(run, planes);
    }
    const bool all_there = !where.empty() && std::ranges::all_of(wrong, [&](std::int64_t index) {
        const Cell cell = run.extents.cell(index);
        for (std::size_t axis = 0; axis < in_plane.size(); ++axis) {
            if (in_plane[axis][cell[axis]]) {
                return true;
            }
        }
        return false;
    });
    if (!all_there) {
        return std::nullopt;
    }
    return Explanation{
        .id = "overlap-short",
        .key = "",
        .sentence = where,
        .hint =
            fmt::format("These are where the outputs of blocks end. Each sweep makes one more "
                        "ring of a tile wrong, because its neighbours are in other tiles: for {} "
                        "sweeps a block must compute {} cells beyond its outputs on each side.",
                        run.lab.steps, run.lab.steps * reach(run.lab)),
        .whole_grid = true};
}

} // namespace kit
