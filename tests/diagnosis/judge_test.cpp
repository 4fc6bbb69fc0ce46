#include "checker/base/errors.hpp"
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

TEST_CASE("a launch that CUDA does not allow is the kit's to look at, not to judge") {
    const CaseData data = draw_case(sweep_lab(), {5, 5, 5}, 1);
    const auto judged_with = [&](const std::array<std::uint32_t, 3>& grid,
                                 const std::array<std::uint32_t, 3>& block) {
        Observation observation = right_observation(sweep_lab(), data);
        observation.output = data.output; // wrong, so that its places are looked for
        observation.launch.grid = grid;
        observation.launch.block = block;
        return judge_case(sweep_lab(), data, observation);
    };
    CHECK_NOTHROW(judged_with({2147483647, 65535, 65535}, {16, 1, 64}));
    CHECK_NOTHROW(judged_with({1, 1, 1}, {1024, 1, 1}));
    CHECK_THROWS_AS(judged_with({0, 1, 1}, {8, 8, 8}), KitError);
    CHECK_THROWS_AS(judged_with({1, 65536, 1}, {8, 8, 8}), KitError);
    CHECK_THROWS_AS(judged_with({2147483648, 1, 1}, {8, 8, 8}), KitError);
    CHECK_THROWS_AS(judged_with({1, 1, 1}, {8, 0, 8}), KitError);
    CHECK_THROWS_AS(judged_with({1, 1, 1}, {1, 1, 65}), KitError);
    CHECK_THROWS_AS(judged_with({1, 1, 1}, {32, 33, 1}), KitError);
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

TEST_CASE("stores of equal values are warnings that come last, unless other cells show the same "
          "mistake") {
    const auto of = [](FindingKind kind, Severity severity, const std::string& array) {
        Finding finding = seen(kind, severity);
        finding.array = array;
        finding.cause = {Cause::Kind::race, array};
        finding.cases = {"33³"};
        return finding;
    };
    auto equal_writes = of(FindingKind::race_shared, Severity::warning, "tile");
    equal_writes.cause.kind = Cause::Kind::equal_writes;
    const auto concluded = [](std::vector<Finding> findings) {
        return conclude(sweep_lab(), {result(Outcome::passed)}, std::move(findings));
    };

    const Verdict alone = concluded({equal_writes});
    CHECK(alone.outcome == Outcome::passed);
    REQUIRE(alone.findings.size() == 1);
    CHECK(alone.findings[0].severity == Severity::warning);

    const Verdict beside_others =
        concluded({equal_writes, of(FindingKind::race_global, Severity::error, "out")});
    REQUIRE(beside_others.findings.size() == 2);
    CHECK(beside_others.findings[0].array == "out");
    CHECK(beside_others.findings[1].severity == Severity::warning);

    // Cells that nobody loaded: their threads store to others' cells.
    const Verdict with_unwritten =
        concluded({equal_writes, of(FindingKind::uninitialized_shared, Severity::error, "tile")});
    REQUIRE(with_unwritten.findings.size() == 2);
    CHECK(with_unwritten.findings[0].kind == FindingKind::race_shared);
    CHECK(with_unwritten.findings[0].severity == Severity::error);
    CHECK(with_unwritten.findings[1].follows == 0);

    // An index outside the array shows more of the same mistake, wherever a small grid's wrong output comes first.
    const Verdict with_index =
        concluded({equal_writes, of(FindingKind::wrong_output, Severity::error, "out"),
                   of(FindingKind::out_of_bounds_shared, Severity::error, "tile")});
    REQUIRE(with_index.findings.size() == 3);
    CHECK(with_index.findings[0].kind == FindingKind::out_of_bounds_shared);

    auto by_many = equal_writes;
    by_many.hint = "Each cell is written by many threads.";
    CHECK(concluded({by_many, of(FindingKind::uninitialized_shared, Severity::error, "tile")})
              .findings[0]
              .hint == by_many.hint);

    const Verdict with_race =
        concluded({equal_writes, of(FindingKind::race_shared, Severity::error, "tile")});
    CHECK(with_race.findings.size() == 1);
}

TEST_CASE("a race comes before the unwritten reads of its array, which follow from it") {
    // On a small grid the missing barrier may show as unwritten reads alone.
    const auto of = [](FindingKind kind, const std::string& array,
                       const std::vector<std::string>& cases) {
        Finding finding = seen(kind, Severity::error);
        finding.array = array;
        finding.cause = {Cause::Kind::race, array};
        finding.cases = cases;
        return finding;
    };
    const Verdict verdict = conclude(sweep_lab(), {result(Outcome::failed)},
                                     {of(FindingKind::uninitialized_shared, "other", {"3³"}),
                                      of(FindingKind::uninitialized_shared, "tile", {"3³"}),
                                      of(FindingKind::uninitialized_shared, "tile", {"33³"}),
                                      of(FindingKind::race_shared, "tile", {"33³"})});
    REQUIRE(verdict.findings.size() == 3);
    CHECK(verdict.findings[0].array == "other");
    CHECK(verdict.findings[1].kind == FindingKind::race_shared);
    CHECK(verdict.findings[2].kind == FindingKind::uninitialized_shared);
    CHECK(verdict.findings[2].follows == 1);
}

TEST_CASE("a wrong output that a small grid shows alone goes under the race of a larger one") {
    Finding wrong = seen(FindingKind::wrong_output, Severity::error);
    wrong.cases = {"3³", "33³"};
    Finding race = seen(FindingKind::race_global, Severity::error);
    race.cases = {"33³"};
    const Verdict verdict = conclude(sweep_lab(), {result(Outcome::failed)}, {wrong, race});
    REQUIRE(verdict.findings.size() == 2);
    CHECK(verdict.findings[0].kind == FindingKind::race_global);
    CHECK(verdict.findings[1].follows == 0U);
}

TEST_CASE("an access past a row and past the array is told once") {
    using Kind = Cause::Kind;
    const auto of = [](const Cause& cause, int line) {
        Finding finding = seen(FindingKind::out_of_bounds_shared, Severity::error);
        finding.array = "tile";
        finding.cause = cause;
        finding.cases = {"33³"};
        finding.lines = {{"kernel.cu", line, 0, ""}};
        return finding;
    };
    const auto told = [](std::vector<Finding> findings) {
        return conclude(sweep_lab(), {result(Outcome::failed)}, std::move(findings))
            .findings.size();
    };
    CHECK(told({of({Kind::past_row, "tile"}, 7), of({Kind::past_array, "tile read"}, 7)}) == 1);
    CHECK(told({of({Kind::past_row, "tile"}, 7), of({Kind::past_array, "tile read"}, 8)}) == 2);
    CHECK(told({of({Kind::past_row, "tile"}, 7), of({Kind::before_array, "tile read"}, 7)}) == 2);
    CHECK(told({of({Kind::past_row, "tile"}, 7), of({Kind::before_row, "tile"}, 7)}) == 2);
}

TEST_CASE("where only threads without a cell compute, the guard is suspected") {
    Finding access = seen(FindingKind::out_of_bounds_global, Severity::error);
    access.cases = {"33³"};
    Finding wrong = seen(FindingKind::wrong_output, Severity::error);
    wrong.cases = {"33³"};
    wrong.wrote_nothing = true;
    const auto hint = [&access](const Finding& output) {
        return conclude(sweep_lab(), {result(Outcome::failed)}, {access, output}).findings[0].hint;
    };
    CHECK(hint(wrong).find("the wrong way round") != std::string::npos);
    wrong.wrote_nothing = false;
    CHECK(hint(wrong) == access.hint);
}
