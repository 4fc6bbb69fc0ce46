// The kit's kernels draw and judge one cell as the reference does whole arrays: the same bits.
#include "checker/reference/boundary.hpp"
#include "checker/reference/cell.hpp"
#include "checker/reference/draw.hpp"
#include "checker/reference/elements.hpp"
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
        lab.stencil = points_of(PointPattern::window, 1, 3);
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

/// Two inputs, and a third one as coefficients of some terms.
Lab with_more_inputs(Lab lab) {
    lab.arguments.assign(3, {"in", KernelArgument::Role::input});
    for (std::size_t term = 0; term < lab.stencil.size(); ++term) {
        lab.stencil[term].input = static_cast<int>(term % 2);
        if (term % 3 == 0 && lab.element != Element::int32) {
            lab.stencil[term].times = 2;
        }
    }
    return lab;
}

template <class T>
void compare_all(const Lab& lab, const Extents& extents) {
    const CaseData data = draw_case(lab, extents, 77);
    const T* input = elements<T>(std::span(data.input));
    const CellDraw draw = cell_draw(lab, extents, 77, data.coefficients);
    const CellGrid grid = cell_grid(lab, extents);
    std::vector<std::int64_t> begins;
    for (int number = 0; number < input_count(lab); ++number) {
        begins.push_back(number * extents.cells());
    }
    const std::vector<CellTerm> terms = cell_terms(lab, data.coefficients, begins);
    const Sweep sweep(lab, data);
    ExpectedStrip expected;
    std::int64_t computed = 0;
    for (std::int64_t number = 0; number < sweep.strips(); ++number) {
        const Strip strip = sweep.strip(number);
        sweep.compute(strip, expected);
        for (std::int64_t i = 0; i < strip.cells; ++i) {
            const std::int64_t at[3] = {strip.x + i, strip.y, strip.z};
            const std::int64_t cell = extents.index(at[0], at[1], at[2]);
            std::uint32_t words[block_words];
            const auto place = static_cast<int>(cell % cells_of_block<T>);
            stream_block(draw.key, stream_of_numbers,
                         static_cast<std::uint64_t>(cell / cells_of_block<T>), words);
            T drawn;
            drawn_input(draw, words, place, drawn);
            REQUIRE(bits_of_element(drawn) == bits_of_element(input[cell]));
            const bool inside = expected.first <= i && i < expected.last;
            if (lab.boundary == BoundaryRule::keep) {
                REQUIRE(is_interior(grid, at) == inside);
            }
            if (inside) {
                const CellExpected there = expected_cell(grid, terms.data(), input, at);
                const auto at_cell = static_cast<std::size_t>(i);
                REQUIRE(there.value == expected.value[at_cell]);
                REQUIRE(there.correction == expected.correction[at_cell]);
                REQUIRE(there.allowed == expected.allowed[at_cell]);
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
                compare_all<float>(with_more_inputs(lab_of(Element::float32, rule, clamped)),
                                   extents);
                compare_all<double>(with_more_inputs(lab_of(Element::float64, rule, clamped)),
                                    extents);
                const ResultOperation square = ResultOperation::square;
                compare_all<float>(lab_of(Element::float32, rule, clamped, square), extents);
                compare_all<double>(lab_of(Element::float64, rule, clamped, square), extents);
                compare_all<std::int32_t>(lab_of(Element::int32, rule, false, square), extents);
            }
        }
    }
}
