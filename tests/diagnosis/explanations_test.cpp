// What is told of a wrong output and what is not: cells never written, two mistakes at once, mixtures
// and noise, several cases.
#include "checker/diagnosis/diagnoses.hpp"
#include "checker/diagnosis/hypotheses/hypothesis.hpp"
#include "checker/diagnosis/merged_findings.hpp"
#include "tests/catch.hpp"
#include "tests/diagnosis/spoiled.hpp"

#include <algorithm>
#include <functional>
#include <random>

using namespace kit;
using namespace kit::tests;

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
    CHECK(run.explanation() == "block-count-short short");
    CHECK_THAT(run.message(),
               ContainsSubstring(
                   "exactly those with j = 12, the last of the inner grid: every wrong cell lies "
                   "where no block reaches: 3 blocks of 4 cells along "
                   "j, from 0 on, end at j = 11."));
}

TEST_CASE("a march that ends early is not told as a missing block") {
    Spoiled run;
    run.observation.launch.block = {32, 32, 1};
    run.observation.launch.grid = {1, 1, 1}; // one block for all planes, as many as it likes
    run.for_inner([&](const Cell& cell) {
        if (cell[2] == 15) {
            const std::int64_t index = run.data.extents.index(cell[0], cell[1], cell[2]);
            std::memcpy(&run.observation.output[static_cast<std::size_t>(index) * 4],
                        &run.data.output[static_cast<std::size_t>(index) * 4], 4);
        }
    });
    CHECK(run.explanation() == "cells-left-out high");
    CHECK_THAT(run.message(), ContainsSubstring("lies behind i = 14, where the kernel computes"));
}

TEST_CASE("ends of the grid, and of tiles, that a condition leaves out are named") {
    const auto without = [](const std::function<bool(const Cell&)>& is_left_out) {
        Spoiled run;
        run.observation.launch.block = {6, 6, 1}; // tiles of 4 with a halo of 1
        run.observation.launch.grid = {3, 3, 1};
        run.for_inner([&](const Cell& cell) {
            if (is_left_out(cell)) {
                run.leave(cell);
            }
        });
        return run.explanation();
    };
    CHECK(without([](const Cell& cell) { return cell[0] == 1; }) == "cells-left-out low");
    CHECK(without([](const Cell& cell) { return cell[0] == 1 || cell[2] > 13; }) ==
          "cells-left-out both");
    CHECK(without([](const Cell& cell) { return cell[1] % 4 == 0; }) ==
          "cells-left-out tile first");
    CHECK(without([](const Cell& cell) { return cell[0] % 4 == 3 || cell[1] % 4 == 3; }) ==
          "cells-left-out tile last");
    CHECK(without([](const Cell& cell) { return cell[0] == 4; }).empty());
    CHECK(without([](const Cell& cell) { return cell[2] > 10; }) == "block-count-short march");
}

TEST_CASE("of ends that are left out the message keeps all but the place") {
    Finding finding;
    finding.message = "On the 9×9 grid (float, R = 1), 5 cells were never written.";
    finding.explanations = {{.id = "cells-left-out",
                             .key = "low",
                             .sentence = "lies before i = 2",
                             .hint = "",
                             .of_unwritten = true}};
    Finding with_place = finding;
    with_place.place = "all with i = 1";
    with_place.message.insert(with_place.message.size() - 1, ", all with i = 1");
    for (Finding* one : {&finding, &with_place}) {
        one->has_unwritten = true;
        add_explanation(*one);
        CHECK(one->message == "On the 9×9 grid (float, R = 1), 5 cells were never written: every "
                              "wrong cell lies before i = 2.");
    }
}

TEST_CASE("a grid without inner cells has none that no block reaches") {
    Spoiled run(sweep_lab(), {40, 2, 2});
    run.observation.launch.block = {8, 8, 8};
    run.observation.launch.grid = {1, 1, 1};
    run.set({3, 0, 0}, 7);
    CHECK(run.explanation().empty());
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
    CHECK(std::ranges::any_of(
        both.explanations, [](const Explanation& one) { return one.id == "block-count-short"; }));
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
            CHECK(std::ranges::find(known, hypothesis.id) != known.end());
        }
    }
}
