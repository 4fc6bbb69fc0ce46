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
        CHECK(json.contains("tests") == student.complete);
        if (!student.complete) {
            continue;
        }
        CHECK(json["tests"].size() == student.items.size());
        for (const Json& test : json["tests"]) {
            CHECK(test["name"].is_string());
            CHECK(test["output"].is_string());
            CHECK((test["status"] == "passed" || test["status"] == "failed"));
            CHECK(visibilities.count(test["visibility"]) == 1);
            CHECK(test["score"].is_number());
            CHECK(test["max_score"].is_number());
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

TEST_CASE("Gradescope: where points are not known there is no score at all, so no total") {
    const GradedClass graded = fixtures::small_class();
    const Json json = Json::parse(gradescope_results(graded, graded.students[3]));
    CHECK_FALSE(json.contains("tests"));
    CHECK_FALSE(json.contains("score"));
    const std::string output = json["output"];
    CHECK_THAT(output, ContainsSubstring("Not graded: the points for Lab 06: Thread coarsening"));
    CHECK_THAT(output, ContainsSubstring("They are not zero."));
    CHECK_THAT(output, ContainsSubstring("Lab 04: Basic sweep\nPassed."));
}

TEST_CASE("only instructors read on Gradescope that kernels ran unconfined") {
    GradedClass graded = fixtures::small_class();
    const Json confined = Json::parse(gradescope_results(graded, graded.students[0]));
    graded.unconfined = "bubblewrap is not installed";
    const Json json = Json::parse(gradescope_results(graded, graded.students[0]));
    REQUIRE(json["tests"].size() == confined["tests"].size() + 1);
    const Json& word = json["tests"].back();
    CHECK(word["visibility"] == "hidden");
    CHECK(word["score"] == 0);
    CHECK(word["max_score"] == 0);
    CHECK_THAT(word["output"].get<std::string>(), ContainsSubstring("bubblewrap is not installed"));
    CHECK(json["output"] == confined["output"]);
    // Where nothing is graded, only instructors see the output.
    const Json failed = Json::parse(gradescope_results(graded, graded.students[3]));
    CHECK_THAT(failed["output"].get<std::string>(), ContainsSubstring("ran unconfined"));
    const Json prairielearn = Json::parse(prairielearn_results(graded, graded.students[0]));
    CHECK_THAT(prairielearn["unconfined"].get<std::string>(),
               ContainsSubstring("bubblewrap is not installed"));
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
        for (const auto& [key, value] : json.items()) {
            INFO(key);
            CHECK((key == "gradable" || key == "score" || key == "message" || key == "output" ||
                   key == "format_errors" || key == "tests"));
        }
        double points = 0;
        for (const Json& test : json["tests"]) {
            CHECK(test["name"].is_string());
            CHECK(test["message"].is_string());
            CHECK(test["output"].is_string());
            CHECK(test.contains("points") == test.contains("max_points"));
            points += test.value("points", 0.0);
        }
        // What the page adds up is what the score is a share of.
        CHECK(points == Approx(graded.students[i].points));
    }
}

TEST_CASE("PrairieLearn: a result stays below its limit of 1 MB, whatever a compiler says",
          "[long]") {
    GradedClass graded = fixtures::small_class();
    GradedStudent& student = graded.students[1];
    for (int i = 0; i < 13; ++i) {
        student.items.push_back(student.items[1]);
        for (Finding& finding : student.items.back().check->findings) {
            finding.detail = std::string(60'000, '\x01') + "\n";
            finding.message = std::string(60'000, '\"');
        }
        auto& findings = student.items.back().check->findings;
        findings.insert(findings.end(), 2, findings.front());
    }
    CHECK(prairielearn_results(graded, student).size() < 1'000'000);
}

TEST_CASE("what has no points is a zero in no form") {
    for (const auto state : {GradedItem::State::error, GradedItem::State::needs_look,
                             GradedItem::State::not_due, GradedItem::State::excused}) {
        GradedClass graded = fixtures::small_class();
        GradedStudent& ada = graded.students[0];
        GradedItem& lab = ada.items[0];
        lab.state = state;
        lab.points = 0;
        lab.parts.clear();
        lab.check.reset();
        INFO(name(state));
        const bool counts =
            state == GradedItem::State::error || state == GradedItem::State::needs_look;
        CHECK_FALSE(lab.known());
        CHECK(lab.counts() == counts);
        CHECK_THAT(canvas_csv(graded), ContainsSubstring("ada,A1,,"));
        CHECK_THAT(moodle_csv(graded), ContainsSubstring(",-,"));
        const Json json = Json::parse(class_json(graded));
        CHECK(json["students"][0]["labs"][0]["points"].is_null());
        CHECK(json["students"][0]["labs"][0]["state"] == std::string(name(state)));
        // In a form for one student's autograder an item that does not count is left out.
        const Json gradescope = Json::parse(gradescope_results(graded, ada));
        CHECK(gradescope.contains("tests") == !counts); // or Gradescope would add the others up
        if (!counts) {
            CHECK(gradescope["tests"].size() == ada.items.size() - 1);
        }
        const Json github = Json::parse(github_classroom_json(graded, ada));
        CHECK(github.size() == ada.items.size() - (counts ? 0 : 1));
        if (counts) {
            CHECK(github["lab04"]["tests"][0]["score"].is_null());
        }
        const Json prairielearn = Json::parse(prairielearn_results(graded, ada));
        CHECK(prairielearn["gradable"] == !counts);
        CHECK_THAT(markdown_feedback(graded, ada), !ContainsSubstring("| 0 | 10 |"));
    }
}

TEST_CASE("points that an instructor set are the points in every form") {
    GradedClass graded = fixtures::small_class();
    GradedStudent& grace = graded.students[2];
    set_by_hand(grace.items[1], {.student = "grace",
                                 .item = grace.items[1].id,
                                 .points = 7.5,
                                 .why = "sent by mail",
                                 .when = "2026-11-24 09:30"});
    CHECK_THAT(canvas_csv(graded), ContainsSubstring("grace,,10,7.5,"));
    CHECK(Json::parse(gradescope_results(graded, grace))["tests"][1]["score"] == 7.5);
    CHECK(Json::parse(github_classroom_json(graded, grace))["lab05"]["tests"][0]["score"] == 7.5);
    CHECK_THAT(markdown_feedback(graded, grace),
               ContainsSubstring("Set to 7.5 by the instructor: sent by mail"));
    const Json lab = Json::parse(class_json(graded))["students"][2]["labs"][1];
    CHECK(lab["points"] == 7.5);
    CHECK(lab["by_hand"]["computed_state"] == "missing");
    CHECK(lab["by_hand"]["computed_points"] == 0);
}
