#include "checker/base/json_text.hpp"
#include "checker/base/utf8.hpp"
#include "checker/grading/writers/formats.hpp"

#include "checker/grading/writers/item_account.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

Json prairielearn_test(const GradedClass& graded, const GradedItem& item) {
    Json json;
    json["name"] = item_heading(graded, item);
    if (item.known()) {
        json["points"] = points_number(item.points);
        json["max_points"] = points_number(item.max_points);
    }
    json["message"] = item_summary(item);
    json["output"] = item_account(item);
    return json;
}

/// Why the submission is not gradable; empty if it is.
std::vector<std::string> format_errors(const GradedClass& graded, const GradedStudent& student) {
    const std::string unknown = not_judged(graded, student);
    if (!unknown.empty()) {
        return {fmt::format("The grader failed at {}. This is not your fault: please try again "
                            "later, or tell your instructor.",
                            unknown)};
    }
    if (std::ranges::any_of(student.items, [](const GradedItem& item) {
            return item.state == GradedItem::State::graded;
        })) {
        return {};
    }
    std::vector<std::string> errors;
    for (const GradedItem& item : student.items) {
        errors.push_back(fmt::format("{}: {}", item_heading(graded, item), item_summary(item)));
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
    if (!graded.unconfined.empty()) {
        json["unconfined"] = unconfined_text(graded);
    }
    json["tests"] = Json::array();
    for (const GradedItem& item : student.items) {
        if (item.counts()) {
            json["tests"].push_back(prairielearn_test(graded, item));
        }
    }
    return indented_json(json);
}

} // namespace kit
