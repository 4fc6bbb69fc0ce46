#include "checker/base/json_text.hpp"
#include "checker/grading/writers/formats.hpp"

#include "checker/base/optional_json.hpp"
#include "checker/grading/model/moment.hpp"

#include <algorithm>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

/// Null where nobody changed the points.
Json by_hand_document(const GradedItem& item) {
    if (!item.by_hand) {
        return nullptr;
    }
    const GradedItem::ByHand& change = *item.by_hand;
    Json json;
    json["points"] = change.points ? Json(*change.points) : Json(nullptr);
    json["why"] = change.why;
    json["when"] = change.when;
    json["computed_state"] = name(change.computed);
    json["computed_points"] =
        change.computed_points ? Json(*change.computed_points) : Json(nullptr);
    return json;
}

Json quiz_document(const GradedItem* quiz) {
    if (quiz == nullptr) {
        return nullptr;
    }
    Json json;
    json["state"] = name(quiz->state);
    json["reason"] = text_or_null(quiz->reason);
    json["points"] = quiz->known() ? Json(quiz->points) : Json(nullptr);
    json["max_points"] = quiz->max_points;
    json["by_hand"] = by_hand_document(*quiz);
    json["exercises"] = Json::array();
    for (const GradedExercise& exercise : quiz->exercises) {
        json["exercises"].push_back(
            {{"id", exercise.id}, {"right", exercise.right}, {"reason", exercise.reason}});
    }
    return json;
}

Json student_document(const GradedStudent& student) {
    Json json;
    json["id"] = student.id;
    json["name"] = student.name;
    json["email"] = text_or_null(student.email);
    json["columns"] = Json::object();
    for (const auto& [column, value] : student.columns) {
        json["columns"][column] = value;
    }
    json["points"] = student.complete ? Json(student.points) : Json(nullptr);
    json["max_points"] = student.max_points;
    json["labs"] = Json::array();
    for (const GradedItem& lab : student.labs()) {
        json["labs"].push_back(grade_document(student.id, lab));
    }
    json["quiz"] = quiz_document(student.quiz());
    return json;
}

} // namespace

nlohmann::ordered_json grade_document(const std::string& student, const GradedItem& lab) {
    Json json;
    json["student"] = student;
    json["lab"] = lab.id;
    json["state"] = name(lab.state);
    json["reason"] = text_or_null(lab.reason);
    json["file"] = text_or_null(lab.file);
    json["sha256"] = text_or_null(lab.sha256);
    json["matched_by"] = text_or_null(lab.matched_by);
    json["submitted"] = lab.submitted ? Json(moment_text(*lab.submitted)) : Json(nullptr);
    json["submitted_from"] = text_or_null(lab.submitted_from);
    json["deadline"] = lab.deadline ? Json(moment_text(*lab.deadline)) : Json(nullptr);
    json["marked_late"] = lab.marked_late;
    json["notes"] = lab.notes;
    json["check"] =
        lab.check_key.empty() ? Json(nullptr) : Json("checks/" + lab.check_key + ".json");
    json["verdict"] = lab.check ? Json(name(lab.check->outcome)) : Json(nullptr);
    json["points"] = lab.known() ? Json(lab.points) : Json(nullptr);
    json["max_points"] = lab.max_points;
    json["by_hand"] = by_hand_document(lab);
    json["parts"] = Json::array();
    for (const PointsPart& part : lab.parts) {
        json["parts"].push_back({{"kind", name(part.kind)},
                                 {"points", part.points},
                                 {"max_points", part.max_points},
                                 {"reason", part.reason}});
    }
    return json;
}

GradedItem graded_item_from(const Json& document) {
    const auto text = [&](const char* key) {
        return document.at(key).is_null() ? std::string() : document.at(key).get<std::string>();
    };
    GradedItem item;
    item.id = text("lab");
    const Json by_hand = document.value("by_hand", Json());
    item.state = state_named(by_hand.is_null() ? text("state")
                                               : by_hand.at("computed_state").get<std::string>());
    const Json& points = by_hand.is_null() ? document.at("points") : by_hand.at("computed_points");
    item.points = points.is_null() ? 0 : points.get<double>();
    item.max_points = document.at("max_points");
    item.reason = text("reason");
    item.file = text("file");
    item.sha256 = text("sha256");
    if (!document.at("submitted").is_null()) {
        item.submitted = parse_moment(text("submitted"));
    }
    const auto text_if_there = [&](const char* key) { // earlier kits wrote none of these
        return document.contains(key) ? text(key) : std::string();
    };
    item.submitted_from = text_if_there("submitted_from");
    item.deadline = parse_moment(text_if_there("deadline"));
    item.matched_by = text_if_there("matched_by");
    item.marked_late = document.value("marked_late", false);
    item.notes = document.value("notes", std::vector<std::string>());
    const std::string check = text("check"); // checks/KEY.json
    item.check_key = check.substr(std::min(check.size(), check.find('/') + 1));
    item.check_key = item.check_key.substr(0, item.check_key.find('.'));
    for (const Json& part : document.at("parts")) {
        item.parts.push_back({part_named(part.at("kind").get<std::string>()), part.at("points"),
                              part.at("max_points"), part.at("reason")});
    }
    return item;
}

std::string class_json(const GradedClass& graded) {
    Json json;
    json["title"] = graded.title;
    json["kit_version"] = graded.kit_version;
    json["seed"] = graded.seed;
    json["labs"] = Json::array();
    for (const ItemFacts& lab : graded.labs()) {
        json["labs"].push_back(
            {{"lab", lab.id}, {"title", lab.title}, {"max_points", lab.max_points}});
    }
    json["students"] = Json::array();
    for (const GradedStudent& student : graded.students) {
        json["students"].push_back(student_document(student));
    }
    json["changes"] = Json::array();
    const auto number = [](const std::optional<double>& points) {
        return points ? Json(*points) : Json(nullptr);
    };
    for (const GradeChange& change : graded.changes) {
        json["changes"].push_back(
            {{"student", change.student},
             {"lab", change.item},
             {"new_file", change.new_file},
             {"before", {{"state", change.state_before}, {"points", number(change.points_before)}}},
             {"now", {{"state", change.state}, {"points", number(change.points)}}}});
    }
    json["not_recognized"] = Json::array();
    for (const NotRecognized& one : graded.not_recognized) {
        json["not_recognized"].push_back({{"student", text_or_null(one.student)},
                                          {"file", text_or_null(one.file)},
                                          {"reason", one.reason},
                                          {"other_attempt", one.is_other_attempt}});
    }
    return indented_json(json);
}

} // namespace kit
