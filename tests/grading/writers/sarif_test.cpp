#include "checker/course/hints.hpp"
#include "checker/grading/writers/formats.hpp"
#include "tests/catch.hpp"
#include "tests/grading/writers/fixtures.hpp"

#include <nlohmann/json.hpp>

using namespace kit;
using Json = nlohmann::json;

namespace {

/// Of the first finding's file, if this is its path.
std::string uri(const std::string& path) {
    GradedClass graded = fixtures::small_class();
    graded.students[1].items[1].check->findings[0].lines[0].file = path;
    const Json result = Json::parse(sarif(graded))["runs"][0]["results"][0];
    return result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
}

} // namespace

TEST_CASE("a path is a relative URI, byte by byte") {
    CHECK(uri("ada/05/kernel.cu") == "ada/05/kernel.cu");
    CHECK(uri("a b:c%d#e?f") == "a%20b%3Ac%25d%23e%3Ff");
    CHECK(uri("\xE9\xC3\xA9+") == "%E9%C3%A9%2B");
}

TEST_CASE("each result's rule is the one at its index") {
    const Json run = Json::parse(sarif(fixtures::small_class()))["runs"][0];
    const Json& rules = run["tool"]["driver"]["rules"];
    CHECK(rules.size() == 17);
    for (const Json& rule : rules) {
        CHECK(kind_named(rule["id"].get<std::string>()).has_value());
    }
    CHECK(run["results"].size() == 5);
    for (const Json& result : run["results"]) {
        CHECK(rules[result["ruleIndex"].get<std::size_t>()]["id"] == result["ruleId"]);
        CHECK((result["level"] == "error" || result["level"] == "warning"));
    }
}

TEST_CASE("a class without findings has an empty list of results") {
    const Json run = Json::parse(sarif({}))["runs"][0];
    CHECK(run["results"] == Json::array());
    CHECK(run["invocations"][0]["executionSuccessful"] == true);
}

TEST_CASE("a lab that was not judged is a notification of the tool") {
    const Json run = Json::parse(sarif(fixtures::small_class()))["runs"][0];
    CHECK(run["invocations"][0]["executionSuccessful"] == false);
    CHECK(run["invocations"][0]["toolExecutionNotifications"].size() == 1);
}

TEST_CASE("a fingerprint is the same where only the line's number changed") {
    GradedClass graded = fixtures::small_class();
    const auto fingerprint = [&] {
        return Json::parse(sarif(graded))["runs"][0]["results"][0]["partialFingerprints"];
    };
    const Json before = fingerprint();
    SourceLine& line = graded.students[1].items[1].check->findings[0].lines[0];
    line.line += 10;
    CHECK(fingerprint() == before);
    line.text += " ";
    CHECK(fingerprint() != before);
}

TEST_CASE("columns are characters, not bytes") {
    GradedClass graded = fixtures::small_class();
    SourceLine& line = graded.students[1].items[1].check->findings[0].lines[0];
    line.text = "/* é */ x";
    line.column = 10;
    const Json result = Json::parse(sarif(graded))["runs"][0]["results"][0];
    CHECK(result["locations"][0]["physicalLocation"]["region"]["startColumn"] == 9);
}
