#include "checker/grading/writers/formats.hpp"

#include "checker/grading/model/moment.hpp"
#include "checker/report/json_fields.hpp"

#include <nlohmann/json.hpp>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

Json quiz_document(const GradedItem* quiz) {
    if (quiz == nullptr) {
        return nullptr;
    }
    Json json;
    json["state"] = name(quiz->state);
    json["reason"] = text_or_null(quiz->reason);
    json["points"] = quiz->points;
    json["max_points"] = quiz->max_points;
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
    json["submitted"] = lab.submitted ? Json(moment_text(*lab.submitted)) : Json(nullptr);
    json["check"] =
        lab.check_key.empty() ? Json(nullptr) : Json("checks/" + lab.check_key + ".json");
    json["verdict"] = lab.check ? Json(name(lab.check->outcome)) : Json(nullptr);
    json["points"] = lab.known() ? Json(lab.points) : Json(nullptr);
    json["max_points"] = lab.max_points;
    json["parts"] = Json::array();
    for (const PointsPart& part : lab.parts) {
        json["parts"].push_back({{"kind", name(part.kind)},
                                 {"points", part.points},
                                 {"max_points", part.max_points},
                                 {"reason", part.reason}});
    }
    return json;
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
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace kit
