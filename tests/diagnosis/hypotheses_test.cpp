// Each mistake, made by a slow model of its own, is named.
#include "tests/catch.hpp"
#include "tests/diagnosis/spoiled.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

using namespace kit;
using namespace kit::tests;

namespace {

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
    CHECK(with_coefficients([](auto& c) { std::fill(c.begin() + 2, c.end(), c[1]); }) ==
          "coefficients-shared distance");
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
    // A cube whose rows are taken to lack the boundary: results are stored as wrongly as cells are read.
    Spoiled cube(sweep_lab(), {11, 11, 11});
    const Spoiled whole = cube;
    const auto index = [](const Cell& at) { return at[2] * 121 + at[1] * 9 + at[0]; };
    whole.for_inner([&](const Cell& cell) { cube.leave(cell); });
    whole.for_inner([&](const Cell& cell) {
        set_cell(cube.observation.output, index(cell),
                 static_cast<float>(whole.sum_of(
                     cell, [&](std::size_t, const Cell& from) { return whole.in(index(from)); })));
    });
    CHECK(cube.explanation() == "row-length-mistaken row alone -2 stored");
    CHECK_THAT(cube.message(),
               ContainsSubstring("the sweep over rows of 9 cells in planes of 121"));
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

TEST_CASE("a halo from a plane before is named") {
    CHECK(with_values([](const Spoiled& run, const Cell& cell, std::size_t, const Cell& from) {
              const bool halo = cell[0] / 4 != from[0] / 4 || cell[1] / 4 != from[1] / 4;
              return run.in(halo ? Cell{from[0], from[1], from[2] - 1} : from);
          }) == "halo-stale 2 xy");
}

TEST_CASE("tiles of one cell have no halo: the neighbour itself is missing") {
    Spoiled run;
    run.observation.launch.block = {32, 8, 1}; // the basic kernel in flat blocks
    run.observation.launch.grid = {1, 2, 17};
    std::vector<double> coefficients = run.data.coefficients;
    coefficients[6] = 0;
    run.for_inner([&](const Cell& cell) { run.set(cell, run.sum_with(cell, coefficients)); });
    CHECK(run.explanation() == "neighbour-left-out 6");
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
    root.for_inner(
        [&](const Cell& cell) { root.set(cell, 2 * root.sum_with(cell, root.data.coefficients)); });
    CHECK(root.explanation() == "result-not-squared doubled");
    Lab halves = sweep_lab();
    for (std::size_t term = 0; term < halves.stencil.size(); ++term) {
        halves.stencil[term].coefficient = 0.5 + static_cast<double>(term);
    }
    Spoiled whole(halves);
    whole.for_inner([&](const Cell& cell) {
        whole.set(cell, whole.sum(
                            cell, [](std::size_t term) { return static_cast<double>(term); },
                            [&](std::size_t, const Cell& from) { return whole.in(from); }));
    });
    CHECK(whole.explanation() == "coefficients-truncated ");
    Spoiled cut;
    cut.for_inner([&](const Cell& cell) { cut.set(cell, std::trunc(cut.out(cell))); });
    CHECK(cut.explanation() == "result-truncated ");
    Spoiled rounded;
    rounded.for_inner([&](const Cell& cell) { rounded.set(cell, std::round(rounded.out(cell))); });
    CHECK(rounded.explanation() == "result-truncated nearest");
    Spoiled magnitude(laplacian_lab());
    magnitude.for_inner([&](const Cell& cell) {
        const double sum = magnitude.sum_with(cell, magnitude.data.coefficients);
        magnitude.set(cell, std::min(std::abs(sum), 255.0));
    });
    CHECK(magnitude.explanation() == "result-not-clamped absolute");
    for (const auto& [below, above, name] :
         {std::tuple{255.0, 0.0, "exchanged"}, {0.0, 256.0, "other"}}) {
        Spoiled limited(laplacian_lab());
        limited.for_inner([&, low = below, high = above](const Cell& cell) {
            const double sum = limited.sum_with(cell, limited.data.coefficients);
            limited.set(cell, sum < 0 ? low : sum > std::max(high, 255.0) ? high : sum);
        });
        CHECK(limited.explanation() == fmt::format("result-at-other-limit {}", name));
    }
    for (const auto& [factor, name] : {std::pair{0.5, "0.5"}, {1.0 / 7, "0.143"}}) {
        Spoiled scaled;
        scaled.for_inner(
            [&, by = factor](const Cell& cell) { scaled.set(cell, by * scaled.out(cell)); });
        CHECK(scaled.explanation() == std::string("result-scaled ") + name);
    }
}

TEST_CASE("one sweep too few is named") {
    Lab lab = sweep_lab();
    lab.steps = 3;
    Spoiled run(lab);
    lab.steps = 2;
    run.observation.output = right_observation(lab, run.data).output;
    CHECK(run.explanation() == "sweeps-miscounted 2");
}

TEST_CASE("a march's mistakes are named") {
    const auto march = [](const std::function<double(const Spoiled&, const Cell&)>& value) {
        Spoiled run;
        run.observation.launch.block = {8, 8, 1};
        run.observation.launch.grid = {2, 3, 3};
        const Spoiled right = run;
        run.for_inner([&](const Cell& cell) { run.set(cell, value(right, cell)); });
        return run.explanation();
    };
    constexpr std::int64_t length = 6; // planes of a block
    const auto step_of = [](const Cell& cell) { return cell[2] % length; };
    // Above is loaded after the sum: it is what here is, and 0 in the first step.
    CHECK(march([&](const Spoiled& run, const Cell& cell) {
              return run.sum_of(cell, [&](std::size_t, const Cell& from) {
                  return from[2] <= cell[2]   ? run.in(from)
                         : step_of(cell) == 0 ? 0.0
                                              : static_cast<double>(run.in(cell));
              });
          }) == "march-mistaken loaded late");
    CHECK(march([&](const Spoiled& run, const Cell& cell) {
              return run.sum_of(cell, [&](std::size_t, const Cell& from) {
                  const bool is_lost = from[2] < cell[2] && step_of(cell) > 0;
                  return run.in(is_lost ? Cell{cell[0], cell[1], cell[2] + 1} : from);
              });
          }) == "march-mistaken slot lost");
    CHECK(march([&](const Spoiled& run, const Cell& cell) {
              return run.sum_of(cell, [&](std::size_t, const Cell& from) {
                  const bool is_beside = from[2] == cell[2] && from != cell;
                  return run.in(is_beside ? Cell{from[0], from[1], from[2] + 1} : from);
              });
          }) == "neighbours-moved 1 false");
}

TEST_CASE("a sum that goes on from plane to plane is named") {
    Spoiled run;
    run.observation.launch.block = {8, 8, 1};
    run.observation.launch.grid = {2, 3, 3};
    run.for_inner([&](const Cell& cell) {
        const bool goes_on = cell[2] % 6 > 1;
        const double below = goes_on ? run.out({cell[0], cell[1], cell[2] - 1}) : 0.0F;
        run.set(cell, run.sum_with(cell, run.data.coefficients) + below);
    });
    CHECK(run.explanation() == "sum-not-reset ");
}

TEST_CASE(
    "a sum that goes on from one cell of a thread to its next is named, however it counts cells") {
    for (const bool inner_only : {false, true}) {
        Spoiled run;
        run.observation.launch.block = {32, 1, 1};
        run.observation.launch.grid = {4, 1, 1};
        std::vector<double> sums(128); // of each thread
        std::int64_t inner_cells = 0;
        run.for_inner([&](const Cell& cell) {
            const std::int64_t index = run.data.extents.index(cell[0], cell[1], cell[2]);
            const std::int64_t number = inner_only ? inner_cells++ : index;
            double& sum = sums[static_cast<std::size_t>(number) % sums.size()];
            sum += run.sum_with(cell, run.data.coefficients);
            run.set(cell, sum);
        });
        CHECK(run.explanation() == fmt::format("sum-not-reset {}", inner_only ? "inner" : "line"));
    }
}

TEST_CASE("a limit everywhere is named, one here and there is not") {
    const auto is_told = [](const Spoiled& run) {
        const auto explanations = run.finding().explanations;
        return std::ranges::any_of(
            explanations, [](const Explanation& one) { return one.id == "result-at-limit"; });
    };
    Spoiled all(laplacian_lab());
    all.for_inner([&](const Cell& cell) { all.set(cell, 255); });
    CHECK(is_told(all));
    Spoiled some(laplacian_lab());
    some.for_inner([&](const Cell& cell) {
        if (cell[0] % 3 == 0) {
            some.set(cell, 255);
        }
    });
    CHECK_FALSE(is_told(some));
}

TEST_CASE("marches that begin further apart than they are long are named") {
    Spoiled run;
    run.observation.launch.block = {8, 8, 1};
    run.observation.launch.grid = {2, 3, 3};
    run.for_inner([&](const Cell& cell) {
        if (cell[2] % 7 >= 4) {
            run.leave(cell);
        }
    });
    CHECK(run.explanation() == "blocks-apart march");
}
