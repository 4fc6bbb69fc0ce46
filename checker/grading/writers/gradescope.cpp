#include "checker/base/json_text.hpp"
#include "checker/grading/writers/formats.hpp"

#include "checker/grading/writers/item_account.hpp"

#include <fmt/core.h>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

/// The words of a result without points, in which nothing but this is shown.
std::string not_final(const GradedClass& graded, const GradedStudent& student) {
    std::string text =
        fmt::format("Not graded: the points for {} are not known yet, because the grader failed "
                    "there. They are not zero. Please tell your instructor.\n",
                    not_judged(graded, student));
    for (const GradedItem& item : student.items) {
        text += fmt::format("\n{}\n{}", item_heading(graded, item), item_account(item));
    }
    return text;
}

/// Only instructors see it. It has no points, so the total stays the same.
Json unconfined_test(const GradedClass& graded) {
    Json test;
    test["score"] = 0;
    test["max_score"] = 0;
    test["status"] = "passed";
    test["name"] = "For instructors: no sandbox";
    test["output"] = unconfined_text(graded);
    test["visibility"] = "hidden";
    return test;
}

} // namespace

std::string gradescope_results(const GradedClass& graded, const GradedStudent& student) {
    Json json;
    const bool known = not_judged(graded, student).empty();
    json["output"] =
        known ? fmt::format("{} in all.\n", points_of(student.points, student.max_points))
              : not_final(graded, student) + unconfined_text(graded);
    json["output_format"] = "text";
    json["test_output_format"] = "text";
    json["test_name_format"] = "text";
    json["visibility"] = "visible";
    if (known) {
        json["tests"] = Json::array();
        for (const GradedItem& item : student.items) {
            if (!item.counts()) {
                continue;
            }
            Json test;
            test["score"] = points_number(item.points);
            test["max_score"] = points_number(item.max_points);
            test["status"] = item.passed() ? "passed" : "failed";
            test["name"] = item_heading(graded, item);
            test["output"] = item_account(item);
            test["visibility"] = "visible";
            json["tests"].push_back(std::move(test));
        }
        if (!graded.unconfined.empty()) {
            json["tests"].push_back(unconfined_test(graded));
        }
    }
    return indented_json(json);
}

} // namespace kit
