#include "checker/grading/store/class_document.hpp"

#include "checker/grading/store/result_folder.hpp"

#include <nlohmann/json.hpp>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

Json quiz_of(const std::optional<GradedQuiz>& quiz) {
    if (!quiz) {
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

Json student_of(const GradedStudent& student) {
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
    for (const GradedLab& lab : student.labs) {
        json["labs"].push_back(grade_document(student, lab));
    }
    json["quiz"] = quiz_of(student.quiz);
    return json;
}

} // namespace

std::string class_document(const GradedClass& graded) {
    Json json;
    json["title"] = graded.title;
    json["kit_version"] = graded.kit_version;
    json["seed"] = graded.seed;
    json["labs"] = Json::array();
    for (const GradedLabFacts& lab : graded.labs) {
        json["labs"].push_back(
            {{"lab", lab.id}, {"title", lab.title}, {"max_points", lab.max_points}});
    }
    json["students"] = Json::array();
    for (const GradedStudent& student : graded.students) {
        json["students"].push_back(student_of(student));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace kit
