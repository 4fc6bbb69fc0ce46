#include "checker/grading/writers/formats.hpp"
#include "tests/catch.hpp"
#include "tests/grading/writers/fixtures.hpp"

#include <nlohmann/json.hpp>

#include <sstream>

using namespace kit;
using Json = nlohmann::json;

TEST_CASE("the reporter finds points, or none at all where some are not known") {
    const GradedClass graded = fixtures::small_class();
    const std::vector<std::string> statuses{"fail", "fail", "fail", "error", "fail"};
    for (std::size_t i = 0; i < graded.students.size(); ++i) {
        const GradedStudent& student = graded.students[i];
        const Json json = Json::parse(github_classroom_json(graded, student));
        CHECK(json["status"] == statuses[i]);
        CHECK(json["max_score"].get<double>() == (i == 3 ? 0 : student.max_points));
        for (const Json& test : json["tests"]) {
            CHECK((test["score"].is_number() || test["status"] == "error"));
            CHECK(test["name"].get<std::string>().find('\n') == std::string::npos);
            CHECK(test["message"].get<std::string>().find('\n') == std::string::npos);
            CHECK(test["test_code"].get<std::string>().find('\n') == std::string::npos);
        }
    }
    GradedStudent ada = graded.students[0];
    ada.items.pop_back();
    CHECK(Json::parse(github_classroom_json(graded, ada))["status"] == "pass");
}

TEST_CASE("a result is one line") {
    const GradedClass graded = fixtures::small_class();
    const std::string result = github_classroom_result(graded, graded.students[1]);
    CHECK(result.find('\n') == result.size() - 1);
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
