#include "checker/grading/writers/github_classroom.hpp"

#include "checker/grading/writers/base64.hpp"
#include "checker/grading/writers/lab_account.hpp"
#include "checker/grading/writers/points.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

/// The first line that a finding names; 0, which the reporter does not show, without any.
int first_line(const GradedLab& lab) {
    if (lab.check) {
        for (const Finding& finding : lab.check->findings) {
            if (!finding.lines.empty() && finding.lines.front().line > 0) {
                return finding.lines.front().line;
            }
        }
    }
    return 0;
}

/// The reporter prints messages into a log in which a line that begins with :: is a command: one
/// line each, which the reporter begins.
std::string message_of(const GradedLab& lab) {
    std::string message = lab_summary(lab);
    if (lab.check && !lab.check->findings.empty()) {
        message += " " + one_line(lab.check->findings.front().message);
    }
    return message;
}

Json test_of(const std::string& heading, GradedLab::State state, bool passed, double points) {
    const bool known = state != GradedLab::State::error;
    Json json;
    json["name"] = heading;
    json["status"] = !known ? "error" : passed ? "pass" : "fail";
    json["score"] = known ? points_number(points) : Json(nullptr);
    return json;
}

Json lab_test(const GradedClass& graded, const GradedLab& lab) {
    const std::string heading = lab_heading(graded, lab);
    Json json = test_of(heading, lab.state, lab_passed(lab), lab.points);
    json["message"] = message_of(lab);
    json["test_code"] = "./lab check " + one_line(lab.lab);
    json["filename"] = one_line(lab.file);
    json["line_no"] = first_line(lab);
    return json;
}

Json quiz_test(const GradedQuiz& quiz) {
    const bool full = quiz.state == GradedLab::State::graded && quiz.points >= quiz.max_points;
    Json json = test_of("Quiz", quiz.state, full, quiz.points);
    json["message"] = one_line(quiz_account(quiz));
    json["test_code"] = "";
    json["filename"] = one_line(quiz.file);
    json["line_no"] = 0;
    return json;
}

constexpr std::string_view workflow =
    R"yaml(# Grades a push with the stencil lab kit and tells GitHub Classroom the points.
# Classroom asks for this name, and for this one job.
name: Autograding Tests
on:
  push:
  workflow_dispatch:
  repository_dispatch:
permissions:
  checks: write
  actions: read
  contents: read
jobs:
  run-autograding-tests:
    runs-on: ubuntu-latest
    if: github.actor != 'github-classroom[bot]'
    steps:
      - name: Checkout code
        uses: actions/checkout@v4
      - name: Labs
        id: labs
        run: |
          code=0
          @COMMAND@ >"$RUNNER_TEMP/result" || code=$?
          # 0: all passed, 1: there are findings. Anything else is no result.
          [ "$code" -le 1 ] || exit "$code"
          echo "result=$(cat "$RUNNER_TEMP/result")" >>"$GITHUB_OUTPUT"
      - name: Autograding Reporter
        uses: classroom-resources/autograding-grading-reporter@v1
        env:
          LABS_RESULTS: "${{steps.labs.outputs.result}}"
        with:
          runners: labs
)yaml";

} // namespace

std::string github_classroom_json(const GradedClass& graded, const GradedStudent& student) {
    Json tests = Json::array();
    for (const GradedLab& lab : student.labs) {
        tests.push_back(lab_test(graded, lab));
    }
    if (student.quiz) {
        tests.push_back(quiz_test(*student.quiz));
    }
    std::string status = "pass";
    for (const Json& test : tests) {
        if (test["status"] == "error" || status == "pass") {
            status = test["status"];
        }
    }
    const bool known = not_judged(graded, student).empty();
    Json json;
    json["version"] = 1;
    json["status"] = status;
    json["max_score"] = points_number(known ? student.max_points : 0);
    json["tests"] = std::move(tests);
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string github_classroom_result(const GradedClass& graded, const GradedStudent& student) {
    return base64_of(github_classroom_json(graded, student)) + "\n";
}

WrittenFile github_classroom_workflow(std::string_view command) {
    constexpr std::string_view place = "@COMMAND@";
    std::string text(workflow);
    text.replace(text.find(place), place.size(), command);
    return {".github/workflows/classroom.yml", text, false};
}

} // namespace kit
