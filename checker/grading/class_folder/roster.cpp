#include "checker/grading/class_folder/roster.hpp"

#include "checker/base/encodings.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/grading/class_folder/gradebook_export.hpp"
#include "checker/grading/class_folder/lab_names.hpp"
#include "checker/grading/class_folder/separated_table.hpp"
#include "checker/grading/model/moment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace kit {

namespace {

/// 5 of "submitted-05"; 0 of any other column.
int lab_of_column(const std::string& column) {
    const std::string prefix = "submitted-";
    const std::string digits =
        column.rfind(prefix, 0) == 0 ? column.substr(prefix.size()) : std::string();
    const bool is_number =
        !digits.empty() && digits.size() <= 2 &&
        std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    return is_number ? std::stoi(digits) : 0;
}

class RosterReader {
public:
    explicit RosterReader(const std::filesystem::path& path) : path_(path) {}

    Roster read(const std::string& text) {
        const SeparatedTable table = read_separated_table(text);
        Roster roster;
        if (text.starts_with("PK\x03\x04")) {
            throw UsageError(fmt::format("{}: it is a spreadsheet or an archive, not a table of "
                                         "text; export or save it as CSV",
                                         path_.string()));
        }
        if (table.unclosed != 0) {
            note(table.unclosed, "a quotation mark begins here and is never closed");
        }
        if (table.rows.empty()) {
            note(1, "the roster is empty; its first line names the columns: id,name,email");
        } else if (const auto columns = gradebook_columns(table)) {
            std::vector<std::pair<int, std::string>> problems;
            roster = gradebook_export(table, *columns, text, problems);
            for (const auto& [line, what] : problems) {
                note(line, what);
            }
        } else {
            read_own(table, roster.students);
        }
        if (!problems_.empty()) {
            throw UsageError(problems_);
        }
        return roster;
    }

private:
    void note(int line, const std::string& what) {
        problems_ +=
            fmt::format("{}{}:{}: {}", problems_.empty() ? "" : "\n", path_.string(), line, what);
    }

    void read_own(const SeparatedTable& table, std::vector<RosterEntry>& entries) {
        name_columns(table.rows.front());
        if (!problems_.empty()) {
            return;
        }
        for (auto row = table.rows.begin() + 1; row != table.rows.end(); ++row) {
            entries.push_back(entry_of(*row));
        }
    }

    void name_columns(const TableRow& row) {
        for (const TableField& field : row.fields) {
            shown_.emplace_back(trimmed(field.value, " \t"));
            columns_.push_back(in_small_letters(shown_.back()));
        }
        for (const std::string& column : columns_) {
            if (!column.empty() && std::count(columns_.begin(), columns_.end(), column) > 1) {
                note(row.line, fmt::format("two columns are called \"{}\"", column));
                return;
            }
        }
        if (std::find(columns_.begin(), columns_.end(), "id") == columns_.end()) {
            note(row.line,
                 "no column is called \"id\", which names each student's folder, and it is no "
                 "gradebook that Canvas or Moodle exports");
        }
    }

    RosterEntry entry_of(const TableRow& row) {
        RosterEntry entry;
        if (row.fields.size() > columns_.size()) {
            note(row.line, fmt::format("{} fields under {} columns; put a field that contains a "
                                       "separator in quotes",
                                       row.fields.size(), columns_.size()));
        }
        for (std::size_t i = 0; i < std::min(row.fields.size(), columns_.size()); ++i) {
            take(entry, i, std::string(trimmed(row.fields[i].value, " \t")), row.line);
        }
        if (entry.id.empty()) {
            note(row.line, "the id is missing");
        } else if (entry.id.find('/') != std::string::npos || entry.id == "." || entry.id == "..") {
            note(row.line, fmt::format("\"{}\" cannot name a folder", entry.id));
        } else if (!ids_.insert(id_of_bytes(entry.id)).second) {
            note(row.line, fmt::format("\"{}\" is listed twice", entry.id));
        }
        if (entry.name.empty()) {
            entry.name = entry.id;
        }
        entry.folder = std::exchange(entry.id, id_of_bytes(entry.id));
        return entry;
    }

    void take(RosterEntry& entry, std::size_t column, std::string value, int line) {
        const std::string& name = columns_[column];
        const int lab = lab_of_column(name);
        if (name == "id") {
            entry.id = std::move(value);
        } else if (name == "name") {
            entry.name = std::move(value);
        } else if (name == "email") {
            entry.email = std::move(value);
        } else if (name == "files") {
            if (value.find("..") != std::string::npos || value.rfind('/', 0) == 0) {
                note(line, fmt::format("\"{}\" points outside the class's folder", value));
            }
            entry.files = std::move(value);
        } else if (name == "deadline" || lab != 0) {
            const auto moment = parse_moment(value);
            if (!moment && !value.empty()) {
                note(line,
                     fmt::format("\"{}\" is not a date and time; write 2026-11-20 23:59", value));
            } else if (moment && lab != 0) {
                entry.submitted[lab] = *moment;
            } else if (moment) {
                entry.deadline = moment;
            }
        } else if (!shown_[column].empty()) {
            entry.columns.emplace_back(shown_[column], std::move(value));
        }
    }

    const std::filesystem::path& path_;
    std::vector<std::string> columns_; ///< in small letters
    std::vector<std::string> shown_;   ///< as written
    std::set<std::string> ids_;
    std::string problems_;
};

} // namespace

std::string id_of_bytes(const std::string& bytes) {
    if (valid_utf8(bytes) == bytes) {
        return bytes;
    }
    return percent_encoded(bytes,
                           [](char letter) { return static_cast<unsigned char>(letter) < 0x80; });
}

Roster read_roster(const std::filesystem::path& path) {
    std::error_code error;
    const std::optional<std::string> text =
        std::filesystem::is_directory(path, error) ? std::nullopt : read_file_if_there(path);
    if (!text) {
        throw UsageError(fmt::format("{}: no such file; a roster is a table with a column \"id\"",
                                     path.string()));
    }
    return RosterReader(path).read(*text);
}

} // namespace kit
