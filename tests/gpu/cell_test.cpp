// The kit's kernels judge as the reference does: the same inputs, the same sums, bit by bit.
#include "checker/gpu/kernels/cell.hpp"
#include "checker/reference/boundary.hpp"
#include "checker/reference/draw.hpp"
#include "checker/reference/elements.hpp"
#include "checker/reference/error_bound.hpp"
#include "checker/reference/input_range.hpp"
#include "checker/reference/sweep.hpp"
#include "tests/catch.hpp"

#include <cstring>
#include <vector>

using namespace kit;

namespace {

Lab lab_of(Element element, BoundaryRule rule, bool clamped,
           ResultOperation operation = ResultOperation::none) {
    Lab lab;
    lab.element = element;
    lab.axes = 3;
    lab.boundary = rule;
    lab.result_operation = operation;
    if (rule == BoundaryRule::one_sided) {
        lab.axes = 1;
        lab.stencil = points_of(StencilShape::window, 1, 3);
        return lab;
    }
    const auto fixed = element == Element::int32 ? std::optional<double>(3) : std::nullopt;
    for (const std::array<int, 3>& offset :
         {std::array<int, 3>{0, 0, 0}, {-2, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 0, 2}, {1, 1, -1}}) {
        lab.stencil.push_back({offset, fixed});
    }
    if (clamped) {
        lab.result_range = ResultRange{-0.5, 0.75};
    }
    return lab;
}

template <class T>
void compare_all(const Lab& lab, const Extents& extents) {
    const CaseData data = draw_case(lab, extents, 77);
    const T* input = elements<T>(std::span(data.input));
    const InputRange range = input_range(lab, data.coefficients);
    gpu::CellDraw draw{};
    draw.key = input_bits(extents, 77).key();
    draw.middle = range.middle;
    draw.half = range.half;
    draw.low = range.low;
    draw.high = range.high;
    draw.low_integer = range.low_integer;
    draw.integers = range.integers;
    gpu::CellGrid grid{};
    const Interior inner = interior(lab, extents);
    const auto axes = axes_of(lab, extents);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        grid.extent[axis] = axes[axis].extent;
        grid.first[axis] = inner.first[axis];
        grid.last[axis] = inner.last[axis];
        grid.lowest[axis] = axes[axis].lowest;
        grid.highest[axis] = axes[axis].highest;
    }
    grid.rule = static_cast<std::int64_t>(lab.boundary);
    grid.terms = static_cast<std::int64_t>(lab.stencil.size());
    grid.sets = coefficient_sets(lab);
    grid.error_factor = error_factor(lab);
    grid.squares = lab.result_operation == ResultOperation::square ? 1 : 0;
    if (lab.result_range) {
        grid.has_range = 1;
        grid.low = lab.result_range->low;
        grid.high = lab.result_range->high;
    }
    std::vector<gpu::CellTerm> terms;
    for (std::size_t i = 0; i < data.coefficients.size(); ++i) {
        const auto& offset = lab.stencil[i % lab.stencil.size()].offset;
        terms.push_back({{offset[0], offset[1], offset[2]}, data.coefficients[i]});
    }
    const Sweep sweep(lab, extents, data.input, data.coefficients);
    ExpectedStrip expected;
    std::int64_t computed = 0;
    for (std::int64_t number = 0; number < sweep.strips(); ++number) {
        const Strip strip = sweep.strip(number);
        sweep.compute(strip, expected);
        for (std::int64_t i = 0; i < strip.cells; ++i) {
            const std::int64_t at[3] = {strip.x + i, strip.y, strip.z};
            const std::int64_t cell = extents.index(at[0], at[1], at[2]);
            T drawn;
            gpu::drawn_input(draw, cell, drawn);
            REQUIRE(gpu::bits_of_element(drawn) == gpu::bits_of_element(input[cell]));
            const bool inside = expected.first <= i && i < expected.last;
            if (lab.boundary == BoundaryRule::keep) {
                REQUIRE(gpu::is_interior(grid, at) == inside);
            }
            if (inside) {
                const gpu::CellExpected there = gpu::expected_cell(grid, terms.data(), input, at);
                const auto place = static_cast<std::size_t>(i);
                REQUIRE(there.value == expected.value[place]);
                REQUIRE(there.correction == expected.correction[place]);
                REQUIRE(there.allowed == expected.allowed[place]);
                ++computed;
            }
        }
    }
    CHECK(computed > 0);
}

} // namespace

TEST_CASE("the kit's kernels judge cell by cell as the reference does") {
    for (const BoundaryRule rule :
         {BoundaryRule::keep, BoundaryRule::clamp_to_edge, BoundaryRule::one_sided,
          BoundaryRule::periodic, BoundaryRule::zero}) {
        for (const bool clamped : {false, true}) {
            for (Extents extents : {Extents{9, 8, 7}, Extents{5, 6, 5}, Extents{33, 5, 6}}) {
                if (rule == BoundaryRule::one_sided) {
                    extents = {extents.x, 1, 1};
                }
                CAPTURE(static_cast<int>(rule), clamped, extents.x);
                compare_all<float>(lab_of(Element::float32, rule, clamped), extents);
                compare_all<double>(lab_of(Element::float64, rule, clamped), extents);
                compare_all<std::int32_t>(lab_of(Element::int32, rule, false), extents);
                const ResultOperation square = ResultOperation::square;
                compare_all<float>(lab_of(Element::float32, rule, clamped, square), extents);
                compare_all<double>(lab_of(Element::float64, rule, clamped, square), extents);
                compare_all<std::int32_t>(lab_of(Element::int32, rule, false, square), extents);
            }
        }
    }
}
