#include "checker/diagnosis/diagnoses.hpp"
#include "tests/catch.hpp"
#include "tests/diagnosis/cases.hpp"

using namespace kit;
using namespace kit::tests;

namespace {

std::optional<Finding> modified_input_in(const Lab& lab, const CaseData& data,
                                         const Observation& observation) {
    const std::optional<Comparison> comparison;
    return diagnose_input_modified({lab, data, observation, comparison});
}

} // namespace

TEST_CASE("a changed input is found, with its first cell") {
    const Lab lab = sweep_lab();
    const CaseData data = draw_case(lab, {5, 5, 5}, 1);
    Observation observation = right_observation(lab, data);
    CHECK(!modified_input_in(lab, data, observation));
    set_cell(observation.input, 32, 5);
    set_cell(observation.input, 80, 5);
    const Finding finding = modified_input_in(lab, data, observation).value();
    CHECK(finding.kind == FindingKind::input_modified);
    CHECK(finding.message ==
          "The kernel changed its input 'in': on the 5³ grid, 2 of 125 cells, first in[1][1][2].");
    CHECK(finding.array == "in");
    CHECK(finding.index == 32);
    CHECK(finding.count == 2);
    CHECK(finding.cases == std::vector<std::string>{"5³"});
}

TEST_CASE("the input of a run that did not end is not looked at") {
    const Lab lab = sweep_lab();
    const CaseData data = draw_case(lab, {5, 5, 5}, 1);
    CHECK(!modified_input_in(lab, data, Observation{}));
}
