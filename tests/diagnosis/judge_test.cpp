#include "checker/diagnosis/judge.hpp"
#include "tests/catch.hpp"
#include "tests/diagnosis/cases.hpp"

using namespace kit;
using namespace kit::tests;

namespace {

struct SampleRun {
    Lab lab = sweep_lab();
    CaseData data = draw_case(lab, {5, 5, 5}, 1);
    Observation observation = right_observation(lab, data);

    [[nodiscard]] JudgedCase judged() const { return judge_case(lab, data, observation); }
};

Finding seen(FindingKind kind, Severity severity) {
    Finding finding;
    finding.kind = kind;
    finding.severity = severity;
    return finding;
}

const Finding seen_race = seen(FindingKind::race_shared, Severity::error);
const Finding early_exit = seen(FindingKind::early_exit_before_barrier, Severity::warning);

CaseResult result(Outcome outcome) {
    CaseResult result;
    result.outcome = outcome;
    return result;
}

} // namespace

TEST_CASE("a right run passes, warnings or not") {
    SampleRun right;
    CHECK(right.judged().result.outcome == Outcome::passed);
    CHECK(right.judged().result.extents == Extents{5, 5, 5});
    CHECK(right.judged().result.seconds == 0.5);
    CHECK(right.judged().result.comparison->cells == 125);
    right.observation.findings = {early_exit};
    const JudgedCase judged = right.judged();
    CHECK(judged.result.outcome == Outcome::passed);
    REQUIRE(judged.findings.size() == 1);
    CHECK(judged.findings[0].cases == std::vector<std::string>{"5³"});
}

TEST_CASE("an error that the runtime saw fails a right output") {
    SampleRun racing;
    racing.observation.findings = {seen_race};
    CHECK(racing.judged().result.outcome == Outcome::failed);
}

TEST_CASE("a wrong output fails, and a changed input is told first") {
    SampleRun wrong;
    set_cell(wrong.observation.output, 31, 100);
    set_cell(wrong.observation.input, 31, 100);
    const JudgedCase judged = wrong.judged();
    CHECK(judged.result.outcome == Outcome::failed);
    REQUIRE(judged.findings.size() == 2);
    CHECK(judged.findings[0].kind == FindingKind::input_modified);
    CHECK(judged.findings[1].kind == FindingKind::wrong_output);
}

TEST_CASE("a run that did not end fails by what was seen, else the kit is at fault") {
    SampleRun stopped;
    stopped.observation = Observation{};
    CHECK(stopped.judged().result.outcome == Outcome::error);
    CHECK(stopped.judged().result.extents == Extents{5, 5, 5});
    CHECK(!stopped.judged().result.comparison);
    stopped.observation.findings = {seen(FindingKind::timeout, Severity::error)};
    CHECK(stopped.judged().result.outcome == Outcome::failed);
}

TEST_CASE("only a lab whose every case passed scores") {
    const Lab lab = sweep_lab();
    const CaseResult passed = result(Outcome::passed);
    const CaseResult failed = result(Outcome::failed);
    const CaseResult error = result(Outcome::error);
    const Verdict good = conclude(lab, {passed, passed}, {early_exit});
    CHECK(good.outcome == Outcome::passed);
    CHECK(good.score == 10);
    CHECK(good.max_score == 10);
    CHECK(good.cases.size() == 2);
    CHECK(good.findings.size() == 1);
    const Verdict bad = conclude(lab, {passed, failed, error}, {});
    CHECK(bad.outcome == Outcome::failed);
    CHECK(bad.score == 0);
    CHECK(bad.max_score == 10);
    CHECK(conclude(lab, {passed, error}, {}).outcome == Outcome::error);
    CHECK(conclude(lab, {}, {}).outcome == Outcome::error);
    CHECK(conclude(lab, {}, {seen(FindingKind::build_error, Severity::error)}).outcome ==
          Outcome::failed);
    CHECK(conclude(lab, {passed}, {seen_race}).outcome == Outcome::failed);
}
