#include "checker/diagnosis/hypotheses/hypothesis.hpp"

#include "checker/diagnosis/places/tilings.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kit {

namespace {

/// What goes wrong in a march along z that keeps the planes below, here and above.
enum class Mistake {
    same_plane_loaded,
    next_but_one_loaded,
    ahead_too_near,
    ahead_too_far,
    not_moved,
    below_not_moved,
    here_not_moved,
    first_forgotten,
    below_forgotten,
    here_begins_below,
    here_begins_above,
    below_begins_here,
    begins_low,
    begins_high,
    loaded_late,
    slot_lost,
};

struct MarchKind {
    Mistake mistake;
    const char* key;
    const char* sentence; ///< goes on after "equals the sweep ..."
    const char* hint;
};

constexpr const char* before_the_loop =
    "For its first step a march needs its block's first plane as the middle one, and the plane "
    "before it as the one below: look at what is loaded before the loop.";

constexpr MarchKind march_kinds[] = {
    {Mistake::same_plane_loaded, "same plane",
     "of a march that loads plane i in place of plane i + 1",
     "To compute plane i, the step needs plane i + 1 as the new one: look at the index of the load "
     "in the loop."},
    {Mistake::next_but_one_loaded, "next but one",
     "of a march that loads plane i + 2 in place of plane i + 1",
     "To compute plane i, the step needs plane i + 1 as the new one: look at the index of the load "
     "in the loop."},
    {Mistake::ahead_too_near, "ahead too near",
     "of a march that loads, for the next step, plane i + 1 in place of plane i + 2",
     "At the end of the step for plane i, the next step's new plane is i + 2: look at the index of "
     "the load in the loop."},
    {Mistake::ahead_too_far, "ahead too far",
     "of a march that loads, for the next step, plane i + 3 in place of plane i + 2",
     "At the end of the step for plane i, the next step's new plane is i + 2: look at the index of "
     "the load in the loop."},
    {Mistake::not_moved, "not moved",
     "of a march that never moves its planes: here and below keep those of the first step",
     "At the end of each step, here becomes below, and above becomes here."},
    {Mistake::below_not_moved, "below not moved",
     "of a march whose plane below stays that of the first step",
     "At the end of each step, here becomes below, and above becomes here."},
    {Mistake::here_not_moved, "here not moved",
     "of a march whose plane here stays that of the first step",
     "At the end of each step, here becomes below, and above becomes here."},
    {Mistake::first_forgotten, "first forgotten",
     "of a march that begins with 0 in place of its first plane", before_the_loop},
    {Mistake::below_forgotten, "below forgotten",
     "of a march that begins with 0 in place of the plane below its first", before_the_loop},
    {Mistake::here_begins_below, "here begins below",
     "of a march that begins with the plane below in place of its first plane", before_the_loop},
    {Mistake::here_begins_above, "here begins above",
     "of a march that begins with the plane above in place of its first plane", before_the_loop},
    {Mistake::below_begins_here, "below begins here",
     "of a march that begins with its first plane in place of the one below", before_the_loop},
    {Mistake::begins_low, "begins low",
     "of a march that begins with planes one below those that its first step needs",
     before_the_loop},
    {Mistake::begins_high, "begins high",
     "of a march that begins with planes one above those that its first step needs",
     before_the_loop},
    {Mistake::loaded_late, "loaded late",
     "of a march that loads plane i + 1 after the sum which needs it: above is still the plane of "
     "the step before",
     "Move the load of plane i + 1 before the sum."},
    {Mistake::slot_lost, "slot lost",
     "of a march in which below and above are the same slot from its second step on",
     "When the slots rotate, one name is overwritten before it is used: keep the old below, and "
     "make it above at the end. Then the lowest plane's slot is free for the next load."},
};

/// What the march from plane `first` begins with: for `place` 0 as here, for -1 as below; nothing where that is 0.
std::optional<std::int64_t> loaded_before(Mistake mistake, std::int64_t first, std::int64_t place) {
    const bool is_here = place == 0;
    switch (mistake) {
    case Mistake::first_forgotten: return is_here ? std::nullopt : std::optional(first + place);
    case Mistake::below_forgotten: return is_here ? std::optional(first) : std::nullopt;
    case Mistake::here_begins_below: return first - 1;
    case Mistake::here_begins_above: return first + (is_here ? 1 : place);
    case Mistake::below_begins_here: return first;
    case Mistake::begins_low: return first + place - 1;
    case Mistake::begins_high: return first + place + 1;
    default: return first + place;
    }
}

/// The plane that is used for the one `distance` above the plane computed, in step `step` of a march from plane
/// `first`; nothing where 0 is used.
std::optional<std::int64_t> plane_used(Mistake mistake, std::int64_t first, std::int64_t step,
                                       int distance) {
    if (mistake == Mistake::loaded_late) {
        return distance > 0 && step == 0
                   ? std::nullopt
                   : std::optional(first + step + (distance > 0 ? 0 : distance));
    }
    if (mistake == Mistake::below_not_moved) {
        return first + (distance < 0 ? -1 : step + distance);
    }
    if (mistake == Mistake::here_not_moved) {
        return distance > 0 ? first + step + 1 : step == 0 ? first + distance : first;
    }
    if (mistake == Mistake::slot_lost) {
        return first + step + (distance < 0 && step > 0 ? 1 : distance);
    }
    const auto loaded = [&](std::int64_t at) { // as the plane above, in that step
        switch (mistake) {
        case Mistake::same_plane_loaded: return first + at;
        case Mistake::next_but_one_loaded: return first + at + 2;
        case Mistake::ahead_too_near: return first + at + (at == 0 ? 1 : 0);
        case Mistake::ahead_too_far: return first + at + (at == 0 ? 1 : 2);
        default: return first + at + 1;
        }
    };
    if (distance > 0) {
        return loaded(step);
    }
    const std::int64_t steps_ago = 1 - distance;
    if (mistake == Mistake::not_moved || step < steps_ago) {
        return loaded_before(mistake, first,
                             mistake == Mistake::not_moved ? distance : step + distance);
    }
    return loaded(step - steps_ago);
}

class MistakenMarch {
public:
    MistakenMarch(const Run& run, const AxisTiles& tiles, Mistake mistake)
        : run_(run), formula_(run, formula_of(run)), tiles_(tiles), mistake_(mistake) {}

    std::optional<Prediction> operator()(const Cell& cell) const {
        if (!run_.computes(cell)) {
            return run_.as_input(cell);
        }
        const std::int64_t first = tiles_.first_of(tiles_.tile_of(cell[2]));
        return formula_.at(
            cell, [&](std::size_t, const Cell& from, std::int64_t) -> std::optional<double> {
                Cell used = from;
                const auto plane = plane_used(mistake_, first, cell[2] - first,
                                              static_cast<int>(from[2] - cell[2]));
                if (!plane || *plane < 0 || *plane >= run_.extents.z) {
                    return 0;
                }
                used[2] = *plane;
                return run_.input.at(run_.index(used));
            });
    }

private:
    const Run& run_;
    FormulaAt formula_;
    AxisTiles tiles_;
    Mistake mistake_;
};

/// The lengths of a march, from plane 0 or from plane 1 on, with which the launch's blocks just cover the grid.
std::vector<AxisTiles> marches(const Run& run) {
    constexpr std::size_t most = 32; // for each beginning
    std::vector<AxisTiles> found;
    const std::int64_t blocks = run.launch.grid[2];
    for (const std::int64_t origin : {0, 1}) {
        const std::int64_t planes = run.extents.z - 1 - origin; // the last plane is boundary
        std::int64_t length = std::max<std::int64_t>(2, (planes + blocks - 1) / blocks);
        for (std::size_t tried = 0;
             tried < most && length <= run.extents.z && (planes - 1) / length + 1 >= blocks;
             ++tried, ++length) {
            found.push_back({origin, length, blocks});
            if (blocks == 1) {
                break;
            }
        }
    }
    return found;
}

} // namespace

std::vector<Hypothesis> march_mistaken(const Run& run) {
    std::vector<Hypothesis> made;
    const Lab& lab = run.lab;
    if (lab.axes != 3 || lab.steps > 1 || reach(lab) != 1 || lab.boundary != BoundaryRule::keep ||
        run.launch.block[2] != 1) {
        return made;
    }
    for (const AxisTiles& tiles : marches(run)) {
        for (const MarchKind& kind : march_kinds) {
            made.push_back({.id = "march-mistaken",
                            .key = kind.key,
                            .sentence = fmt::format("equals the sweep {}", kind.sentence),
                            .hint = kind.hint,
                            .predict = MistakenMarch(run, tiles, kind.mistake),
                            .all_written_only = tiles.origin == 1});
        }
    }
    return made;
}

std::optional<Explanation> explain_first_plane(const Run& run, const ErrorMap& errors) {
    constexpr std::int64_t enough_cells = 8;    // of fewer many explanations hold
    const std::size_t along = run.lab.axes - 1; // the axis of a march: through planes, or rows
    if (along == 0 || run.lab.steps > 1 || run.launch.block[along] != 1 ||
        run.launch.grid[along] >= run.extents[along]) {
        return std::nullopt;
    }
    std::int64_t computed = 1; // cells in a plane, or row
    for (std::size_t axis = 0; axis < along; ++axis) {
        computed *= run.lab.boundary == BoundaryRule::keep
                        ? run.inner.last[axis] - run.inner.first[axis]
                        : run.extents[axis];
    }
    const std::vector<std::int64_t> wrong = wrong_cells(errors);
    const std::int64_t plane = run.extents.cell(wrong.front())[along];
    ErrorMap of_plane = errors;
    std::int64_t cells = 0;
    for (const std::int64_t index : wrong) {
        const bool is_in_plane = run.extents.cell(index)[along] == plane;
        cells += is_in_plane ? 1 : 0;
        if (!is_in_plane) {
            of_plane.state[index] = CellState::right;
        }
    }
    std::vector<Explanation> found;
    if (cells >= enough_cells && cells == computed) { // each thread's column is wrong
        found = explain(run, of_plane);
    }
    const auto of_column = std::ranges::find_if(found, [](const Explanation& one) {
        return one.id == "neighbour-mistaken" || one.id == "coefficients-exchanged" ||
               one.id == "march-mistaken";
    });
    if (of_column == found.end()) {
        return std::nullopt;
    }
    Explanation explanation = std::move(*of_column);
    explanation.sentence =
        fmt::format("in {}, the first that is wrong, {}",
                    along == 2 ? fmt::format("plane {} = {}", axis_name(run.lab, along), plane)
                               : fmt::format("row {}", plane),
                    explanation.sentence);
    explanation.hint =
        fmt::format("Write down which {} each value of the column stands for in that step: "
                    "how it was filled before the loop, and how each step moves it.",
                    along == 2 ? "plane" : "row");
    explanation.whole_grid = false;
    return explanation;
}

} // namespace kit
