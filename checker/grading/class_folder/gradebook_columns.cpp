#include "checker/grading/class_folder/gradebook_columns.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/grading/class_folder/lab_names.hpp"
#include "checker/grading/class_folder/person_names.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace kit {

namespace {

using Names = std::vector<std::string>;

constexpr std::string_view words_for_comments[] = {"feedback", "comment", "coment", "komment",
                                                   "retroal"};

/// The first line's fields, small and without blanks around them.
Names names_of(const SeparatedTable& table) {
    Names names;
    for (const TableField& field : table.rows.front().fields) {
        names.push_back(in_small_letters(trimmed(field.value, " \t")));
    }
    return names;
}

std::optional<std::size_t> place_of(const Names& names, std::string_view wanted) {
    const auto found = std::ranges::find(names, wanted);
    return found == names.end() ? std::nullopt
                                : std::optional(static_cast<std::size_t>(found - names.begin()));
}

void add_places(std::vector<std::size_t>& places, const Names& names,
                std::initializer_list<std::string_view> wanted) {
    for (const std::string_view name : wanted) {
        if (const auto place = place_of(names, name)) {
            places.push_back(*place);
        }
    }
}

std::optional<GradebookColumns> canvas_columns(const Names& names) {
    std::vector<std::size_t> found;
    add_places(found, names,
               {"sis user id", "sis login id", "integration id", "root account", "section"});
    if (names.size() < 3 || names[0] != "student" || names[1] != "id" || found.empty()) {
        return std::nullopt;
    }
    GradebookColumns columns;
    columns.first_grade = *std::ranges::max_element(found) + 1;
    columns.names = {0};
    add_places(columns.ids, names, {"sis login id", "sis user id", "integration id", "id"});
    return columns;
}

/// The first column with an e-mail address, or nothing, in each row.
std::optional<std::size_t> email_column(const SeparatedTable& table) {
    for (std::size_t place = 0; place < table.rows.front().fields.size(); ++place) {
        bool has_address = false;
        bool has_other = false;
        for (auto row = table.rows.begin() + 1; row != table.rows.end(); ++row) {
            const std::string value = value_at(*row, place);
            const std::size_t at = value.find('@');
            const bool is_address = at != std::string::npos && at > 0 && at + 1 < value.size() &&
                                    value.find(' ') == std::string::npos;
            has_address = has_address || is_address;
            has_other = has_other || (!is_address && !value.empty());
        }
        if (has_address && !has_other) {
            return place;
        }
    }
    return std::nullopt;
}

/// Whether the test holds for what each row has in this column.
template <class Test>
bool each_value(const SeparatedTable& table, std::size_t place, Test test) {
    return table.rows.size() > 1 &&
           std::all_of(table.rows.begin() + 1, table.rows.end(),
                       [&](const TableRow& row) { return test(value_at(row, place)); });
}

std::string without_digits_at_end(const std::string& text) {
    return text.substr(0, text.find_last_not_of("0123456789") + 1);
}

bool is_word(const std::string& text) {
    return !text.empty() && !number_in(text) && text.size() < 12;
}

/// The column of grades in an assignment's worksheet, in whatever language: with numbers or nothing, before what the
/// assignment is worth, and that before a word (whether the grade can be changed).
std::optional<std::size_t> worksheet_grades(const SeparatedTable& table, const Names& names) {
    for (std::size_t grade = 2; grade + 1 < names.size(); ++grade) {
        const std::string most = value_at(table.rows[1], grade + 1);
        const bool is_known = names[grade] == "grade" && names[grade + 1] == "maximum grade";
        if (number_in(most).value_or(0) > 0 &&
            (is_known || each_value(table, grade + 2, is_word)) &&
            each_value(table, grade + 1, [&](const std::string& text) { return text == most; }) &&
            each_value(table, grade, [](const std::string& text) {
                return text.empty() || text == "-" || number_in(text);
            })) {
            return grade;
        }
    }
    return std::nullopt;
}

/// "Feedback comments", "Feedback als Kommentar", "Commentaires": the last column of a worksheet that has any.
std::optional<std::size_t> comments_column(const Names& names, std::size_t grade) {
    const std::string& last = names.back();
    const bool is_named = std::ranges::any_of(words_for_comments, [&](std::string_view word) {
        return last.find(word) != std::string::npos;
    });
    return is_named && names.size() > grade + 2 ? std::optional(names.size() - 1) : std::nullopt;
}

/// "Participant 123,Jane Doe,jane@uni.edu,Submitted for grading,,100.00,Yes,…", with or without names.
std::optional<GradebookColumns> worksheet_columns(const SeparatedTable& table, const Names& names) {
    if (table.rows.size() < 2) {
        return std::nullopt;
    }
    const std::string participant = without_digits_at_end(value_at(table.rows[1], 0));
    const auto grade = worksheet_grades(table, names);
    constexpr std::size_t shortest = 6; // of "Participant " in any language; shorter is an id
    if (!grade || participant.size() < shortest ||
        !each_value(table, 0, [&](const std::string& text) {
            return without_digits_at_end(text) == participant && text.size() > participant.size();
        })) {
        return std::nullopt;
    }
    GradebookColumns columns;
    columns.platform = GradebookPlatform::moodle;
    columns.is_worksheet = true;
    columns.first_grade = *grade;
    columns.points = *grade + 1;
    if (each_value(table, *grade + 2, is_word)) {
        columns.changeable = *grade + 2;
        columns.submitted = *grade + 3;
    }
    columns.comments = comments_column(names, *grade);
    columns.email = email_column(table);
    add_places(columns.ids, names, {"username", "id number"});
    for (std::size_t place = 1; place + 1 < *grade; ++place) {
        if (place == 1 && place != columns.email && columns.ids.empty()) {
            columns.names = {place};
        } else if (place != columns.email && !is_group_column(names[place]) &&
                   names[place] != "full name" &&
                   std::ranges::find(columns.ids, place) == columns.ids.end()) {
            columns.ids.push_back(place);
        }
    }
    if (const auto whole = place_of(names, "full name")) {
        columns.names = {*whole};
    }
    if (columns.email) {
        columns.ids.push_back(*columns.email);
    }
    columns.ids.push_back(0);
    return columns;
}

std::optional<GradebookColumns> moodle_columns(const SeparatedTable& table, const Names& names) {
    auto email = place_of(names, "email address");
    email = email ? email : email_column(table);
    if (!email || *email == 0) {
        return std::nullopt;
    }
    GradebookColumns columns;
    columns.platform = GradebookPlatform::moodle;
    columns.email = email;
    columns.first_grade = *email + 1;
    const auto whole = place_of(names, "full name");
    const bool has_number = *email > 1 && each_value(table, 1, [](const std::string& text) {
        return number_in(text).has_value();
    });
    columns.names = whole                       ? std::vector<std::size_t>{*whole}
                    : *email > 1 && !has_number ? std::vector<std::size_t>{0, 1}
                                                : std::vector<std::size_t>{0};
    add_places(columns.ids, names, {"username", "id number", "email address"});
    for (const std::size_t place : columns.ids) { // Moodle puts some of them after the address
        columns.first_grade = std::max(columns.first_grade, place + 1);
    }
    if (std::ranges::find(columns.ids, *email) == columns.ids.end()) {
        columns.ids.push_back(*email);
        if (columns.names.size() == 2 && *email > 2) {
            columns.ids.insert(columns.ids.begin(), 2); // the number, in another language
        } else if (has_number) {
            columns.ids.insert(columns.ids.begin(), 1);
        }
    }
    // Without a column for grades it is a list of people.
    return columns.first_grade < names.size() ? std::optional(columns) : std::nullopt;
}

} // namespace

std::string value_at(const TableRow& row, std::optional<std::size_t> place) {
    return place && *place < row.fields.size()
               ? std::string(trimmed(row.fields[*place].value, " \t\r\n"))
               : std::string();
}

std::optional<GradebookColumns> gradebook_columns(const SeparatedTable& table) {
    const Names names = names_of(table);
    if (auto columns = canvas_columns(names)) {
        return columns;
    }
    if (auto columns = worksheet_columns(table, names)) {
        return columns;
    }
    if (place_of(names, "id")) {
        return std::nullopt;
    }
    return moodle_columns(table, names);
}

} // namespace kit
