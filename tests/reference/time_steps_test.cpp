// Several sweeps in a row against a slow model in long double and float kernels of the usual kinds.
#include "checker/reference/boundary.hpp"
#include "checker/reference/cell.hpp"
#include "checker/reference/comparison.hpp"
#include "checker/reference/draw.hpp"
#include "checker/reference/elements.hpp"
#include "checker/reference/error_bound.hpp"
#include "checker/reference/time_steps.hpp"
#include "tests/catch.hpp"
#include "tests/reference/labs.hpp"

#include <cmath>
#include <cstring>
#include <vector>

using namespace kit;

namespace {

Lab sweeps(int steps) {
    Lab lab = tests::sweep_lab();
    lab.steps = steps;
    return lab;
}

/// So many sweeps in T, one after the other, each rounded as T does.
template <class T>
std::vector<T> swept(const Lab& lab, const CaseData& data, int steps) {
    const Extents& extents = data.extents;
    const float* in = elements<float>(std::span(data.input));
    std::vector<T> before(in, in + extents.cells());
    std::vector<T> after = before;
    for (int step = 0; step < steps; ++step) {
        for (std::int64_t z = 1; z < extents.z - 1; ++z) {
            for (std::int64_t y = 1; y < extents.y - 1; ++y) {
                for (std::int64_t x = 1; x < extents.x - 1; ++x) {
                    T sum = 0;
                    for (std::size_t i = 0; i < lab.stencil.size(); ++i) {
                        const auto& offset = lab.stencil[i].offset;
                        const auto from = static_cast<std::size_t>(
                            extents.index(x + offset[0], y + offset[1], z + offset[2]));
                        sum += static_cast<T>(data.coefficients[i]) * before[from];
                    }
                    after[extents.index(x, y, z)] = sum;
                }
            }
        }
        std::swap(before, after);
    }
    return before;
}

std::uint64_t mismatches(const Lab& lab, const CaseData& data, const std::vector<float>& output) {
    return compare(lab, data, std::as_bytes(std::span(output))).mismatches;
}

} // namespace

TEST_CASE("several sweeps come to what a slower and more precise model says") {
    for (const int steps : {2, 4, 9}) {
        const Lab lab = sweeps(steps);
        const Extents extents{11, 9, 8};
        const CaseData data = draw_case(lab, extents, 3);
        const std::vector<CellStep> stepped =
            step_grid(lab, extents, data.input, data.coefficients);
        const std::vector<long double> exact = swept<long double>(lab, data, steps);
        for (std::size_t cell = 0; cell < exact.size(); ++cell) {
            const auto off = std::abs(static_cast<long double>(stepped[cell].value) - exact[cell]);
            REQUIRE(off <= 1e-3 * stepped[cell].allowed);
        }
    }
}

TEST_CASE("float kernels are within the bound, and one sweep more or less is not") {
    for (const int steps : {2, 4, 16}) {
        const Lab lab = sweeps(steps);
        const CaseData data = draw_case(lab, {20, 20, 20}, 7);
        const std::vector<float> right = swept<float>(lab, data, steps);
        CHECK(mismatches(lab, data, right) == 0);
        CHECK(mismatches(lab, data, swept<float>(lab, data, steps - 1)) > 5000);
        CHECK(mismatches(lab, data, swept<float>(lab, data, steps + 1)) > 5000);
        std::vector<float> wrong = right;
        wrong[data.extents.index(7, 8, 9)] *= 1.001f;
        CHECK(mismatches(lab, data, wrong) == 1);
        wrong = right;
        wrong[0] += 1;
        CHECK(mismatches(lab, data, wrong) == 1);
    }
}

TEST_CASE("the GPU's kernels step as the reference does, bit by bit") {
    const Lab lab = sweeps(5);
    const Extents extents{9, 8, 7};
    const CaseData data = draw_case(lab, extents, 5);
    const std::vector<CellStep> stepped = step_grid(lab, extents, data.input, data.coefficients);
    const float* in = elements<float>(std::span(data.input));
    const CellGrid grid = cell_grid(lab, extents);
    const std::vector<CellTerm> terms = cell_terms(lab, data.coefficients);
    std::vector<CellStep> before;
    for (std::int64_t cell = 0; cell < extents.cells(); ++cell) {
        before.push_back({static_cast<double>(in[cell]), 0});
    }
    std::vector<CellStep> after = before;
    for (int step = 0; step < lab.steps; ++step) {
        for (std::int64_t cell = 0; cell < extents.cells(); ++cell) {
            const auto place = extents.cell(cell);
            if (is_interior(grid, place.data())) {
                after[cell] = stepped_cell(grid, terms.data(), before.data(), place.data());
            }
        }
        std::swap(before, after);
    }
    for (std::size_t cell = 0; cell < before.size(); ++cell) {
        REQUIRE(before[cell].value == stepped[cell].value);
        REQUIRE(before[cell].allowed == stepped[cell].allowed);
    }
}
