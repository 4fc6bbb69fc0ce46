// Each mistake, made by a slow model of its own, is named; mixtures and noise are not.
#include "checker/diagnosis/hypotheses/hypothesis.hpp"
#include "checker/diagnosis/merge.hpp"
#include "checker/diagnosis/wrong_output.hpp"
#include "checker/reference/comparison.hpp"
#include "tests/catch.hpp"
#include "tests/diagnosis/cases.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <random>

using namespace kit;
using namespace kit::tests;

namespace {

using Cell = std::array<std::int64_t, 3>;

/// A run to spoil, on a grid of three different extents.
struct Spoiled {
    explicit Spoiled(const Lab& of = sweep_lab(), const Extents& extents = {11, 13, 17}) : lab(of) {
        lab.cube = false;
        data = draw_case(lab, extents, 7);
        observation = right_observation(lab, data);
        observation.launch.block = {4, 4, 4};
        observation.launch.grid = {3, 4, 5};
    }

    [[nodiscard]] float in(std::int64_t index) const {
        float value = 0;
        std::memcpy(&value, &data.input[static_cast<std::size_t>(index) * sizeof value],
                    sizeof value);
        return value;
    }

    [[nodiscard]] float in(const Cell& cell) const {
        return in(data.extents.index(cell[0], cell[1], cell[2]));
    }

    [[nodiscard]] float out(const Cell& cell) const {
        float value = 0;
        const std::int64_t index = data.extents.index(cell[0], cell[1], cell[2]);
        std::memcpy(&value, &observation.output[static_cast<std::size_t>(index) * sizeof value],
                    sizeof value);
        return value;
    }

    void set(const Cell& cell, double value) {
        set_cell(observation.output, data.extents.index(cell[0], cell[1], cell[2]),
                 static_cast<float>(value));
    }

    /// Σ of coefficient(term) · value(term, neighbour).
    [[nodiscard]] double sum(const Cell& cell,
                             const std::function<double(std::size_t)>& coefficient,
                             const std::function<double(std::size_t, const Cell&)>& value) const {
        double result = 0;
        for (std::size_t term = 0; term < lab.stencil.size(); ++term) {
            const auto& offset = lab.stencil[term].offset;
            result += coefficient(term) *
                      value(term, {cell[0] + offset[0], cell[1] + offset[1], cell[2] + offset[2]});
        }
        return result;
    }

    [[nodiscard]] double sum_with(const Cell& cell, const std::vector<double>& coefficients) const {
        return sum(
            cell, [&](std::size_t term) { return coefficients[term]; },
            [&](std::size_t, const Cell& from) { return in(from); });
    }

    [[nodiscard]] double
    sum_of(const Cell& cell, const std::function<double(std::size_t, const Cell&)>& value) const {
        return sum(
            cell, [&](std::size_t term) { return data.coefficients[term]; }, value);
    }

    /// Calls work(cell) for each inner cell.
    template <class Work>
    void for_inner(const Work& work) const {
        const Extents& e = data.extents;
        const std::int64_t r = reach(lab);
        for (std::int64_t z = lab.axes > 2 ? r : 0; z < e.z - (lab.axes > 2 ? r : 0); ++z) {
            for (std::int64_t y = lab.axes > 1 ? r : 0; y < e.y - (lab.axes > 1 ? r : 0); ++y) {
                for (std::int64_t x = r; x < e.x - r; ++x) {
                    work(Cell{x, y, z});
                }
            }
        }
    }

    [[nodiscard]] Finding finding() const {
        const std::optional<Comparison> comparison = compare(lab, data, observation.output);
        return diagnose_wrong_output({lab, data, observation, comparison}).value();
    }

    /// "id key" of the best explanation; empty where there is none.
    [[nodiscard]] std::string explanation() const {
        const Finding told = finding();
        return told.explanations.empty()
                   ? ""
                   : told.explanations.front().id + " " + told.explanations.front().key;
    }

    [[nodiscard]] std::string message() const {
        Finding told = finding();
        tell_explanation(told);
        return told.message;
    }

    Lab lab;
    CaseData data;
    Observation observation;
};

/// The wrong coefficients in every inner cell.
std::string with_coefficients(const std::function<void(std::vector<double>&)>& change) {
    Spoiled run;
    std::vector<double> coefficients = run.data.coefficients;
    change(coefficients);
    run.for_inner([&](const Cell& cell) { run.set(cell, run.sum_with(cell, coefficients)); });
    return run.explanation();
}

/// Each term's cell replaced by `value`.
std::string with_values(
    const std::function<double(const Spoiled&, const Cell&, std::size_t, const Cell&)>& value) {
    Spoiled run;
    const Spoiled right = run;
    run.for_inner([&](const Cell& cell) {
        run.set(cell, right.sum_of(cell, [&](std::size_t term, const Cell& from) {
            return value(right, cell, term, from);
        }));
    });
    return run.explanation();
}

} // namespace

TEST_CASE("coefficients in each other's place are named") {
    CHECK(with_coefficients([](auto& c) { std::swap(c[3], c[4]); }) ==
          "coefficients-exchanged 3 4");
    CHECK(with_coefficients([](auto& c) { std::swap(c[0], c[6]); }) ==
          "coefficients-exchanged 0 6");
    CHECK(with_coefficients([](auto& c) {
              std::swap(c[1], c[3]);
              std::swap(c[2], c[4]);
          }) == "axes-exchanged 0 1");
    CHECK(with_coefficients([](auto& c) { c[6] = c[5]; }) == "coefficient-mistaken 6 5");
    CHECK(with_coefficients([](auto& c) { std::rotate(c.begin(), c.begin() + 1, c.end()); }) ==
          "coefficients-moved next");
}

TEST_CASE("terms left out, doubled or subtracted are named") {
    CHECK(with_coefficients([](auto& c) { c[2] = 0; }) == "neighbour-left-out 2");
    CHECK(with_coefficients([](auto& c) { c[0] *= 2; }) == "neighbour-twice 0");
    CHECK(with_coefficients([](auto& c) { c[5] *= -1; }) == "sign-mistaken 5");
    CHECK(with_coefficients([](auto& c) { c[5] = c[6] = 0; }) == "neighbour-left-out 5 6");
}

TEST_CASE("a neighbour taken for another is named") {
    CHECK(with_values([](const Spoiled& run, const Cell& cell, std::size_t term, const Cell& from) {
              return run.in(term == 5 ? cell : from);
          }) == "neighbour-mistaken 5 0 0 0");
    CHECK(with_values([](const Spoiled& run, const Cell&, std::size_t term, const Cell& from) {
              return run.in(term == 1 ? Cell{from[0] - 1, from[1], from[2]} : from);
          }) == "neighbour-mistaken 1 -2 0 0");
}

TEST_CASE("a copy of the input and an empty sum are named") {
    Spoiled copied;
    copied.observation.output = copied.data.input;
    CHECK(copied.explanation() == "output-equals-input ");
    Spoiled zero;
    zero.for_inner([&](const Cell& cell) { zero.set(cell, 0); });
    CHECK(zero.explanation() == "output-zero ");
}

TEST_CASE("a result in its neighbour's place is named") {
    Spoiled run;
    const Spoiled right = run;
    run.for_inner([&](const Cell& cell) {
        run.set({cell[0], cell[1] - 1, cell[2]}, right.out(cell));
    });
    CHECK(run.explanation() == "shifted 0 1 0");
    run.observation.output = run.data.output;
    run.for_inner([&](const Cell& cell) {
        run.set({cell[0], cell[1] - 1, cell[2]}, right.out(cell));
    });
    CHECK(run.explanation() == "shifted 0 1 0"); // of the values; the last row was never written
    CHECK(run.finding().has_unwritten);
    Spoiled read;
    const Spoiled whole = read;
    read.for_inner([&](const Cell& cell) {
        read.set(cell, whole.sum_of(cell, [&](std::size_t, const Cell& from) {
            return whole.in({from[0], from[1], std::min<std::int64_t>(from[2] + 1, 16)});
        }));
    });
    CHECK(read.finding().explanations.empty()); // clamped at the top: not quite shifted
    read.for_inner([&](const Cell& cell) {
        if (cell[2] == 15) {
            read.set(cell, whole.out(cell));
        }
    });
    CHECK(read.explanation() == "shifted 0 0 1");
    CHECK_THAT(read.message(), ContainsSubstring("every wrong cell holds the result that belongs "
                                                 "to out[i+1][j][k]"));
}

TEST_CASE("a transposed index is named") {
    Spoiled run;
    const Spoiled right = run;
    const Extents& e = run.data.extents;
    run.for_inner([&](const Cell& cell) {
        run.set(cell, right.sum_of(cell, [&](std::size_t, const Cell& from) {
            return right.in((from[0] * e.y + from[1]) * e.z + from[2]);
        }));
    });
    CHECK(run.explanation() == "transposed read 210");
    Spoiled rows(sweep_lab(), {13, 11, 17});
    const Spoiled as_drawn = rows;
    rows.for_inner([&](const Cell& cell) {
        rows.set(cell, as_drawn.sum_of(cell, [&](std::size_t, const Cell& from) {
            return as_drawn.in((from[2] * 11 + from[1]) * 11 + from[0]); // its rows overlap
        }));
    });
    CHECK(rows.explanation() == "row-length-mistaken 1 1");
}

TEST_CASE("computed boundary cells are named with their rule") {
    Spoiled run;
    const Extents& e = run.data.extents;
    for (std::int64_t i = 0; i < e.cells(); ++i) {
        const Cell cell = e.cell(i);
        run.set(cell, run.sum_of(cell, [&](std::size_t, const Cell& from) {
            const bool on_grid = from[0] >= 0 && from[0] < e.x && from[1] >= 0 && from[1] < e.y &&
                                 from[2] >= 0 && from[2] < e.z;
            return on_grid ? run.in(from) : 0.0F;
        }));
    }
    CHECK(run.explanation() == "boundary-as-interior zero");
}

TEST_CASE("a halo that was not loaded is named, not the neighbour") {
    // Tiles of 4³ from cell 0.
    const auto outside_tile = [](const Cell& cell, const Cell& from, std::size_t axis) {
        return cell[axis] / 4 != from[axis] / 4;
    };
    CHECK(with_values([&](const Spoiled& run, const Cell& cell, std::size_t, const Cell& from) {
              const bool halo = outside_tile(cell, from, 0) || outside_tile(cell, from, 1) ||
                                outside_tile(cell, from, 2);
              return halo ? 0.0F : run.in(from);
          }) == "halo-zero 0 all");
    CHECK(with_values([&](const Spoiled& run, const Cell& cell, std::size_t, const Cell& from) {
              const bool halo = outside_tile(cell, from, 0) && from[0] > cell[0];
              return halo ? run.in(cell) : run.in(from);
          }) == "halo-edge 1 0 1");
}

TEST_CASE("old and new values mixed are named") {
    Spoiled run;
    // In memory order, in place: the neighbours before the cell are new.
    run.for_inner([&](const Cell& cell) {
        run.set(cell, run.sum_of(cell, [&](std::size_t term, const Cell& from) {
            return term % 2 == 1 ? run.out(from) : run.in(from);
        }));
    });
    CHECK(run.explanation() == "in-place ");
}

TEST_CASE("results that were not finished are named") {
    Spoiled plain(laplacian_lab());
    plain.for_inner(
        [&](const Cell& cell) { plain.set(cell, plain.sum_with(cell, plain.data.coefficients)); });
    CHECK(plain.explanation() == "result-not-clamped ");
    Lab squared = sweep_lab();
    squared.result_operation = ResultOperation::square;
    Spoiled root(squared);
    root.for_inner(
        [&](const Cell& cell) { root.set(cell, root.sum_with(cell, root.data.coefficients)); });
    CHECK(root.explanation() == "result-not-squared ");
    Spoiled cut;
    cut.for_inner([&](const Cell& cell) { cut.set(cell, std::trunc(cut.out(cell))); });
    CHECK(cut.explanation() == "result-truncated ");
}

TEST_CASE("a block too few is named by where it ends") {
    Spoiled run(sweep_lab(), {11, 14, 17});
    run.observation.launch.grid = {3, 3, 5};
    run.for_inner([&](const Cell& cell) {
        if (cell[1] >= 12) {
            const std::int64_t index = run.data.extents.index(cell[0], cell[1], cell[2]);
            std::memcpy(&run.observation.output[static_cast<std::size_t>(index) * 4],
                        &run.data.output[static_cast<std::size_t>(index) * 4], 4);
        }
    });
    CHECK(run.explanation() == "block-count-short 1");
    CHECK_THAT(run.message(), ContainsSubstring("exactly those with j = 12: every wrong cell lies "
                                                "where no block reaches: 3 blocks of 4 cells along "
                                                "j, from 0 on, end at j = 11."));
}

TEST_CASE("wrong values and cells never written are explained each for itself") {
    Spoiled run(sweep_lab(), {11, 14, 17});
    run.observation.launch.grid = {3, 3, 5};
    run.observation.output = run.data.output;
    std::vector<double> coefficients = run.data.coefficients;
    std::swap(coefficients[3], coefficients[4]);
    run.for_inner([&](const Cell& cell) {
        if (cell[1] < 12) {
            run.set(cell, run.sum_with(cell, coefficients));
        }
    });
    CHECK_THAT(run.message(), ContainsSubstring("every wrong value equals the sweep with c[3] and "
                                                "c[4] exchanged; every cell never written lies "
                                                "where no block reaches"));
    // Where the blocks suffice only the values are wrong: on both grids together both are told.
    Spoiled other(sweep_lab(), {11, 12, 17});
    coefficients = other.data.coefficients;
    std::swap(coefficients[3], coefficients[4]);
    other.for_inner([&](const Cell& cell) { other.set(cell, other.sum_with(cell, coefficients)); });
    const Finding both = merge({other.finding(), run.finding()}).front();
    CHECK(both.explanations.front().id == "coefficients-exchanged");
    CHECK(std::any_of(both.explanations.begin(), both.explanations.end(),
                      [](const Explanation& one) { return one.id == "block-count-short"; }));
}

TEST_CASE("one sweep too few is named") {
    Lab lab = sweep_lab();
    lab.steps = 3;
    Spoiled run(lab);
    lab.steps = 2;
    run.observation.output = right_observation(lab, run.data).output;
    CHECK(run.explanation() == "sweeps-miscounted 2");
}

TEST_CASE("what no hypothesis explains whole is not explained") {
    std::mt19937 random(3);
    Spoiled noise;
    noise.for_inner([&](const Cell& cell) {
        if (random() % 10 == 0) {
            noise.set(cell, static_cast<double>(random() % 1000) / 500 - 1);
        }
    });
    CHECK(noise.explanation().empty());
    Spoiled mixed;
    std::vector<double> exchanged = mixed.data.coefficients;
    std::swap(exchanged[3], exchanged[4]);
    std::vector<double> left_out = mixed.data.coefficients;
    left_out[2] = 0;
    mixed.for_inner([&](const Cell& cell) {
        mixed.set(cell, mixed.sum_with(cell, cell[2] == 9 ? left_out : exchanged));
    });
    CHECK(mixed.explanation().empty());
    // One cell in ten thousand against it is enough.
    Spoiled nearly;
    nearly.for_inner([&](const Cell& cell) { nearly.set(cell, nearly.sum_with(cell, exchanged)); });
    CHECK(nearly.explanation() == "coefficients-exchanged 3 4");
    nearly.set({5, 6, 7}, 0.123);
    CHECK(nearly.explanation().empty());
}

TEST_CASE("an explanation of one case that fails on another is not told") {
    Spoiled first;
    std::vector<double> exchanged = first.data.coefficients;
    std::swap(exchanged[3], exchanged[4]);
    first.for_inner([&](const Cell& cell) { first.set(cell, first.sum_with(cell, exchanged)); });
    Spoiled second(sweep_lab(), {9, 9, 9});
    second.observation.output = second.data.input;
    const Finding one = first.finding();
    CHECK(merge({one, second.finding()}).front().explanations.empty());
    Spoiled third(sweep_lab(), {9, 8, 9});
    std::vector<double> again = third.data.coefficients;
    std::swap(again[3], again[4]);
    third.for_inner([&](const Cell& cell) { third.set(cell, third.sum_with(cell, again)); });
    CHECK(merge({one, third.finding()}).front().explanations.front().id ==
          "coefficients-exchanged");
}

TEST_CASE("every hypothesis has an id of the contract") {
    Lab image = sweep_lab();
    image.boundary = BoundaryRule::clamp_to_edge;
    Lab steps = sweep_lab();
    steps.steps = 2;
    const auto known = explanation_ids();
    for (const Lab& lab : {sweep_lab(), laplacian_lab(), image, steps}) {
        const Spoiled spoiled(lab);
        const Run run(spoiled.lab, spoiled.data, spoiled.observation);
        for (const Hypothesis& hypothesis : all_hypotheses(run)) {
            INFO(hypothesis.id);
            CHECK(std::find(known.begin(), known.end(), hypothesis.id) != known.end());
        }
    }
}
