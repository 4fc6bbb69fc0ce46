#include "checker/grading/writers/prairielearn_results.hpp"

#include "checker/grading/writers/lab_account.hpp"
#include "checker/grading/writers/points.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

Json test_of(const std::string& heading, GradedLab::State state, double points, double max_points) {
    Json json;
    json["name"] = heading;
    if (state != GradedLab::State::error) {
        json["points"] = points_number(points);
        json["max_points"] = points_number(max_points);
    }
    return json;
}

Json tests_of(const GradedClass& graded, const GradedStudent& student) {
    Json tests = Json::array();
    for (const GradedLab& lab : student.labs) {
        Json json = test_of(lab_heading(graded, lab), lab.state, lab.points, lab.max_points);
        json["message"] = lab_summary(lab);
        json["output"] = lab_account(lab);
        tests.push_back(std::move(json));
    }
    if (const std::optional<GradedQuiz>& quiz = student.quiz) {
        Json json = test_of("Quiz", quiz->state, quiz->points, quiz->max_points);
        json["message"] = std::string(name(quiz->state));
        json["output"] = quiz_account(*quiz);
        tests.push_back(std::move(json));
    }
    return tests;
}

/// Why nothing can be said of the submission; empty where it is gradable.
std::vector<std::string> format_errors(const GradedClass& graded, const GradedStudent& student) {
    std::vector<std::string> errors;
    const std::string unknown = not_judged(graded, student);
    if (!unknown.empty()) {
        errors.push_back(fmt::format("The grader failed at {}. This is not your fault: please try "
                                     "again later, or tell your instructor.",
                                     unknown));
        return errors;
    }
    const bool any_graded =
        (student.quiz && student.quiz->state == GradedLab::State::graded) ||
        std::any_of(student.labs.begin(), student.labs.end(),
                    [](const GradedLab& lab) { return lab.state == GradedLab::State::graded; });
    if (!any_graded) {
        for (const GradedLab& lab : student.labs) {
            errors.push_back(fmt::format("{}: {}", lab_heading(graded, lab), lab_summary(lab)));
        }
    }
    return errors;
}

} // namespace

std::string prairielearn_results(const GradedClass& graded, const GradedStudent& student) {
    const std::vector<std::string> errors = format_errors(graded, student);
    Json json;
    json["gradable"] = errors.empty();
    if (errors.empty()) {
        json["score"] = student.max_points > 0
                            ? std::clamp(student.points / student.max_points, 0.0, 1.0)
                            : 0.0;
        json["message"] = fmt::format("{} in all.", points_of(student.points, student.max_points));
    } else {
        json["format_errors"] = errors;
        json["message"] = "Not graded.";
    }
    json["output"] =
        one_line(fmt::format("Stencil lab kit {}, seed {}", graded.kit_version, graded.seed));
    json["tests"] = tests_of(graded, student);
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace kit
