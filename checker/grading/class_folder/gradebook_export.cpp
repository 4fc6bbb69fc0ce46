#include "checker/grading/class_folder/gradebook_export.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/utf8.hpp"
#include "checker/grading/class_folder/lab_names.hpp"
#include "checker/grading/class_folder/person_names.hpp"
#include "checker/grading/class_folder/platforms/platform_moment.hpp"
#include "checker/grading/model/graded_class.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace kit {

namespace {

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
               std::ranges::all_of(
                   columns_.ids, [&](std::size_t place) { return value_at(row, place).empty(); }) &&
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
            if (columns_.comments && *columns_.comments < row.fields.size()) {
                const TableField& field = row.fields[*columns_.comments];
                exported.comments[entry.id] = {field.begin, field.end, is_locked(row)};
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
        const auto words = split_at("no|nein|non|não|nee|nej", '|');
        return std::ranges::find(words, word) != words.end();
    }

    static std::string file_safe(std::string text) {
        std::ranges::replace(text, '/', '_');
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
    throw UsageError("grading.toml names the column \"{}\" for {}, which is not in {}; "
                     "its columns of grades are: {}",
                     one_line(wanted), item, file, one_line(join(names)));
}

} // namespace

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
        for (const auto& [student, cell] : exported.comments) {
            matched.gradebook.comments[{student, item.id}] = cell;
        }
    }
    return matched;
}

} // namespace kit
