#include "checker/diagnosis/diagnoses.hpp"
#include "checker/reference/comparison.hpp"
#include "tests/catch.hpp"
#include "tests/diagnosis/cases.hpp"

#include <cmath>

using namespace kit;
using namespace kit::tests;

namespace {

std::optional<Finding> wrong_output_in(const Lab& lab, const CaseData& data,
                                       const Observation& observation) {
    const std::optional<Comparison> comparison = compare(lab, data, observation.output);
    return diagnose_wrong_output({lab, data, observation, comparison});
}

/// A sweep on 5³ and its right output.
struct SweptCase {
    Lab lab = sweep_lab();
    CaseData data = draw_case(lab, {5, 5, 5}, 1);
    Observation observation = right_observation(lab, data);

    [[nodiscard]] Finding finding() const {
        return wrong_output_in(lab, data, observation).value();
    }
};

} // namespace

TEST_CASE("a right output is no finding, nor is a run that was not compared") {
    const SweptCase right;
    CHECK(!wrong_output_in(right.lab, right.data, right.observation));
    const std::optional<Comparison> none;
    CHECK(!diagnose_wrong_output({right.lab, right.data, right.observation, none}));
}

TEST_CASE("an output that nobody wrote") {
    SweptCase wrong;
    wrong.observation.output = wrong.data.output;
    const Finding finding = wrong.finding();
    CHECK(finding.kind == FindingKind::wrong_output);
    CHECK(finding.severity == Severity::error);
    CHECK(finding.message == "On the 5³ grid, 27 of the 125 cells of out were never written (all "
                             "inner cells, no boundary cell).");
    CHECK(finding.array == "out");
    CHECK(finding.index == 31);
    CHECK(finding.count == 27);
    CHECK(finding.cases == std::vector<std::string>{"5³"});
    CHECK_THAT(finding.detail, ContainsSubstring("out[1][1][1]  never written"));
    CHECK_THAT(finding.hint, ContainsSubstring("out[1][1][1]"));
}

TEST_CASE("wrong cells of several sorts are told apart") {
    SweptCase wrong;
    set_cell(wrong.observation.output, 31, std::nanf(""));
    set_cell(wrong.observation.output, 32, 100);
    set_cell(wrong.observation.output, 0, 100);
    CHECK(wrong.finding().message == "On the 5³ grid, 3 of the 125 cells of out are wrong (1 at "
                                     "the boundary); 1 not a number, 2 with a wrong value.");
}

TEST_CASE("where the wrong cells lie is said") {
    SweptCase wrong;
    set_cell(wrong.observation.output, 31, std::nanf(""));
    CHECK_THAT(wrong.finding().message,
               ContainsSubstring("1 of the 125 cells of out is not a number "
                                 "(an inner cell)."));
    set_cell(wrong.observation.output, 31, 100);
    CHECK(wrong.finding().message == "On the 5³ grid, 1 of the 125 cells of out is wrong (an "
                                     "inner cell).");
    wrong.observation = right_observation(wrong.lab, wrong.data);
    set_cell(wrong.observation.output, 3, 100);
    CHECK_THAT(wrong.finding().message, ContainsSubstring("is wrong (a boundary cell)."));
    wrong.observation.output = std::vector<std::byte>(wrong.data.output.size());
    CHECK(wrong.finding().message == "On the 5³ grid, all 125 cells of out are wrong.");
}

TEST_CASE("a lab without boundary cells says nothing of them") {
    Lab lab = sweep_lab();
    lab.axes = 1;
    lab.stencil.resize(1);
    const CaseData data = draw_case(lab, {1000003, 1, 1}, 1);
    Observation observation = right_observation(lab, data);
    set_cell(observation.output, 1000002, 100);
    const Finding finding = wrong_output_in(lab, data, observation).value();
    CHECK(finding.message ==
          "On 1,000,003 points, 1 of the 1,000,003 cells of out is wrong, the last one.");
    CHECK_THAT(finding.detail, ContainsSubstring("out[1000002]  "));
    const CaseData one = draw_case(lab, {1, 1, 1}, 1);
    Observation wrong = right_observation(lab, one);
    set_cell(wrong.output, 0, 100);
    CHECK(wrong_output_in(lab, one, wrong).value().message ==
          "On 1 point, the only cell of out is wrong.");
}

TEST_CASE("the table of wrong cells is aligned and shows what differs") {
    Lab lab = sweep_lab();
    std::vector<WrongCell> cells{
        {{1, 2, 13}, 0.25, -0.5, 1.23e-6, WrongCell::Why::wrong},
        {{2, 2, 13}, std::nan(""), 0.125, 1e-6, WrongCell::Why::not_a_number},
        {{3, 2, 13}, 0, 0.0625, 1e-6, WrongCell::Why::untouched},
        {{0, 2, 13}, 0.5, 0.75, 0, WrongCell::Why::wrong},
    };
    CHECK(wrong_cell_table(lab, "out", cells) ==
          "cell                     got  expected  allowed error\n"
          "out[13][2][1]           0.25      -0.5        1.2e-06\n"
          "out[13][2][2]            NaN     0.125          1e-06\n"
          "out[13][2][3]  never written    0.0625          1e-06\n"
          "out[13][2][0]            0.5      0.75           none");
    cells = {{{4, 7, 0}, 0.12345678, 0.12345679, 1e-9, WrongCell::Why::wrong}};
    lab.axes = 2;
    CHECK(wrong_cell_table(lab, "image", cells) ==
          "cell                got    expected  allowed error\n"
          "image[7][4]  0.12345678  0.12345679          1e-09");
    cells = {{{4, 0, 0}, -1234567890, 1234567, 0, WrongCell::Why::wrong}};
    lab.axes = 1;
    lab.element = Element::int32;
    CHECK(wrong_cell_table(lab, "out", cells) == "cell            got  expected  allowed error\n"
                                                 "out[4]  -1234567890   1234567           none");
    CHECK(wrong_cell_table(lab, "out", {}).empty());
}
