#include "checker/grading/writers/moodle_csv.hpp"

#include "checker/grading/writers/csv.hpp"
#include "checker/grading/writers/lab_account.hpp"
#include "checker/grading/writers/points.hpp"
#include "checker/grading/writers/roster_column.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

namespace kit {

namespace {

constexpr std::string_view no_grade = "-";

/// Moodle reads with PHP's fgetcsv(), where a backslash keeps the quotation mark after it from
/// ending the field: none may stand before one, nor at the end.
std::string text_field(std::string_view text) {
    const std::string safe = csv_text(one_line(text));
    std::string result;
    for (std::size_t i = 0; i < safe.size(); ++i) {
        result += safe[i];
        if (safe[i] == '\\' && (i + 1 == safe.size() || safe[i + 1] == '"')) {
            result += ' ';
        }
    }
    // Moodle's reader takes a space at the end away, and the backslash would be the last again.
    return result.size() > 1 && result.ends_with("\\ ") ? result + "." : result;
}

std::string html(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '&': result += "&amp;"; break;
        default: result += c;
        }
    }
    return result;
}

std::string feedback(const GradedLab& lab) {
    std::string text = lab_summary(lab);
    for (const PointsPart& part : lab.parts) {
        if (!part.reason.empty()) {
            text += fmt::format(" {}: {}.", part_heading(part.kind), one_line(part.reason));
        }
    }
    if (lab.check && !lab.check->findings.empty()) {
        text += " " + one_line(lab.check->findings.front().message);
    }
    return html(text);
}

std::string feedback(const GradedQuiz& quiz) {
    return html(one_line(quiz_account(quiz)));
}

std::string grade(GradedLab::State state, double points) {
    return state == GradedLab::State::error ? std::string(no_grade) : points_text(points);
}

std::string or_id(std::string value, const GradedStudent& student) {
    return value.empty() ? student.id : value;
}

std::string student_row(const GradedClass& graded, const GradedStudent& student, bool with_quiz) {
    std::vector<std::string> fields{
        text_field(student_name(student)), text_field(or_id(student.email, student)),
        text_field(or_id(roster_column(student, {"idnumber"}), student)),
        text_field(or_id(roster_column(student, {"username", "login"}), student))};
    const auto add = [&](std::string points, const std::string& said) {
        fields.push_back(std::move(points));
        fields.push_back(text_field(said));
    };
    for (const GradedLabFacts& facts : graded.labs) {
        const auto lab = std::find_if(student.labs.begin(), student.labs.end(),
                                      [&](const GradedLab& one) { return one.lab == facts.id; });
        if (lab == student.labs.end()) {
            add(std::string(no_grade), "");
        } else {
            add(grade(lab->state, lab->points), feedback(*lab));
        }
    }
    if (with_quiz && student.quiz) {
        add(grade(student.quiz->state, student.quiz->points), feedback(*student.quiz));
    } else if (with_quiz) {
        add(std::string(no_grade), "");
    }
    return csv_row(fields);
}

} // namespace

std::string moodle_csv(const GradedClass& graded) {
    const bool with_quiz =
        std::any_of(graded.students.begin(), graded.students.end(),
                    [](const GradedStudent& student) { return student.quiz.has_value(); });
    std::vector<std::string> header{"Full name", "Email address", "ID number", "Username"};
    const auto add = [&](const std::string& column) {
        header.push_back(text_field(column));
        header.push_back(text_field(column + " (Feedback)"));
    };
    for (const GradedLabFacts& facts : graded.labs) {
        add(facts.id);
    }
    if (with_quiz) {
        add("Quiz");
    }
    std::string text = csv_row(header);
    for (const GradedStudent& student : graded.students) {
        text += student_row(graded, student, with_quiz);
    }
    return text;
}

} // namespace kit
