#include "checker/grading/writers/formats.hpp"
#include "tests/catch.hpp"
#include "tests/grading/writers/fixtures.hpp"

#include <nlohmann/json.hpp>

#include <sstream>

using namespace kit;
using Json = nlohmann::json;

TEST_CASE(
    "the reporter finds a result for each lab, or no points at all where some are not known") {
    const GradedClass graded = fixtures::small_class();
    const std::vector<std::string> outputs{"lab04", "lab05", "lab06", "quiz"};
    for (const GradedStudent& student : graded.students) {
        const Json json = Json::parse(github_classroom_json(graded, student));
        REQUIRE(json.size() == student.items.size());
        double points = 0;
        double max_points = 0;
        for (std::size_t i = 0; i < student.items.size(); ++i) {
            const Json& result = json[outputs[i]];
            REQUIRE(result["tests"].size() == 1);
            const Json& test = result["tests"][0];
            CHECK(result["status"] == test["status"]);
            CHECK((test["score"].is_number() || test["status"] == "error"));
            CHECK(test["name"].get<std::string>().find('\n') == std::string::npos);
            CHECK(test["message"].get<std::string>().find('\n') == std::string::npos);
            CHECK(test["test_code"].get<std::string>().find('\n') == std::string::npos);
            max_points += result["max_score"].get<double>();
            points += test["score"].is_number() ? test["score"].get<double>() : 0;
        }
        CHECK(max_points == (student.complete ? student.max_points : 0));
        CHECK((points == Approx(student.points) || !student.complete));
    }
}

TEST_CASE("results are lines of $GITHUB_OUTPUT, short enough for an environment variable") {
    GradedClass graded = fixtures::small_class();
    GradedStudent& student = graded.students[1];
    student.items[1].check->findings[0].message = std::string(400'000, '\"');
    std::istringstream lines(github_classroom_result(graded, student));
    std::vector<std::string> found;
    for (std::string line; std::getline(lines, line);) {
        found.push_back(line);
        CHECK(line.size() < 100'000); // Linux: 128 KiB
    }
    REQUIRE(found.size() == 3);
    CHECK(found[0].starts_with("lab04="));
    CHECK(found[2].starts_with("lab06="));
}

TEST_CASE("annotations are commands, one a line, that no text can end") {
    const GradedClass graded = fixtures::small_class();
    for (const GradedStudent& student : graded.students) {
        std::istringstream lines(github_annotations(graded, student));
        for (std::string line; std::getline(lines, line);) {
            INFO(line);
            CHECK((line.starts_with("::error ") || line.starts_with("::warning ")));
        }
    }
    const std::string text = github_annotations(graded, graded.students[1]);
    CHECK_THAT(text, ContainsSubstring("x\"%2C 100%25%3A a&b/05/kernel.cu,line=45,col=9,title="));
    CHECK_THAT(text, ContainsSubstring("::- 100 %25 of the threads leave: before%0Athe barrier"));
}
