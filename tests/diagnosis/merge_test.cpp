#include "checker/diagnosis/merged_findings.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

Finding finding(FindingKind kind, const char* array, int line, const char* on) {
    Finding result;
    result.kind = kind;
    result.array = array;
    result.message = std::string("seen on ") + on;
    result.detail = std::string("detail of ") + on;
    result.count = 10;
    if (line > 0) {
        result.lines = {{"kernel.cu", line, 1, ""}};
    }
    if (*on != '\0') {
        result.cases = {on};
    }
    return result;
}

constexpr FindingKind race = FindingKind::race_shared;
constexpr FindingKind wrong = FindingKind::wrong_output;

} // namespace

TEST_CASE("the same finding on several cases becomes one") {
    const auto merged = merge({finding(wrong, "out", 0, "3³"), finding(race, "tile", 12, "5³"),
                               finding(wrong, "out", 0, "5³"), finding(race, "tile", 12, "33³"),
                               finding(wrong, "out", 0, "33³")});
    REQUIRE(merged.size() == 2);
    CHECK(merged[0].kind == wrong);
    CHECK(merged[0].count == 30);
    CHECK(merged[0].cases == std::vector<std::string>{"3³", "5³", "33³"});
    CHECK(merged[0].message == "seen on 3³");
    CHECK(merged[0].detail == "detail of 3³");
    CHECK(merged[1].count == 20);
    CHECK(merged[1].cases == std::vector<std::string>{"5³", "33³"});
}

TEST_CASE("a wrong output is shown on the first case that has many wrong cells itself") {
    std::vector<Finding> findings;
    for (const auto& [on, count] :
         {std::pair{"1×1", 1u}, {"12×8", 96u}, {"5×3", 15u}, {"13×9", 117u}}) {
        findings.push_back(finding(wrong, "out", 0, on));
        findings.back().count = count;
    }
    const auto merged = merge(findings);
    REQUIRE(merged.size() == 1);
    CHECK(merged[0].count == 229);
    CHECK(merged[0].message == "seen on 13×9");
}

TEST_CASE("what explains one value, on the only grid that has one, is told of no other grid") {
    Finding value = finding(wrong, "out", 0, "1");
    value.has_wrong_values = true;
    value.explanations = {{.id = "output-zero", .key = "", .sentence = "holds 0", .hint = ""}};
    Finding unwritten = finding(wrong, "out", 0, "255");
    unwritten.has_unwritten = true;
    CHECK(merge({value, unwritten})[0].explanations.size() == 1);
    value.count = 1;
    CHECK(merge({value, unwritten})[0].explanations.empty());
}

TEST_CASE("findings that differ in kind, severity, line or array stay apart") {
    Finding warning = finding(race, "tile", 12, "8³");
    warning.severity = Severity::warning;
    CHECK(merge({finding(race, "tile", 12, "3³"), finding(race, "tile", 13, "5³"),
                 finding(race, "halo", 12, "7³"), warning,
                 finding(FindingKind::race_global, "tile", 12, "9³")})
              .size() == 5);
}

TEST_CASE("two findings of one case stay two, and meet their own on the next case") {
    Finding load = finding(race, "tile", 12, "3³");
    Finding store = load;
    store.message = "another";
    Finding later_load = load;
    Finding later_store = store;
    later_load.cases = later_store.cases = {"5³"};
    const auto merged = merge({load, store, later_load, later_store});
    REQUIRE(merged.size() == 2);
    CHECK(merged[0].message == load.message);
    CHECK(merged[1].message == "another");
    CHECK(merged[1].cases == std::vector<std::string>{"3³", "5³"});
}

TEST_CASE("findings without a case are kept as they are") {
    CHECK(merge({finding(FindingKind::build_error, "", 3, ""),
                 finding(FindingKind::build_error, "", 3, "")})
              .size() == 2);
    CHECK(merge({}).empty());
}

TEST_CASE("one cause seen at several lines of one run is one finding with all its lines") {
    const auto with_cause = [](int line, const char* on, Cause::Kind cause) {
        Finding result = finding(FindingKind::out_of_bounds_global, "in", line, on);
        result.cause.kind = cause;
        return result;
    };
    const auto merged = merge({with_cause(9, "3³", Cause::Kind::past_array),
                               with_cause(7, "3³", Cause::Kind::past_array),
                               with_cause(8, "3³", Cause::Kind::before_array),
                               with_cause(7, "5³", Cause::Kind::past_array)});
    REQUIRE(merged.size() == 2);
    CHECK(merged[0].count == 30);
    REQUIRE(merged[0].lines.size() == 2);
    CHECK(merged[0].lines[0].line == 9); // of the example
    CHECK(merged[0].lines[1].line == 7);
    CHECK(merged[0].cases == std::vector<std::string>{"3³", "5³"});
    CHECK(merged[1].lines.size() == 1);
}
