#include "checker/grading/writers/escapes.hpp"
#include "checker/grading/writers/formats.hpp"
#include "checker/grading/writers/item_account.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"

#include <fmt/core.h>

#include <initializer_list>
#include <vector>

namespace kit {

namespace {

/// The first of these roster columns that is not empty, or "". `names` are lower-case letters only: "sisid"
/// also finds "SIS ID" and "SisId".
std::string roster_column(const GradedStudent& student,
                          std::initializer_list<std::string_view> names) {
    for (const std::string_view wanted : names) {
        for (const auto& [column, value] : student.columns) {
            std::string letters = in_small_letters(column);
            std::erase_if(letters, [](char letter) { return letter < 'a' || letter > 'z'; });
            if (!value.empty() && letters == wanted) {
                return value;
            }
        }
    }
    return "";
}

/// The importer looks at the first three raw lines to find the separator of fields: no text may add a line.
std::string canvas_field(std::string_view text) {
    return csv_text(one_line(text));
}

std::string canvas_row(const GradedClass& graded, const GradedStudent& student) {
    const std::string id = roster_column(student, {"canvasid", "canvasuserid"});
    const std::string sis = roster_column(student, {"sisuserid", "sisid"});
    std::string login = roster_column(student, {"sisloginid", "loginid", "login"});
    if (id.empty() && sis.empty() && login.empty()) {
        login = student.id; // two students of one name would otherwise get each other's points
    }
    std::vector<std::string> fields{canvas_field(student_name(student)), canvas_field(id),
                                    canvas_field(sis), canvas_field(login),
                                    canvas_field(roster_column(student, {"section"}))};
    for (const ItemFacts& facts : graded.items) {
        const GradedItem* item = student.item(facts.id);
        fields.push_back(item != nullptr && item->known() ? points_text(item->points) : "");
    }
    return csv_row(fields);
}

/// Moodle reads with PHP's fgetcsv(), where a backslash keeps the quotation mark after it from
/// ending the field: a space separates the two, also at the end.
std::string moodle_field(std::string_view text) {
    const std::string safe = csv_text(one_line(text));
    std::string result;
    for (std::size_t i = 0; i < safe.size(); ++i) {
        result += safe[i];
        if (safe[i] == '\\' && (i + 1 == safe.size() || safe[i + 1] == '"')) {
            result += ' ';
        }
    }
    // Moodle's reader removes a space at the end, which would leave the backslash last again.
    return result.size() > 1 && result.ends_with("\\ ") ? result + "." : result;
}

std::string or_id(std::string value, const GradedStudent& student) {
    return value.empty() ? student.id : value;
}

std::string moodle_row(const GradedClass& graded, const GradedStudent& student) {
    std::vector<std::string> fields{
        moodle_field(student_name(student)), moodle_field(or_id(student.email, student)),
        moodle_field(or_id(roster_column(student, {"idnumber"}), student)),
        moodle_field(or_id(roster_column(student, {"username", "login"}), student))};
    for (const ItemFacts& facts : graded.items) {
        const GradedItem* item = student.item(facts.id);
        fields.emplace_back(item != nullptr && item->known() ? points_text(item->points) : "-");
        fields.push_back(item != nullptr ? moodle_field(xml_text(item_line(*item, true))) : "");
    }
    return csv_row(fields);
}

} // namespace

std::string canvas_csv(const GradedClass& graded) {
    if (graded.gradebook && graded.gradebook->platform == GradebookPlatform::canvas) {
        return exported_gradebook(*graded.gradebook, graded);
    }
    std::vector<std::string> header{"Student", "ID", "SIS User ID", "SIS Login ID", "Section"};
    std::vector<std::string> possible{"    Points Possible", "", "", "",
                                      ""}; // as Canvas exports it
    for (const ItemFacts& facts : graded.items) {
        header.push_back(canvas_field(facts.id));
        possible.push_back(points_text(facts.max_points));
    }
    std::string text = csv_row(header) + csv_row(possible);
    for (const GradedStudent& student : graded.students) {
        text += canvas_row(graded, student);
    }
    return text;
}

std::string moodle_csv(const GradedClass& graded) {
    if (graded.gradebook && graded.gradebook->platform == GradebookPlatform::moodle) {
        return exported_gradebook(*graded.gradebook, graded);
    }
    std::vector<std::string> header{"Full name", "Email address", "ID number", "Username"};
    for (const ItemFacts& facts : graded.items) {
        header.push_back(moodle_field(facts.id));
        header.push_back(moodle_field(facts.id + " (Feedback)"));
    }
    std::string text = csv_row(header);
    for (const GradedStudent& student : graded.students) {
        text += moodle_row(graded, student);
    }
    return text;
}

} // namespace kit
