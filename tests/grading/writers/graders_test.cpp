// What graders' documentations ask of their results, of every sample.
#include "checker/grading/writers/formats.hpp"
#include "tests/catch.hpp"
#include "tests/grading/writers/fixtures.hpp"

#include <nlohmann/json.hpp>

#include <set>

using namespace kit;
using Json = nlohmann::json;

namespace {

const std::set<std::string> visibilities{"hidden", "after_due_date", "after_published", "visible"};
const std::set<std::string> formats{"text", "html", "simple_format", "md", "ansi"};

} // namespace

TEST_CASE("Gradescope: every key is one of the specification's, with its type") {
    const GradedClass graded = fixtures::small_class();
    for (const GradedStudent& student : graded.students) {
        const Json json = Json::parse(gradescope_results(graded, student));
        for (const auto& [key, value] : json.items()) {
            INFO(key);
            CHECK((key == "tests" || value.is_string()));
        }
        CHECK(formats.count(json["output_format"]) == 1);
        CHECK(formats.count(json["test_output_format"]) == 1);
        CHECK(formats.count(json["test_name_format"]) == 1);
        CHECK(visibilities.count(json["visibility"]) == 1);
        CHECK(json["tests"].size() == student.items.size());
        for (const Json& test : json["tests"]) {
            CHECK(test["name"].is_string());
            CHECK(test["output"].is_string());
            CHECK((test["status"] == "passed" || test["status"] == "failed"));
            CHECK(visibilities.count(test["visibility"]) == 1);
            CHECK(test.contains("score") == test.contains("max_score"));
            CHECK((!test.contains("score") || test["score"].is_number()));
        }
    }
}

TEST_CASE("Gradescope: the tests' scores are the student's points") {
    const GradedClass graded = fixtures::small_class();
    const GradedStudent& ada = graded.students[0];
    const Json json = Json::parse(gradescope_results(graded, ada));
    double sum = 0;
    for (const Json& test : json["tests"]) {
        sum += test["score"].get<double>();
    }
    CHECK(sum == Approx(ada.points));
}

TEST_CASE("Gradescope: points that are not known are no zero") {
    const GradedClass graded = fixtures::small_class();
    const Json json = Json::parse(gradescope_results(graded, graded.students[3]));
    CHECK_FALSE(json["tests"][2].contains("score"));
    CHECK(json["tests"][0]["score"] == 10);
    CHECK_THAT(json["output"].get<std::string>(), ContainsSubstring("Not final"));
}

TEST_CASE("Gradescope: the script contains the command as it is given") {
    const auto files = gradescope_autograder("./lab grade {} $submissions");
    REQUIRE(files.size() == 2);
    CHECK(files[0].path == "setup.sh");
    CHECK(files[1].path == "run_autograder");
    CHECK(files[1].executable);
    CHECK_THAT(files[1].text, ContainsSubstring("\n./lab grade {} $submissions >\"$work"));
}

TEST_CASE("PrairieLearn: the score is a share, or the submission is not gradable") {
    const GradedClass graded = fixtures::small_class();
    const std::vector<bool> gradable{true, true, true, false, false};
    for (std::size_t i = 0; i < graded.students.size(); ++i) {
        const Json json = Json::parse(prairielearn_results(graded, graded.students[i]));
        CHECK(json["gradable"] == gradable[i]);
        CHECK(json.contains("score") == gradable[i]);
        CHECK(json.contains("format_errors") == !gradable[i]);
        if (gradable[i]) {
            CHECK(json["score"].get<double>() >= 0);
            CHECK(json["score"].get<double>() <= 1);
        }
        for (const Json& test : json["tests"]) {
            CHECK(test["name"].is_string());
            CHECK(test["message"].is_string());
            CHECK(test["output"].is_string());
            CHECK(test.contains("points") == test.contains("max_points"));
        }
    }
}

TEST_CASE("PrairieLearn: a result stays below its limit of 1 MB, whatever a compiler says") {
    GradedClass graded = fixtures::small_class();
    GradedStudent& student = graded.students[1];
    for (int i = 0; i < 13; ++i) {
        student.items.push_back(student.items[1]);
        for (Finding& finding : student.items.back().check->findings) {
            finding.detail = std::string(200'000, '\x01') + "\n";
            finding.message = std::string(200'000, '\"');
        }
        auto& findings = student.items.back().check->findings;
        findings.insert(findings.end(), 50, findings.front());
    }
    CHECK(prairielearn_results(graded, student).size() < 1'000'000);
}
