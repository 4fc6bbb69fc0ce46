#include "checker/grading/class_folder/gradebook_export.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/grading/class_folder/lab_names.hpp"
#include "checker/grading/class_folder/person_names.hpp"
#include "checker/grading/class_folder/platforms/platform_moment.hpp"
#include "checker/grading/writers/item_account.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <set>
#include <string_view>

namespace kit {

namespace {

using Names = std::vector<std::string>;

/// The first line's fields, small and without blanks around them.
Names names_of(const SeparatedTable& table) {
    Names names;
    for (const TableField& field : table.rows.front().fields) {
        names.push_back(in_small_letters(trimmed(field.value, " \t")));
    }
    return names;
}

std::optional<std::size_t> place_of(const Names& names, std::string_view wanted) {
    const auto found = std::find(names.begin(), names.end(), wanted);
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

std::string value_at(const TableRow& row, std::optional<std::size_t> place) {
    return place && *place < row.fields.size()
               ? std::string(trimmed(row.fields[*place].value, " \t\r\n"))
               : std::string();
}

std::optional<GradebookColumns> canvas_columns(const Names& names) {
    std::vector<std::size_t> found;
    add_places(found, names,
               {"sis user id", "sis login id", "integration id", "root account", "section"});
    if (names.size() < 3 || names[0] != "student" || names[1] != "id" || found.empty()) {
        return std::nullopt;
    }
    GradebookColumns columns;
    columns.first_grade = *std::max_element(found.begin(), found.end()) + 1;
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

std::optional<double> number_in(std::string text) {
    std::replace(text.begin(), text.end(), ',', '.');
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number)
                                                                    : std::nullopt;
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

/// "Participant 123,Jane Doe,jane@uni.edu,Submitted for grading,,100.00,Yes,…", with or without names.
std::optional<GradebookColumns> worksheet_columns(const SeparatedTable& table, const Names& names) {
    if (table.rows.size() < 2) {
        return std::nullopt;
    }
    const std::string participant = without_digits_at_end(value_at(table.rows[1], 0));
    const auto grade = worksheet_grades(table, names);
    if (!grade || participant.empty() || !each_value(table, 0, [&](const std::string& text) {
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
    columns.email = email_column(table);
    add_places(columns.ids, names, {"username", "id number"});
    for (std::size_t place = 1; place + 1 < *grade; ++place) {
        if (place == 1 && place != columns.email && columns.ids.empty()) {
            columns.names = {place};
        } else if (place != columns.email && !is_group_column(names[place]) &&
                   names[place] != "full name" &&
                   std::find(columns.ids.begin(), columns.ids.end(), place) == columns.ids.end()) {
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
    columns.names = whole        ? std::vector<std::size_t>{*whole}
                    : *email > 1 ? std::vector<std::size_t>{0, 1}
                                 : std::vector<std::size_t>{0};
    add_places(columns.ids, names, {"username", "id number", "email address"});
    for (const std::size_t place : columns.ids) { // Moodle puts some of them after the address
        columns.first_grade = std::max(columns.first_grade, place + 1);
    }
    if (std::find(columns.ids.begin(), columns.ids.end(), *email) == columns.ids.end()) {
        columns.ids.push_back(*email);
        if (columns.names.size() == 2 && *email > 2) {
            columns.ids.insert(columns.ids.begin(), 2); // the number, in another language
        }
    }
    return columns;
}

/// "7,5" and the like are in the table, where a comma does not separate fields.
bool has_decimal_commas(const SeparatedTable& table, std::size_t first_grade) {
    for (auto row = table.rows.begin() + 1; row != table.rows.end(); ++row) {
        for (std::size_t i = first_grade; i < row->fields.size(); ++i) {
            const std::string value = value_at(*row, i);
            const std::size_t comma = value.find(',');
            if (comma != std::string::npos && comma > 0 && comma + 1 < value.size() &&
                value.find_first_not_of("0123456789,") == std::string::npos &&
                value.find(',', comma + 1) == std::string::npos) {
                return true;
            }
        }
    }
    return false;
}

class ExportReader {
public:
    ExportReader(const SeparatedTable& table, const GradebookColumns& columns,
                 std::vector<std::pair<int, std::string>>& problems)
        : table_(table), columns_(columns), problems_(problems) {}

    Roster read(const std::string& text) {
        GradebookExport& exported = roster_.gradebook.emplace();
        exported.platform = columns_.platform;
        exported.text = text;
        exported.separator = table_.separator;
        exported.is_worksheet = columns_.is_worksheet;
        exported.decimal_comma = has_decimal_commas(table_, columns_.first_grade);
        const std::vector<TableField>& header = table_.rows.front().fields;
        const std::size_t end = columns_.is_worksheet ? columns_.first_grade + 1 : header.size();
        for (std::size_t i = columns_.first_grade; i < end; ++i) {
            exported.columns.push_back({std::string(trimmed(header[i].value, " \t")), "",
                                        columns_.is_worksheet && i + 1 < end});
        }
        for (auto row = table_.rows.begin() + 1; row != table_.rows.end(); ++row) {
            take(*row);
        }
        return std::move(roster_);
    }

private:
    /// Canvas has lines without a student: what each column is worth, and how its grades are posted.
    [[nodiscard]] bool is_of_no_student(const TableRow& row) const {
        return columns_.platform == GradebookPlatform::canvas &&
               std::all_of(columns_.ids.begin(), columns_.ids.end(),
                           [&](std::size_t place) { return value_at(row, place).empty(); }) &&
               value_at(row, columns_.first_grade - 1).empty();
    }

    void take(const TableRow& row) {
        GradebookExport& exported = *roster_.gradebook;
        if (is_of_no_student(row)) {
            for (std::size_t i = 0; i < exported.columns.size(); ++i) {
                const std::string value = value_at(row, columns_.first_grade + i);
                const bool is_computed = value.find("read only") != std::string::npos;
                exported.columns[i].is_read_only |= is_computed;
                if (number_in(value)) {
                    exported.columns[i].points = value;
                }
            }
            return;
        }
        RosterEntry entry = entry_of(row);
        const bool is_test =
            columns_.platform == GradebookPlatform::canvas && entry.name == "Student, Test";
        if (is_test) {
            return;
        }
        if (row.fields.size() < columns_.first_grade + exported.columns.size()) {
            problems_.emplace_back(
                row.line, fmt::format("{} fields under {} columns; export the gradebook again",
                                      row.fields.size(), table_.rows.front().fields.size()));
        } else if (entry.id.empty()) {
            problems_.emplace_back(row.line, "nothing in this line tells the student from others: "
                                             "export the gradebook with logins, numbers or e-mail "
                                             "addresses");
        } else if (!ids_.insert(entry.id).second) {
            problems_.emplace_back(row.line,
                                   fmt::format("\"{}\" is listed twice", one_line(entry.id)));
        } else {
            std::vector<Gradebook::Cell>& cells = exported.cells[entry.id];
            for (std::size_t i = 0; i < exported.columns.size(); ++i) {
                const TableField& field = row.fields[columns_.first_grade + i];
                cells.push_back({field.begin, field.end, is_locked(row)});
            }
            if (columns_.points) {
                exported.columns.front().points = value_at(row, columns_.points);
            }
            roster_.students.push_back(std::move(entry));
        }
    }

    RosterEntry entry_of(const TableRow& row) const {
        RosterEntry entry;
        for (const std::size_t place : columns_.names) {
            const std::string part = value_at(row, place);
            entry.name += (entry.name.empty() || part.empty() ? "" : " ") + part;
        }
        entry.email = value_at(row, columns_.email);
        const std::vector<TableField>& header = table_.rows.front().fields;
        for (std::size_t place = 0; place < header.size(); ++place) {
            if (is_group_column(trimmed(header[place].value, " \t"))) {
                entry.columns.emplace_back(column_name(place), value_at(row, place));
            }
        }
        if (const auto moment = written_moment(value_at(row, columns_.submitted))) {
            entry.submitted[0] = *moment;
        }
        for (const std::size_t place : columns_.ids) {
            const std::string value = value_at(row, place);
            if (value.empty()) {
                continue;
            }
            if (entry.id.empty()) {
                entry.folder = value;
                entry.id = id_of_bytes(value);
            }
            if (entry.email.empty() && value.find('@') != std::string::npos) {
                entry.email = value;
            }
            if (place != columns_.email) {
                entry.columns.emplace_back(column_name(place), value);
            }
            if (columns_.is_worksheet && place == 0) {
                // Downloads name folders "Jane Doe_123_..." after "Participant 123".
                const std::size_t digits = value.find_last_not_of("0123456789") + 1;
                entry.columns.emplace_back("Folder", entry.name + "_" + value.substr(digits));
            }
        }
        if (entry.name.empty()) {
            entry.name = entry.id;
        }
        // Such a number cannot be a folder's name, and need not be: names and addresses are matched, too.
        if (entry.folder.find('/') != std::string::npos || entry.folder == "." ||
            entry.folder == "..") {
            entry.folder = file_safe(entry.folder);
        }
        return entry;
    }

    /// Whether Moodle takes no other grade: another part of it has set this one.
    [[nodiscard]] bool is_locked(const TableRow& row) const {
        const std::string word = folded(value_at(row, columns_.changeable));
        return word == "no" || word == "nein" || word == "non" || word == "não" || word == "nee" ||
               word == "nej";
    }

    static std::string file_safe(std::string text) {
        std::replace(text.begin(), text.end(), '/', '_');
        return text == "." || text == ".." ? "_" + text : text;
    }

    /// As the kit's own gradebooks look for it.
    [[nodiscard]] std::string column_name(std::size_t place) const {
        const std::string name(trimmed(table_.rows.front().fields[place].value, " \t"));
        return columns_.platform == GradebookPlatform::canvas && place == 1 ? "canvas_id" : name;
    }

    const SeparatedTable& table_;
    const GradebookColumns& columns_;
    std::vector<std::pair<int, std::string>>& problems_;
    Roster roster_;
    std::set<std::string> ids_;
};

/// "Lab 5" of "Lab 5 (4711)" and of "Assignment: Lab 5 (Real)", with what was in the brackets.
std::string without_brackets(const std::string& name, std::string& inside) {
    const std::size_t open = name.rfind('(');
    if (open == std::string::npos || open == 0 || name.back() != ')') {
        return name;
    }
    inside = in_small_letters(name.substr(open + 1, name.size() - open - 2));
    return std::string(trimmed(name.substr(0, open), " \t"));
}

/// How surely a column is an item's.
enum class Fit { none, named, exact };

Fit fit_of(const GradebookExport& exported, const GradebookExport::Column& column,
           const GradebookItem& item, const std::vector<Lab>& labs) {
    std::string inside;
    std::string title = without_brackets(column.name, inside);
    if (exported.platform == GradebookPlatform::moodle) {
        for (const char* other : {"percentage", "letter", "feedback"}) {
            if (inside == other) {
                return Fit::none;
            }
        }
        const std::size_t colon = title.find(": ");
        title = colon == std::string::npos ? title : title.substr(colon + 2);
    }
    const std::string small = in_small_letters(title);
    if (item.number == 0) {
        return small == in_small_letters(item.id) ? Fit::exact : Fit::none;
    }
    const auto named = lab_in_name(title, labs);
    if (!named || named->lab != item.id || named->copy != 0) {
        return Fit::none;
    }
    if (small == item.id || small == fmt::format("{}", item.number) ||
        small == fmt::format("lab {}", item.number) ||
        small == fmt::format("lab {:02}", item.number)) {
        return Fit::exact;
    }
    const bool is_other = small.find("quiz") != std::string::npos ||
                          small.find("survey") != std::string::npos ||
                          small.find("attendance") != std::string::npos;
    return is_other ? Fit::none : Fit::named;
}

/// The columns that fit an item best.
std::vector<std::size_t> columns_of(const GradebookExport& exported, const GradebookItem& item,
                                    const std::vector<Lab>& labs) {
    std::vector<std::size_t> found;
    Fit best = Fit::named;
    for (std::size_t i = 0; i < exported.columns.size(); ++i) {
        const Fit fit = exported.columns[i].is_read_only
                            ? Fit::none
                            : fit_of(exported, exported.columns[i], item, labs);
        if (fit > best) {
            found.clear();
            best = fit;
        }
        if (fit == best) {
            found.push_back(i);
        }
    }
    return found;
}

std::size_t asked_column(const GradebookExport& exported, const std::string& file,
                         const std::string& item, const std::string& wanted) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < exported.columns.size(); ++i) {
        std::string inside;
        const std::string& name = exported.columns[i].name;
        if (name == wanted || without_brackets(name, inside) == wanted) {
            return i;
        }
        names.push_back(name);
    }
    throw UsageError(fmt::format("grading.toml names the column \"{}\" for {}, which is not in {}; "
                                 "its columns of grades are: {}",
                                 one_line(wanted), item, file, one_line(join(names))));
}

} // namespace

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

Roster gradebook_export(const SeparatedTable& table, const GradebookColumns& columns,
                        const std::string& text,
                        std::vector<std::pair<int, std::string>>& problems) {
    return ExportReader(table, columns, problems).read(text);
}

MatchedGradebook match_gradebook(const GradebookExport& exported, const std::string& file,
                                 const std::vector<GradebookItem>& items,
                                 const std::vector<Lab>& labs,
                                 const std::map<std::string, std::string>& asked) {
    MatchedGradebook matched;
    matched.gradebook.platform = exported.platform;
    matched.gradebook.text = exported.text;
    matched.gradebook.utf16_mark = exported.utf16_mark;
    matched.gradebook.separator = exported.separator;
    matched.gradebook.decimal_comma = exported.decimal_comma;
    for (const GradebookItem& item : items) {
        const auto wanted = asked.find(item.id);
        std::vector<std::size_t> places;
        if (wanted != asked.end()) {
            places = {asked_column(exported, file, item.id, wanted->second)};
        } else if (items.size() == 1 && exported.is_worksheet) {
            places = {0}; // it is of one assignment, and does not say of which
        } else {
            places = columns_of(exported, item, labs);
        }
        if (places.size() != 1) {
            std::vector<std::string> names;
            for (const std::size_t place : places) {
                names.push_back("\"" + one_line(exported.columns[place].name) + "\"");
            }
            matched.notices.push_back(fmt::format(
                "{}: {}, so its points are not put in; say which column in grading.toml, under "
                "[gradebook]: {} = \"…\"",
                file,
                places.empty() ? fmt::format("no column is called like {}", item.id)
                               : fmt::format("{} could each be {}", join(names), item.id),
                item.number == 0 ? "quiz" : item.id));
            continue;
        }
        const GradebookExport::Column& column = exported.columns[places.front()];
        if (const auto points = number_in(column.points); points && *points != item.max_points) {
            matched.notices.push_back(fmt::format(
                "{}: \"{}\" is worth {} there and {} here; points are put in as they are", file,
                one_line(column.name), points_text(*points), points_text(item.max_points)));
        }
        matched.gradebook.columns[item.id] = column.name;
        for (const auto& [student, cells] : exported.cells) {
            matched.gradebook.cells[{student, item.id}] = cells[places.front()];
        }
    }
    return matched;
}

} // namespace kit
