#include "checker/diagnosis/hypotheses/hypothesis.hpp"

#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

namespace kit {

namespace {

struct Rule {
    BoundaryRule rule;
    const char* key;
    const char* cells_outside; ///< goes on after "with "
};

constexpr Rule rules[] = {
    {BoundaryRule::zero, "zero", "cells outside the grid treated as 0"},
    {BoundaryRule::clamp_to_edge, "clamp", "coordinates outside the grid moved to its edge"},
    {BoundaryRule::periodic, "periodic", "coordinates outside the grid wrapped around"},
};

/// The ends of the axes, low and high, that a hypothesis is about.
struct Ends {
    std::string key;
    std::string where; ///< " along k", " at the low end of k"; empty: all of them
    std::array<std::array<bool, 2>, 3> ends{};
};

/// All axes, then each, then each end of each.
std::vector<Ends> all_ends(const Lab& lab) {
    std::vector<Ends> all{{"all", "", {{{true, true}, {true, true}, {true, true}}}}};
    const auto axes = lab.axes;
    for (std::size_t axis = 0; axis < axes && axes > 1; ++axis) {
        all.push_back({fmt::format("{}", axis), " along " + axis_name(lab, axis), {}});
        all.back().ends[axis] = {true, true};
    }
    for (std::size_t axis = 0; axis < axes; ++axis) {
        for (std::size_t end = 0; end < 2; ++end) {
            all.push_back({fmt::format("{} {}", axis, end),
                           fmt::format(" at the {} end of {}", end == 0 ? "low" : "high",
                                       axis_name(lab, axis)),
                           {}});
            all.back().ends[axis][end] = true;
        }
    }
    return all;
}

/// What stands in for a cell beyond the grid, or beyond its inner cells.
enum class StandIn { zero, wrapped, mirrored, by_index, by_limited_index };

/// The lab's formula with a stand-in for the cells that lie before `first` or from `last` on, at these ends.
class StandInBeyond {
public:
    StandInBeyond(const Run& run, StandIn stand_in, const Ends& ends, const Cell& first,
                  const Cell& last)
        : run_(run), formula_(run, formula_of(run)), stand_in_(stand_in), ends_(ends.ends),
          first_(first), last_(last) {}

    std::optional<Prediction> operator()(const Cell& cell) const {
        if (!run_.computes(cell)) {
            return run_.as_input(cell);
        }
        return formula_.at(
            cell, [&](std::size_t term, const Cell&, std::int64_t index) -> std::optional<double> {
                const std::array<int, 3>& offset = run_.lab.stencil[term].offset;
                Cell from = cell;
                bool beyond = false;
                for (std::size_t axis = 0; axis < cell.size(); ++axis) {
                    from[axis] += offset[axis];
                    beyond = beyond || (ends_[axis][0] && from[axis] < first_[axis]) ||
                             (ends_[axis][1] && from[axis] >= last_[axis]);
                }
                return beyond ? value_at(from) : run_.input[index];
            });
    }

private:
    [[nodiscard]] double value_at(Cell from) const {
        if (stand_in_ == StandIn::zero) {
            return 0;
        }
        const Cell extents{run_.extents.x, run_.extents.y, run_.extents.z};
        for (std::size_t axis = 0; axis < from.size(); ++axis) {
            if (stand_in_ == StandIn::wrapped) {
                from[axis] = (from[axis] % extents[axis] + extents[axis]) % extents[axis];
            } else if (stand_in_ == StandIn::mirrored) {
                from[axis] = ends_[axis][0] ? std::abs(from[axis]) : from[axis];
                from[axis] = ends_[axis][1] && from[axis] >= extents[axis]
                                 ? 2 * (extents[axis] - 1) - from[axis]
                                 : from[axis];
            }
        }
        const std::int64_t index = run_.index(from);
        if (stand_in_ == StandIn::by_limited_index) {
            return run_.input[std::clamp<std::int64_t>(index, 0, run_.extents.cells() - 1)];
        }
        return run_.input.at(index).value_or(0); // as the emulator reads beyond an array
    }

    const Run& run_;
    FormulaAt formula_;
    StandIn stand_in_;
    std::array<std::array<bool, 2>, 3> ends_;
    Cell first_;
    Cell last_;
};

/// Inner cells beside the boundary if no thread loaded its cells, so that they are 0.
void add_unread_boundary(const Run& run, std::vector<Hypothesis>& made) {
    for (const Ends& ends : all_ends(run.lab)) {
        made.push_back(
            {"boundary-not-read", ends.key,
             fmt::format("equals the sweep with the boundary cells{} treated as 0", ends.where),
             "Boundary cells are not computed, but their neighbours need their values: the "
             "condition for loading a cell differs from the condition for storing one.",
             StandInBeyond(run, StandIn::zero, ends, run.inner.first, run.inner.last)});
    }
}

/// Where the lab has another rule for coordinates outside: a stand-in at some of the grid's ends.
void add_stand_ins(const Run& run, const char* rule, std::vector<Hypothesis>& made) {
    const Cell extents{run.extents.x, run.extents.y, run.extents.z};
    const auto add = [&](StandIn stand_in, const char* key, const char* sentence,
                         const char* hint) {
        for (const Ends& ends : all_ends(run.lab)) {
            made.push_back({"boundary-rule-mistaken", fmt::format("{} {}", key, ends.key),
                            fmt::format(fmt::runtime(sentence), ends.where), hint,
                            StandInBeyond(run, stand_in, ends, {0, 0, 0}, extents)});
        }
    };
    if (run.lab.boundary != BoundaryRule::zero) {
        add(StandIn::zero, "zero", "equals the sweep with cells outside the grid{} treated as 0",
            rule);
    }
    if (run.lab.boundary != BoundaryRule::periodic) {
        add(StandIn::wrapped, "periodic",
            "equals the sweep with coordinates outside the grid{} wrapped around", rule);
    }
    add(StandIn::mirrored, "mirror",
        "equals the sweep with coordinates outside the grid{} mirrored at its edge", rule);
    const char* const limit_coordinate =
        "In memory the cell after a row's last is the next row's first: limit the coordinate "
        "before you work out the index. The last coordinate of an axis is its extent - 1.";
    add(StandIn::by_index, "index",
        "equals the sweep with neighbours outside the grid{} read where their index points",
        limit_coordinate);
    add(StandIn::by_limited_index, "limited index",
        "equals the sweep with neighbours outside the grid{} read where their index points, and "
        "from the array's first or last element where it points outside",
        limit_coordinate);
}

/// Boundary cells that must keep their values.
void add_computed_boundary(const Run& run, std::vector<Hypothesis>& made) {
    const int radius = reach(run.lab);
    const std::string hint =
        "Boundary cells keep their values: only threads whose cell has all its neighbours on the "
        "grid may store." +
        (radius > 1 ? fmt::format(" Here the boundary is {} cells wide.", radius) : "");
    Formula formula = formula_of(run);
    formula.keeps_boundary = false;
    made.push_back({"boundary-as-interior", "index",
                    "is computed like an inner cell, with neighbours outside the grid read where "
                    "their index points",
                    hint, FormulaAt(run, formula)});
    for (const Rule& rule : rules) {
        formula.boundary = rule.rule;
        made.push_back({"boundary-as-interior", rule.key,
                        fmt::format("is computed like an inner cell, with {}", rule.cells_outside),
                        hint, FormulaAt(run, formula)});
    }
}

void add_other_rules(const Run& run, std::vector<Hypothesis>& made) {
    const char* const hint = "Look at what the kernel does with coordinates below 0 and beyond the "
                             "last cell, axis by axis, and at the lab's rule for them.";
    if (run.lab.boundary != BoundaryRule::clamp_to_edge) {
        Formula formula = formula_of(run);
        formula.boundary = BoundaryRule::clamp_to_edge;
        made.push_back({"boundary-rule-mistaken", "clamp",
                        "equals the sweep with coordinates outside the grid moved to its edge",
                        hint, FormulaAt(run, formula)});
    }
    add_stand_ins(run, hint, made);
}

} // namespace

std::vector<Hypothesis> boundary_mistaken(const Run& run) {
    std::vector<Hypothesis> made;
    if (reach(run.lab) == 0 || run.lab.boundary == BoundaryRule::one_sided) {
        return made;
    }
    if (run.lab.boundary == BoundaryRule::keep) {
        add_computed_boundary(run, made);
        add_unread_boundary(run, made);
    } else {
        add_other_rules(run, made);
    }
    return made;
}

} // namespace kit
