#include "checker/diagnosis/hypotheses/hypothesis.hpp"

#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <utility>

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
    const auto axes = static_cast<std::size_t>(lab.axes);
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

/// The lab's formula with 0 for the cells that lie before `first` or from `last` on, at these ends.
class ZeroBeyond {
public:
    ZeroBeyond(const Run& run, const Ends& ends, const Cell& first, const Cell& last)
        : run_(run), formula_(run, formula_of(run)), ends_(ends.ends), first_(first), last_(last) {}

    std::optional<Prediction> operator()(const Cell& cell) const {
        if (!run_.computes(cell)) {
            return run_.as_input(cell);
        }
        return formula_.at(
            cell, [&](std::size_t term, const Cell&, std::int64_t index) -> std::optional<double> {
                const std::array<int, 3>& offset = run_.lab.stencil[term].offset;
                for (std::size_t axis = 0; axis < cell.size(); ++axis) {
                    const std::int64_t at = cell[axis] + offset[axis];
                    if ((ends_[axis][0] && at < first_[axis]) ||
                        (ends_[axis][1] && at >= last_[axis])) {
                        return 0;
                    }
                }
                return run_.input[index];
            });
    }

private:
    const Run& run_;
    FormulaAt formula_;
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
             ZeroBeyond(run, ends, run.inner.first, run.inner.last)});
    }
}

/// Where the lab has another rule for coordinates outside: 0 instead, at some of the grid's ends.
void add_zero_outside(const Run& run, const char* hint, std::vector<Hypothesis>& made) {
    for (const Ends& ends : all_ends(run.lab)) {
        made.push_back(
            {"boundary-rule-mistaken", "zero " + ends.key,
             fmt::format("equals the sweep with cells outside the grid{} treated as 0", ends.where),
             hint,
             ZeroBeyond(run, ends, {0, 0, 0}, {run.extents.x, run.extents.y, run.extents.z})});
    }
}

/// The lab's formula with a cell outside the grid taken from inside, as far from the edge as it lies beyond.
class Mirrored {
public:
    explicit Mirrored(const Run& run) : run_(run), formula_(run, formula_of(run)) {}

    std::optional<Prediction> operator()(const Cell& cell) const {
        const Cell extents{run_.extents.x, run_.extents.y, run_.extents.z};
        return formula_.at(
            cell, [&](std::size_t term, const Cell&, std::int64_t) -> std::optional<double> {
                Cell from = cell;
                for (std::size_t axis = 0; axis < from.size(); ++axis) {
                    from[axis] = std::abs(cell[axis] + run_.lab.stencil[term].offset[axis]);
                    from[axis] = std::min(from[axis], 2 * (extents[axis] - 1) - from[axis]);
                    if (from[axis] < 0) {
                        return std::nullopt; // the axis is too short
                    }
                }
                return run_.input[run_.index(from)];
            });
    }

private:
    const Run& run_;
    FormulaAt formula_;
};

/// Boundary cells that must keep their values.
void add_computed_boundary(const Run& run, std::vector<Hypothesis>& made) {
    const char* const hint =
        "Boundary cells keep their values: only threads whose cell has all its neighbours on the "
        "grid may store.";
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
    Formula formula = formula_of(run);
    for (const Rule& rule : rules) {
        if (rule.rule != run.lab.boundary && rule.rule != BoundaryRule::zero) {
            formula.boundary = rule.rule;
            made.push_back({"boundary-rule-mistaken", rule.key,
                            fmt::format("equals the sweep with {}", rule.cells_outside), hint,
                            FormulaAt(run, formula)});
        }
    }
    if (run.lab.boundary != BoundaryRule::zero) {
        add_zero_outside(run, hint, made);
    }
    made.push_back({"boundary-rule-mistaken", "mirror",
                    "equals the sweep with coordinates outside the grid mirrored at its edge", hint,
                    Mirrored(run)});
    formula.boundary = BoundaryRule::keep;
    made.push_back(
        {"boundary-rule-mistaken", "index",
         "equals the sweep with neighbours outside the grid read where their index points", hint,
         FormulaAt(run, formula)});
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
