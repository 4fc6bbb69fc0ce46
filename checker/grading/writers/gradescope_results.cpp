#include "checker/grading/writers/gradescope_results.hpp"

#include "checker/grading/writers/lab_account.hpp"
#include "checker/grading/writers/points.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

struct Scored {
    std::string name;
    bool known = false;
    double points = 0;
    double max_points = 0;
    bool passed = false;
    std::string account;
};

Json test_of(const Scored& scored) {
    Json json;
    if (scored.known) {
        json["score"] = points_number(scored.points);
        json["max_score"] = points_number(scored.max_points);
    }
    json["status"] = scored.passed ? "passed" : "failed";
    json["name"] = scored.name;
    json["output"] = scored.account;
    json["visibility"] = "visible";
    return json;
}

std::string overall(const GradedClass& graded, const GradedStudent& student) {
    const std::string missing = not_judged(graded, student);
    if (missing.empty()) {
        return fmt::format("{} in all.\n", points_of(student.points, student.max_points));
    }
    return fmt::format("Not final: the points for {} are not known yet, because the grader failed "
                       "there. They are not zero. Please tell your instructor.\n",
                       missing);
}

} // namespace

std::string gradescope_results(const GradedClass& graded, const GradedStudent& student) {
    Json json;
    json["output"] = overall(graded, student);
    json["output_format"] = "text";
    json["test_output_format"] = "text";
    json["test_name_format"] = "text";
    json["visibility"] = "visible";
    json["tests"] = Json::array();
    for (const GradedLab& lab : student.labs) {
        json["tests"].push_back(
            test_of({lab_heading(graded, lab), lab.state != GradedLab::State::error, lab.points,
                     lab.max_points, lab_passed(lab), lab_account(lab)}));
    }
    if (const std::optional<GradedQuiz>& quiz = student.quiz) {
        const bool full =
            quiz->state == GradedLab::State::graded && quiz->points >= quiz->max_points;
        json["tests"].push_back(
            test_of({"Quiz", quiz->state != GradedLab::State::error, quiz->points, quiz->max_points,
                     full, quiz_account(*quiz)}));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace kit
