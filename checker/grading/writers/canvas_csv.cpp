#include "checker/grading/writers/canvas_csv.hpp"

#include "checker/grading/writers/csv.hpp"
#include "checker/grading/writers/lab_account.hpp"
#include "checker/grading/writers/points.hpp"
#include "checker/grading/writers/roster_column.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace kit {

namespace {

/// The greatest any student can reach; nothing where nobody has a quiz.
std::optional<double> quiz_points(const GradedClass& graded) {
    std::optional<double> most;
    for (const GradedStudent& student : graded.students) {
        if (student.quiz) {
            most = std::max(most.value_or(0), student.quiz->max_points);
        }
    }
    return most;
}

std::string score(GradedLab::State state, double points) {
    return state == GradedLab::State::error ? "" : points_text(points);
}

/// The importer looks at the first three lines as they are to tell what separates fields, so that
/// no text may bring a line of its own.
std::string text_field(std::string_view text) {
    return csv_text(one_line(text));
}

std::string student_row(const GradedClass& graded, const GradedStudent& student, bool with_quiz) {
    const std::string id = roster_column(student, {"canvasid", "canvasuserid"});
    const std::string sis = roster_column(student, {"sisuserid", "sisid"});
    std::string login = roster_column(student, {"sisloginid", "loginid", "login"});
    if (id.empty() && sis.empty() && login.empty()) {
        login = student.id; // two students of one name would else get each other's points
    }
    std::vector<std::string> fields{text_field(student_name(student)), text_field(id),
                                    text_field(sis), text_field(login),
                                    text_field(roster_column(student, {"section"}))};
    for (const GradedLabFacts& facts : graded.labs) {
        const auto lab = std::find_if(student.labs.begin(), student.labs.end(),
                                      [&](const GradedLab& one) { return one.lab == facts.id; });
        fields.push_back(lab == student.labs.end() ? "" : score(lab->state, lab->points));
    }
    if (with_quiz) {
        fields.push_back(student.quiz ? score(student.quiz->state, student.quiz->points) : "");
    }
    return csv_row(fields);
}

} // namespace

std::string canvas_csv(const GradedClass& graded) {
    const std::optional<double> quiz = quiz_points(graded);
    std::vector<std::string> header{"Student", "ID", "SIS User ID", "SIS Login ID", "Section"};
    std::vector<std::string> possible{"    Points Possible", "", "", "",
                                      ""}; // as Canvas exports it
    for (const GradedLabFacts& facts : graded.labs) {
        header.push_back(text_field(facts.id));
        possible.push_back(points_text(facts.max_points));
    }
    if (quiz) {
        header.push_back("Quiz");
        possible.push_back(points_text(*quiz));
    }
    std::string text = csv_row(header) + csv_row(possible);
    for (const GradedStudent& student : graded.students) {
        text += student_row(graded, student, quiz.has_value());
    }
    return text;
}

} // namespace kit
