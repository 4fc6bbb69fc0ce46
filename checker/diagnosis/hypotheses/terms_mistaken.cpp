#include "checker/diagnosis/hypotheses/hypothesis.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace kit {

namespace {

/// The lab's sum with the coefficients of some terms times `factor`.
Predict scaled(const Run& run, const std::vector<std::size_t>& terms, double factor) {
    Formula formula = formula_of(run);
    for (std::size_t i = 0; i < formula.coefficients.size(); ++i) {
        if (std::ranges::find(terms, i % run.lab.stencil.size()) != terms.end()) {
            formula.coefficients[i] *= factor;
        }
    }
    return by_formula(run, std::move(formula));
}

std::string key_of(const std::vector<std::size_t>& terms) {
    return fmt::format("{}", fmt::join(terms, " "));
}

void add(const Run& run, const std::vector<std::size_t>& terms, const std::string& what,
         std::vector<Hypothesis>& made) {
    const bool one = terms.size() == 1;
    made.push_back({"neighbour-left-out", key_of(terms),
                    fmt::format("equals the sweep without {}", what),
                    fmt::format("Count the terms of the kernel's sum: {} {} missing, or the "
                                "value added for {} is 0.",
                                what, one ? "is" : "are", one ? "it" : "them"),
                    scaled(run, terms, 0)});
    made.push_back({"neighbour-twice", key_of(terms),
                    fmt::format("equals the sweep with {} added twice", what),
                    fmt::format("Look for {} in the kernel's sum: {} there twice.", what,
                                one ? "it is" : "they are"),
                    scaled(run, terms, 2), false, true});
    made.push_back({"sign-mistaken", key_of(terms),
                    fmt::format("equals the sweep with the other sign before {}", what),
                    fmt::format("Look at the sign before {} in the kernel's sum.", what),
                    scaled(run, terms, -1), false, true});
}

/// A sum that starts again or ends early: = where += belongs, or a wrong loop bound.
void add_parts_of_sum(const Run& run, std::vector<Hypothesis>& made) {
    const std::vector<StencilPoint>& stencil = run.lab.stencil;
    for (std::size_t cut = 2; cut + 1 < stencil.size(); ++cut) {
        std::vector<std::size_t> before;
        std::vector<std::size_t> behind;
        for (std::size_t term = 0; term < stencil.size(); ++term) {
            (term < cut ? before : behind).push_back(term);
        }
        const std::string at = neighbour_name(run.lab, stencil[cut].offset);
        made.push_back({"sum-begun-anew", fmt::format("{}", cut),
                        fmt::format("equals the sum of the terms from {} on", at),
                        fmt::format("The sum of the terms before that of {} is lost: look for = "
                                    "where += belongs.",
                                    at),
                        scaled(run, before, 0)});
        made.push_back({"sum-ends-early", fmt::format("{}", cut),
                        fmt::format("equals the sum of the terms before that of {}", at),
                        fmt::format("The terms from {} on are never added: follow the sum to the "
                                    "store.",
                                    at),
                        scaled(run, behind, 0)});
    }
}

/// One term where the whole sum belongs: a loop that sets the sum anew in each turn, or ends after its first.
void add_lone_terms(const Run& run, std::vector<Hypothesis>& made) {
    const std::size_t count = run.lab.stencil.size();
    for (const std::size_t term : {std::size_t{0}, count - 1}) {
        std::vector<std::size_t> others;
        for (std::size_t other = 0; other < count; ++other) {
            if (other != term) {
                others.push_back(other);
            }
        }
        const bool is_first = term == 0;
        made.push_back(
            {is_first ? "sum-ends-early" : "sum-begun-anew", fmt::format("only {}", term),
             fmt::format("equals the {} term of the sum alone", is_first ? "first" : "last"),
             is_first ? "Nothing is added after the first term: how many turns does the loop make?"
                      : "Each term replaces those before it: look for = where += belongs, "
                        "or a sum that is set to 0 in the loop.",
             scaled(run, others, 0)});
    }
}

/// The centre with another whole number before it, where the lab has a fixed one.
void add_centre_weighted(const Run& run, std::vector<Hypothesis>& made) {
    constexpr int most = 9;
    const std::vector<StencilPoint>& stencil = run.lab.stencil;
    const auto centre = std::ranges::find_if(
        stencil, [](const StencilPoint& point) { return point.offset == std::array<int, 3>{}; });
    if (centre == stencil.end() || !centre->coefficient) {
        return;
    }
    const auto term = static_cast<std::size_t>(centre - stencil.begin());
    const double right = run.data.coefficients[term];
    for (int weight = -most; weight <= most; ++weight) {
        if (weight == 0 || weight == right || weight == 2 * right || weight == -right) {
            continue; // is one of the others
        }
        made.push_back(
            {"centre-weighted", fmt::format("{}", weight),
             fmt::format("equals the sweep with {} times the centre in place of {}", weight, right),
             fmt::format("Compare the number before {} with the lab's formula.",
                         neighbour_name(run.lab, centre->offset)),
             scaled(run, {term}, weight / right)});
    }
}

/// Where all neighbours have one coefficient: those at the corners, too; on a plane also instead of the others.
void add_box(const Run& run, std::vector<Hypothesis>& made) {
    Formula formula = formula_of(run);
    const auto find = [&formula](const std::array<int, 3>& offset) {
        return std::ranges::find(formula.offsets, offset);
    };
    const auto beside = find({1, 0, 0});
    if (run.lab.axes < 2 || beside == formula.offsets.end() ||
        run.lab.result_operation != ResultOperation::none || run.lab.result_range) {
        return;
    }
    const double coefficient = formula.coefficients[beside - formula.offsets.begin()];
    for (std::size_t term = 0; term < formula.offsets.size(); ++term) {
        if (formula.offsets[term] != std::array<int, 3>{} &&
            formula.coefficients[term] != coefficient) {
            return;
        }
    }
    const int deep = run.lab.axes == 3 ? 1 : 0;
    for (int z = -deep; z <= deep; ++z) {
        for (int y = -1; y <= 1; ++y) {
            for (int x = -1; x <= 1; ++x) {
                const std::array<int, 3> offset{x, y, z};
                if (offset != std::array<int, 3>{} && find(offset) == formula.offsets.end()) {
                    formula.offsets.push_back(offset);
                    formula.coefficients.push_back(coefficient);
                }
            }
        }
    }
    const char* const hint = "The stencil has no corners: a neighbour lies along one axis only.";
    made.push_back({"neighbours-added", "box", "equals the sweep with the diagonal neighbours, too",
                    hint, by_formula(run, formula)});
    if (run.lab.axes == 2) {
        for (std::size_t term = 0; term < run.lab.stencil.size(); ++term) {
            formula.coefficients[term] *= formula.offsets[term] == std::array<int, 3>{} ? 1 : 0;
        }
        made.push_back({"neighbours-moved", "diagonal",
                        "equals the sweep with the diagonal neighbours in place of the others",
                        hint, by_formula(run, std::move(formula))});
    }
}

void add_whole_sum(const Run& run, std::vector<Hypothesis>& made) {
    std::vector<std::size_t> all(run.lab.stencil.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const bool is_limited = run.lab.result_range.has_value();
    made.push_back({"sign-mistaken", "all",
                    is_limited ? "equals the sweep with the other sign before every term"
                               : "is the right result with the other sign",
                    "Every term has the wrong sign: look for -= or a minus before the sum.",
                    scaled(run, all, -1), false, true});
    if (is_limited) {
        return;
    }
    made.push_back({"neighbour-twice", "all", "is twice the right result",
                    "Every term is added twice: look at where the sum starts and how often it is "
                    "added.",
                    scaled(run, all, 2), false, true});
}

} // namespace

std::vector<Hypothesis> terms_miscounted(const Run& run) {
    std::vector<Hypothesis> made;
    const std::vector<StencilPoint>& stencil = run.lab.stencil;
    if (stencil.size() < 2) {
        return made;
    }
    for (std::size_t term = 0; term < stencil.size(); ++term) {
        add(run, {term}, "the term of " + neighbour_name(run.lab, stencil[term].offset), made);
    }
    for (std::size_t axis = 0; axis < run.lab.axes; ++axis) {
        std::vector<std::size_t> along;
        for (std::size_t term = 0; term < stencil.size(); ++term) {
            if (stencil[term].offset[axis] != 0) {
                along.push_back(term);
            }
        }
        if (along.size() > 1) {
            add(run, along, "the neighbours along " + axis_name(run.lab, axis), made);
        }
    }
    add_parts_of_sum(run, made);
    add_lone_terms(run, made);
    if (!run.several_inputs) {
        add_centre_weighted(run, made);
        add_box(run, made);
    }
    if (run.lab.result_operation == ResultOperation::none) {
        add_whole_sum(run, made);
    }
    return made;
}

namespace {

/// Where an index that is a little wrong leads: to a cell of the stencil, or one cell before or behind
/// the right one.
std::vector<std::array<int, 3>> near_by(const Run& run, const std::array<int, 3>& right) {
    std::vector<std::array<int, 3>> offsets;
    const auto add = [&](const std::array<int, 3>& offset) {
        if (offset != right && std::ranges::find(offsets, offset) == offsets.end()) {
            offsets.push_back(offset);
        }
    };
    for (const StencilPoint& point : run.lab.stencil) {
        if (may_be_mistaken(run, right, point.offset)) {
            add(point.offset);
        }
    }
    for (std::size_t axis = 0; axis < run.lab.axes; ++axis) {
        for (const int step : {-1, 1}) {
            std::array<int, 3> offset = right;
            offset[axis] += step;
            add(offset);
        }
    }
    return offsets;
}

} // namespace

namespace {

/// All neighbours in the cell's plane from the plane above or below it, with the centre or without.
void add_moved_plane(const Run& run, std::vector<Hypothesis>& made) {
    if (run.lab.axes != 3) {
        return;
    }
    for (const int step : {1, -1}) {
        for (const bool with_centre : {false, true}) {
            Formula formula = formula_of(run);
            int moved = 0;
            for (std::array<int, 3>& offset : formula.offsets) {
                const bool is_centre = offset == std::array<int, 3>{};
                if (offset[2] == 0 && (with_centre || !is_centre)) {
                    offset[2] = step;
                    ++moved;
                }
            }
            if (moved < 2) {
                continue;
            }
            const char* const plane = step > 0 ? "i + 1" : "i - 1";
            made.push_back(
                {"neighbours-moved", fmt::format("{} {}", step, with_centre),
                 fmt::format(
                     "equals the sweep with {}the neighbours in the plane taken from plane {}",
                     with_centre ? "the centre and " : "", plane),
                 fmt::format("What is shared with the neighbours must be plane i, and is plane {}: "
                             "look at what is stored to the tile, and when.",
                             plane),
                 by_formula(run, std::move(formula))});
        }
    }
}

/// The neighbours along one axis taken along another one, whose own are right.
void add_other_axis(const Run& run, std::vector<Hypothesis>& made) {
    for (std::size_t axis = 0; axis < run.lab.axes; ++axis) {
        for (std::size_t other = 0; other < run.lab.axes; ++other) {
            Formula formula = formula_of(run);
            int moved = 0;
            for (std::array<int, 3>& offset : formula.offsets) {
                if (offset[axis] != 0 && offset[other] == 0) {
                    std::swap(offset[axis], offset[other]);
                    ++moved;
                }
            }
            if (moved < 2) {
                continue;
            }
            const std::string right = axis_name(run.lab, axis);
            const std::string instead = axis_name(run.lab, other);
            made.push_back(
                {"neighbour-mistaken", fmt::format("axis {} {}", axis, other),
                 fmt::format("equals the sweep with the neighbours along {} in place of those "
                             "along {}",
                             instead, right),
                 fmt::format("Look at the kernel's terms for the neighbours along {}: their values "
                             "are those of the neighbours along {}.",
                             right, instead),
                 by_formula(run, std::move(formula))});
        }
    }
}

/// Along one axis the nearest neighbours with the farthest ones' coefficients, and so on.
void add_reversed_distances(const Run& run, std::vector<Hypothesis>& made) {
    const int radius = reach(run.lab);
    for (std::size_t axis = 0; axis < run.lab.axes && radius > 1; ++axis) {
        Formula formula = formula_of(run);
        for (std::array<int, 3>& offset : formula.offsets) {
            const int at = offset[axis];
            offset[axis] = at > 0 ? radius + 1 - at : at < 0 ? -radius - 1 - at : 0;
        }
        const std::string along = axis_name(run.lab, axis);
        made.push_back({"neighbour-mistaken", fmt::format("distances {}", axis),
                        fmt::format("equals the sweep with the distances along {} in reverse: the "
                                    "nearest neighbours for the farthest",
                                    along),
                        fmt::format("The coefficients count from distance 1 on: look at the order "
                                    "in which the sum takes the values along {}.",
                                    along),
                        by_formula(run, std::move(formula))});
    }
}

} // namespace

std::vector<Hypothesis> neighbour_mistaken(const Run& run) {
    std::vector<Hypothesis> made;
    add_moved_plane(run, made);
    add_other_axis(run, made);
    add_reversed_distances(run, made);
    const std::vector<StencilPoint>& stencil = run.lab.stencil;
    for (std::size_t term = 0; term < stencil.size(); ++term) {
        const std::string right = neighbour_name(run.lab, stencil[term].offset);
        for (const std::array<int, 3>& offset : near_by(run, stencil[term].offset)) {
            Formula formula = formula_of(run);
            formula.offsets[term] = offset;
            const std::string instead = neighbour_name(run.lab, offset);
            made.push_back(
                {"neighbour-mistaken",
                 fmt::format("{} {} {} {}", term, offset[0], offset[1], offset[2]),
                 fmt::format("equals the sweep with {} in place of {}", instead, right),
                 fmt::format("Look at the kernel's term for {}: its value is that of {}.", right,
                             instead),
                 by_formula(run, std::move(formula))});
        }
    }
    return made;
}

} // namespace kit
