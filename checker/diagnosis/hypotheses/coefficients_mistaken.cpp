#include "checker/diagnosis/hypotheses/hypothesis.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace kit {

namespace {

/// `from[t]` is the term whose coefficient term t gets, in every set.
std::vector<double> taken_from(const Run& run, const std::vector<std::size_t>& from) {
    const std::vector<double>& right = run.data.coefficients;
    std::vector<double> taken(right.size());
    for (std::size_t i = 0; i < right.size(); ++i) {
        const std::size_t term = i % from.size();
        taken[i] = right[i - term + from[term]];
    }
    return taken;
}

class Mistakes {
public:
    explicit Mistakes(const Run& run) : run_(run) {}

    /// Adds nothing if the coefficients come out the same.
    void add(const char* id, std::string key, const std::vector<std::size_t>& from,
             std::string sentence, std::string hint) {
        Formula formula = formula_of(run_);
        formula.coefficients = taken_from(run_, from);
        if (formula.coefficients != run_.data.coefficients) {
            made_.push_back({id, std::move(key), std::move(sentence), std::move(hint),
                             by_formula(run_, std::move(formula))});
        }
    }

    [[nodiscard]] std::vector<std::size_t> right_order() const {
        std::vector<std::size_t> order(run_.lab.stencil.size());
        std::iota(order.begin(), order.end(), 0);
        return order;
    }

    /// The order after moving each term's offset; empty if an offset then leaves the stencil.
    template <class Move>
    [[nodiscard]] std::vector<std::size_t> order_after(const Move& move) const {
        const auto& stencil = run_.lab.stencil;
        std::vector<std::size_t> order;
        for (const StencilPoint& point : stencil) {
            const std::array<int, 3> moved = move(point.offset);
            const auto found = std::ranges::find_if(stencil, [&](const StencilPoint& other) {
                return other.offset == moved && other.input == point.input &&
                       other.times == point.times;
            });
            if (found == stencil.end()) {
                return {};
            }
            order.push_back(static_cast<std::size_t>(found - stencil.begin()));
        }
        return order;
    }

    [[nodiscard]] std::vector<Hypothesis> take() { return std::move(made_); }

private:
    const Run& run_;
    std::vector<Hypothesis> made_;
};

std::string term_name(const Lab& lab, std::size_t term) {
    return neighbour_name(lab, lab.stencil[term].offset, lab.stencil[term].input);
}

std::string hint_on_pair(const Lab& lab, std::size_t one, std::size_t two) {
    const std::string neighbour = term_name(lab, one);
    const std::string other = term_name(lab, two);
    const std::string name = coefficient_name(lab, one);
    return name.ends_with(neighbour) // it has no name of its own
               ? fmt::format("The kernel's sum multiplies {} by the coefficient of {}, and the "
                             "other way round: look at the coefficients' order.",
                             neighbour, other)
               : fmt::format("{} belongs to {}, {} to {}: compare with the kernel's sum.", name,
                             neighbour, coefficient_name(lab, two), other);
}

void add_pairs(const Run& run, Mistakes& mistakes) {
    const Lab& lab = run.lab;
    for (std::size_t one = 0; one < lab.stencil.size(); ++one) {
        for (std::size_t two = one + 1; two < lab.stencil.size(); ++two) {
            if (!may_be_mistaken(run, lab.stencil[one].offset, lab.stencil[two].offset)) {
                continue;
            }
            std::vector<std::size_t> from = mistakes.right_order();
            std::swap(from[one], from[two]);
            mistakes.add("coefficients-exchanged", fmt::format("{} {}", one, two), from,
                         fmt::format("equals the sweep with {} and {} exchanged",
                                     coefficient_name(lab, one), coefficient_name(lab, two)),
                         hint_on_pair(lab, one, two));
        }
    }
}

void add_axes(const Run& run, Mistakes& mistakes) {
    const Lab& lab = run.lab;
    for (std::size_t axis = 0; axis < lab.axes; ++axis) {
        const auto mirrored = mistakes.order_after([axis](std::array<int, 3> offset) {
            offset[axis] = -offset[axis];
            return offset;
        });
        if (!mirrored.empty()) {
            mistakes.add(
                "coefficients-exchanged", fmt::format("mirrored {}", axis), mirrored,
                fmt::format("equals the sweep with the coefficients mirrored along {}",
                            axis_name(lab, axis)),
                fmt::format("Look at which coefficients the kernel gives to the neighbours "
                            "before and behind the cell along {}.",
                            axis_name(lab, axis)));
        }
        for (std::size_t other = axis + 1; other < lab.axes; ++other) {
            const auto exchanged = mistakes.order_after([axis, other](std::array<int, 3> offset) {
                std::swap(offset[axis], offset[other]);
                return offset;
            });
            if (!exchanged.empty()) {
                mistakes.add(
                    "axes-exchanged", fmt::format("{} {}", axis, other), exchanged,
                    fmt::format("equals the sweep with the coefficients of {} and {} exchanged",
                                axis_name(lab, axis), axis_name(lab, other)),
                    fmt::format("For each neighbour in the kernel's sum, look along which axis it "
                                "lies: those along {} have the coefficients of {}.",
                                axis_name(lab, axis), axis_name(lab, other)));
            }
        }
        for (std::size_t other = 0; other < lab.axes; ++other) {
            const auto copied = mistakes.order_after([axis, other](std::array<int, 3> offset) {
                if (axis != other && offset[axis] == 0) {
                    std::swap(offset[axis], offset[other]);
                }
                return offset;
            });
            if (!copied.empty()) {
                mistakes.add("coefficient-mistaken", fmt::format("axis {} {}", axis, other), copied,
                             fmt::format("equals the sweep with the coefficients of {} where those "
                                         "of {} belong",
                                         axis_name(lab, axis), axis_name(lab, other)),
                             fmt::format("Look at the terms of the neighbours along {}: which "
                                         "coefficients do they have?",
                                         axis_name(lab, other)));
            }
        }
    }
}

void add_copies(const Run& run, Mistakes& mistakes) {
    const Lab& lab = run.lab;
    for (std::size_t term = 0; term < lab.stencil.size(); ++term) {
        for (std::size_t instead = 0; instead < lab.stencil.size(); ++instead) {
            if (!may_be_mistaken(run, lab.stencil[term].offset, lab.stencil[instead].offset)) {
                continue;
            }
            std::vector<std::size_t> from = mistakes.right_order();
            from[term] = instead;
            mistakes.add("coefficient-mistaken", fmt::format("{} {}", term, instead), from,
                         fmt::format("equals the sweep with {} where {} belongs",
                                     coefficient_name(lab, instead), coefficient_name(lab, term)),
                         fmt::format("Look at the term of {}: which coefficient does it have?",
                                     term_name(lab, term)));
        }
    }
}

/// A term that is not multiplied by its coefficient: both are added.
void add_sums_for_products(const Run& run, std::vector<Hypothesis>& made) {
    const std::size_t terms = run.lab.stencil.size();
    for (std::size_t term = 0; term < terms && run.data.coefficients.size() == terms; ++term) {
        if (run.data.coefficients[term] == 1) {
            continue;
        }
        Formula formula = formula_of(run);
        formula.addend = std::exchange(formula.coefficients[term], 1.0);
        made.push_back(
            {"coefficient-mistaken", fmt::format("added {}", term),
             fmt::format("equals the sweep with {} added to {} in place of their product",
                         coefficient_name(run.lab, term), term_name(run.lab, term)),
             fmt::format("In the term of {} look for a + where * belongs.",
                         term_name(run.lab, term)),
             by_formula(run, std::move(formula))});
    }
}

/// All terms with one coefficient.
void add_constant(const Run& run, Mistakes& mistakes) {
    const std::size_t terms = run.lab.stencil.size();
    for (std::size_t term = 0; term < terms; ++term) {
        mistakes.add(
            "coefficients-shared", fmt::format("all {}", term),
            std::vector<std::size_t>(terms, term),
            fmt::format("equals the sweep with {} in every term", coefficient_name(run.lab, term)),
            fmt::format("Each of the {} terms has its own coefficient.", terms));
    }
}

/// Opposite neighbours with one coefficient for both.
void add_shared(const Run& run, Mistakes& mistakes) {
    const auto& stencil = run.lab.stencil;
    for (const int side : {-1, 1}) {
        const auto from = mistakes.order_after([side](std::array<int, 3> offset) {
            for (int& along : offset) {
                along = side * std::abs(along);
            }
            return offset;
        });
        if (!from.empty()) {
            mistakes.add(
                "coefficients-shared", side < 0 ? "low" : "high", from,
                fmt::format("equals the sweep with the coefficients of the neighbours {} "
                            "the cell also used for those {} it",
                            side < 0 ? "before" : "behind", side < 0 ? "behind" : "before"),
                fmt::format("Each of the {} terms has its own coefficient.", stencil.size()));
        }
    }
}

/// All neighbours at one distance with one coefficient: that of the distance's number, or of the first of them.
void add_one_a_distance(const Run& run, Mistakes& mistakes) {
    const auto& stencil = run.lab.stencil;
    const auto distance = [&](std::size_t term) {
        std::size_t farthest = 0;
        for (const int along : stencil[term].offset) {
            farthest = std::max(farthest, static_cast<std::size_t>(std::abs(along)));
        }
        return farthest;
    };
    const auto terms = mistakes.right_order();
    const bool has_one =
        std::ranges::all_of(terms, [&](std::size_t term) { return distance(term) <= 1; });
    for (const bool by_number : {true, false}) {
        std::vector<std::size_t> from = terms;
        for (const std::size_t term : terms) {
            const std::size_t of_term = distance(term);
            const auto first = std::ranges::find_if(
                terms, [&](std::size_t other) { return distance(other) == of_term; });
            from[term] = of_term == 0 ? term
                         : by_number  ? std::min(of_term, terms.size() - 1)
                                      : *first;
        }
        mistakes.add(
            "coefficients-shared", by_number ? "distance" : "first of a distance", from,
            has_one     ? fmt::format("equals the sweep with {} for all neighbours",
                                      coefficient_name(run.lab, from.back()))
            : by_number ? "equals the sweep with the coefficient of number r for all neighbours at "
                          "distance r"
                        : "equals the sweep with one coefficient for all neighbours at a distance",
            fmt::format("Each of the {} terms has its own coefficient.", stencil.size()));
    }
}

void add_moved_on(const Run& run, Mistakes& mistakes) {
    const std::size_t terms = run.lab.stencil.size();
    for (const std::size_t by : {std::size_t{1}, terms - 1}) {
        std::vector<std::size_t> from = mistakes.right_order();
        std::rotate(from.begin(), from.begin() + by, from.end());
        mistakes.add("coefficients-moved", by == 1 ? "next" : "previous", from,
                     fmt::format("equals the sweep with each term taking the {} term's coefficient",
                                 by == 1 ? "next" : "previous"),
                     fmt::format("The first coefficient, {}, belongs to {}: where does the kernel "
                                 "start counting?",
                                 coefficient_name(run.lab, 0), term_name(run.lab, 0)));
    }
}

/// The neighbours' coefficients beginning with the first term's.
void add_neighbours_moved(const Run& run, Mistakes& mistakes) {
    std::vector<std::size_t> from = mistakes.right_order();
    std::iota(from.begin() + 1, from.end(), 0);
    const std::string first = coefficient_name(run.lab, 0);
    mistakes.add("coefficients-moved", "neighbours", from,
                 fmt::format("equals the sweep with the neighbours' coefficients beginning at {}, "
                             "not at {}",
                             first, coefficient_name(run.lab, 1)),
                 fmt::format("{} belongs to {} alone: where does the kernel start counting?", first,
                             term_name(run.lab, 0)));
}

/// A star's coefficients, which go distance by distance, taken direction by direction, each from near to far.
void add_by_direction(const Run& run, Mistakes& mistakes) {
    const auto& stencil = run.lab.stencil;
    const auto distance = [](const StencilPoint& point) {
        return std::abs(point.offset[0]) + std::abs(point.offset[1]) + std::abs(point.offset[2]);
    };
    const auto from = mistakes.right_order();
    std::vector<std::size_t> by_direction = from;
    std::ranges::stable_sort(by_direction, [&](std::size_t a, std::size_t b) {
        const auto direction = [&](std::size_t term) {
            const std::array<int, 3>& offset = stencil[term].offset;
            const auto nearest = std::ranges::find_if(stencil, [&](const StencilPoint& other) {
                return distance(other) == 1 && distance(stencil[term]) > 0 &&
                       other.offset[0] * offset[0] + other.offset[1] * offset[1] +
                               other.offset[2] * offset[2] ==
                           distance(stencil[term]);
            });
            return nearest == stencil.end() ? -1 : nearest - stencil.begin();
        };
        return direction(a) < direction(b);
    });
    std::vector<std::size_t> taken(from.size());
    for (std::size_t place = 0; place < taken.size(); ++place) {
        taken[by_direction[place]] = place;
    }
    if (reach(run.lab) > 1) {
        mistakes.add("coefficients-exchanged", "by direction", taken,
                     "equals the sweep with the coefficients taken direction by direction instead "
                     "of distance by distance",
                     "First come the coefficients of all neighbours at distance 1, then those at "
                     "distance 2: the distance is multiplied by the number of directions.");
    }
}

/// A star's coefficients, those of a distance beginning too soon: c[3 * (r - 1) + 1] where there are six directions.
void add_by_step(const Run& run, Mistakes& mistakes) {
    const auto& stencil = run.lab.stencil;
    const auto farthest = static_cast<std::size_t>(reach(run.lab));
    const std::size_t directions = (stencil.size() - 1) / std::max<std::size_t>(farthest, 1);
    for (std::size_t step = 0; farthest > 1 && step < directions; ++step) {
        std::vector<std::size_t> from = mistakes.right_order();
        for (std::size_t term = 1; term < from.size(); ++term) {
            from[term] = 1 + (term - 1) / directions * step + (term - 1) % directions;
        }
        mistakes.add(
            "coefficients-exchanged", fmt::format("step {}", step), from,
            step == 0 ? "equals the sweep with the coefficients of distance 1 at every distance"
                      : fmt::format("equals the sweep with the coefficients of distance r "
                                    "beginning at c[{} * (r - 1) + 1]",
                                    step),
            fmt::format("Each distance has {0} coefficients, one for each direction: those "
                        "of distance r begin at c[{0} * (r - 1) + 1].",
                        directions));
    }
}

} // namespace

std::vector<Hypothesis> coefficients_mistaken(const Run& run) {
    Mistakes mistakes(run);
    if (run.lab.stencil.size() > 1) {
        add_pairs(run, mistakes);
        add_axes(run, mistakes);
        add_copies(run, mistakes);
        add_constant(run, mistakes);
        add_shared(run, mistakes);
        add_one_a_distance(run, mistakes);
        add_moved_on(run, mistakes);
        add_neighbours_moved(run, mistakes);
        add_by_direction(run, mistakes);
        add_by_step(run, mistakes);
    }
    std::vector<Hypothesis> made = mistakes.take();
    if (run.lab.stencil.size() > 1 && run.lab.steps == 1) {
        add_sums_for_products(run, made);
    }
    return made;
}

} // namespace kit
