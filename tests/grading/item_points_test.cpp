#include "checker/grading/rules/item_points.hpp"

#include "checker/grading/model/moment.hpp"
#include "tests/catch.hpp"

#include <cstdlib>
#include <ctime>
#include <string>

using namespace kit;
using std::chrono::sys_seconds;

namespace {

Lab lab_of_three_cases(bool technique) {
    Lab lab;
    lab.number = 5;
    lab.id = "05-shared-memory-tiling";
    lab.points = 15;
    lab.axes = 3;
    lab.cube = true;
    lab.cases = {{3, 3, 3}, {33, 33, 33}, {120, 120, 120}};
    if (technique) {
        lab.technique = TechniqueDemand{};
    }
    return lab;
}

CheckedSubmission all_passed() {
    CheckedSubmission check;
    check.outcome = Outcome::passed;
    for (const std::int64_t side : {3, 33, 120}) {
        check.cases.push_back({{side, side, side}, "", Outcome::passed});
    }
    return check;
}

CheckedSubmission with_finding(FindingKind kind, std::vector<std::string> cases) {
    CheckedSubmission check = all_passed();
    check.outcome = Outcome::failed;
    for (CheckedCase& one : check.cases) {
        const std::string label = std::to_string(one.extents[0]) + "³";
        for (const std::string& named : cases) {
            one.outcome = named == label ? Outcome::failed : one.outcome;
        }
    }
    Finding finding;
    finding.kind = kind;
    finding.cases = std::move(cases);
    check.findings.push_back(finding);
    return check;
}

GradedItem graded(const CheckedSubmission& check, const Lab& lab, const GradingRules& rules = {}) {
    GradedItem result;
    result.state = GradedItem::State::graded;
    result.check = check;
    add_points(result, lab, rules, std::nullopt);
    return result;
}

GradedItem handed_in(int hours_late, const GradingRules& rules) {
    GradedItem result;
    result.state = GradedItem::State::graded;
    result.check = all_passed();
    const sys_seconds deadline{std::chrono::hours(1000)};
    result.submitted = deadline + std::chrono::hours(hours_late);
    add_points(result, lab_of_three_cases(false), rules, deadline);
    return result;
}

} // namespace

TEST_CASE("a passed lab has all its points") {
    CHECK(graded(all_passed(), lab_of_three_cases(false)).points == 15);
    const GradedItem with_technique = graded(all_passed(), lab_of_three_cases(true));
    CHECK(with_technique.points == 15);
    REQUIRE(with_technique.parts.size() == 2);
    CHECK(with_technique.parts[0].max_points == 12);
    CHECK(with_technique.parts[1].points == 3);
}

TEST_CASE("each right grid counts, and one that was not run does not") {
    CheckedSubmission check = with_finding(FindingKind::wrong_output, {"33³"});
    CHECK(graded(check, lab_of_three_cases(false)).points == 10);
    check.cases.pop_back();
    CHECK(graded(check, lab_of_three_cases(false)).points == 5);
    const GradedItem result = graded(check, lab_of_three_cases(true));
    CHECK(result.points == 4);
    CHECK(result.parts[1].reason == "judged once every grid is right");
}

TEST_CASE("a missing technique costs its share and no grid") {
    const GradedItem result = graded(with_finding(FindingKind::technique_missing, {"120³", "33³"}),
                                     lab_of_three_cases(true));
    CHECK(result.points == 12);
    CHECK(result.parts[0].reason == "all 3 grids are right");
}

TEST_CASE("an error without a grid spoils all of them, a warning none") {
    CheckedSubmission check = with_finding(FindingKind::build_error, {});
    CHECK(graded(check, lab_of_three_cases(false)).points == 0);
    check.findings[0].severity = Severity::warning;
    CHECK(graded(check, lab_of_three_cases(false)).points == 15);
}

TEST_CASE("without partial credit a lab is worth all or nothing") {
    GradingRules rules;
    rules.partial_credit = Credit::nothing;
    CHECK(graded(with_finding(FindingKind::wrong_output, {"33³"}), lab_of_three_cases(false), rules)
              .points == 0);
    CHECK(graded(with_finding(FindingKind::technique_missing, {"33³"}), lab_of_three_cases(true),
                 rules)
              .points == 0);
    CHECK(graded(all_passed(), lab_of_three_cases(true), rules).points == 15);
}

TEST_CASE("right parts count by their weight, where that is more than right grids") {
    GradingRules rules;
    rules.partial_credit = Credit::parts;
    using State = TriedPart::State;
    CheckedSubmission check = with_finding(FindingKind::wrong_output, {"3³", "33³", "120³"});
    check.parts.parts = {{1, "", 5, State::right},
                         {2, "", 9, State::wrong},
                         {3, "", 12, State::not_yet},
                         {4, "", 14, State::tied},
                         {5, "", 20, State::right}};
    Lab lab = lab_of_three_cases(false);
    const GradedItem equal = graded(check, lab, rules);
    CHECK(equal.points == 6); // two of five parts
    CHECK(equal.parts.at(0).kind == PointsPart::Kind::parts);
    CHECK(equal.parts.at(0).reason ==
          "parts right: 1 and 5; wrong: 2; not written: 3; not to be judged alone: 4");
    lab.part_weights = {4, 1, 1, 1, 3};
    CHECK(graded(check, lab, rules).points == 10.5);
    CHECK(graded(check, lab).points == 0); // by grids
    // What says nothing about the mistake counts nothing, and neither does a whole that passes lose by its parts.
    check.parts.outside_is_wrong = true;
    CHECK(graded(check, lab, rules).points == 0);
    check.parts = {};
    CHECK(graded(check, lab, rules).points == 0);
    check.parts.parts = {{1, "", 5, State::right}, {2, "", 9, State::right}};
    CHECK(graded(check, lab, rules).points == 0);
    CheckedSubmission nearly = with_finding(FindingKind::wrong_output, {"33³"});
    nearly.parts.parts = {{1, "", 5, State::wrong}, {2, "", 9, State::right}};
    lab.part_weights.clear();
    CHECK(graded(nearly, lab, rules).points == 10); // two of three grids
    CHECK(graded(all_passed(), lab, rules).points == 15);
}

TEST_CASE("each case of each variant counts") {
    Lab lab = lab_of_three_cases(false);
    lab.variants = {{Element::float32, 1, {{3, 3, 3}}},
                    {Element::float64, 1, {{3, 3, 3}, {5, 5, 5}}}};
    CheckedSubmission check;
    const std::vector<Lab> variants = all_variants(lab);
    check.cases = {{{3, 3, 3}, variant_name(variants[0]), Outcome::passed},
                   {{3, 3, 3}, variant_name(variants[1]), Outcome::failed}};
    Finding wrong;
    wrong.kind = FindingKind::wrong_output;
    wrong.cases = {describe({3, 3, 3}, variants[1])};
    check.findings = {wrong};
    const RightCases cases = right_cases(lab, check);
    CHECK(cases.right == 1);
    CHECK(cases.all == 3);
}

TEST_CASE("lateness costs a share for each day begun, up to everything") {
    GradingRules rules;
    rules.late.grace_minutes = 60;
    rules.late.percent_per_day = 10;
    rules.late.most_days = 3;
    CHECK(handed_in(-1, rules).points == 15);
    CHECK(handed_in(1, rules).points == 15); // in the time of grace
    CHECK(handed_in(2, rules).points == 13.5);
    CHECK(handed_in(24, rules).points == 13.5);
    CHECK(handed_in(25, rules).points == 12);
    CHECK(handed_in(72, rules).points == 10.5);
    const GradedItem over = handed_in(73, rules);
    CHECK(over.points == 0);
    CHECK(over.parts.back().reason == "4 days late: accepted up to 3 days");
    CHECK(handed_in(-1, rules).parts.size() == 1);
}

TEST_CASE(
    "a day late ends at the deadline's time by the clock, across a change to winter time, too") {
    const char* const before = std::getenv("TZ");
    const std::string kept = before == nullptr ? "" : before;
    setenv("TZ", "America/New_York", 1);
    tzset();
    const auto moment = [](const char* text) { return parse_moment(text).value(); };
    const auto deadline = moment("2026-10-31 20:00");
    CHECK(days_late(moment("2026-10-31 20:00"), deadline, {}) == 0);
    CHECK(days_late(moment("2026-11-01 19:30"), deadline, {}) == 1);
    CHECK(days_late(moment("2026-11-01 20:00"), deadline, {}) == 1); // 25 hours
    CHECK(days_late(moment("2026-11-01 20:01"), deadline, {}) == 2);
    CHECK(days_late(moment("2026-03-08 19:59"), moment("2026-03-07 20:00"), {}) == 1); // 23 hours
    CHECK(days_late(moment("2026-03-08 20:01"), moment("2026-03-07 20:00"), {}) == 2);
    CHECK(days_late(moment("2027-10-31 20:01"), deadline, {}) == 366);
    CHECK(days_late(sys_seconds(std::chrono::seconds(std::int64_t{1} << 60)), deadline, {}) ==
          100'000);
    before == nullptr ? unsetenv("TZ") : setenv("TZ", kept.c_str(), 1);
    tzset();
}

TEST_CASE("a bonus is for speed against the reference, and no spread costs anything") {
    GradingRules rules;
    rules.bonus = BonusRule{2, 0.9};
    CheckedSubmission check = all_passed();
    check.time = CheckedTime{"NVIDIA H200", 1e-5, 100, 100, 0.95e-5, false};
    CHECK(graded(check, lab_of_three_cases(false), rules).points == 17);
    check.time->reference_seconds = 0.8e-5;
    CHECK(graded(check, lab_of_three_cases(false), rules).points == 15);
    check.time->inconclusive = true;
    CHECK(graded(check, lab_of_three_cases(false), rules).points == 15);
    check.time.reset();
    CHECK(graded(check, lab_of_three_cases(false), rules).points == 15);
}

TEST_CASE("what is missing or refused has no points, what the kit failed on no parts") {
    GradedItem lab;
    lab.state = GradedItem::State::error;
    add_points(lab, lab_of_three_cases(true), {}, std::nullopt);
    CHECK(lab.parts.empty());
    CHECK(lab.max_points == 15);
}
