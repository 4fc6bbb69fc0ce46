#include "checker/grading/class_folder/roster.hpp"

#include "checker/base/encodings.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/source_text.hpp"
#include "checker/base/utf8.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/grading/class_folder/gradebook_export.hpp"
#include "checker/grading/class_folder/lab_names.hpp"
#include "checker/grading/class_folder/separated_table.hpp"
#include "checker/grading/model/moment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace kit {

namespace {

/// 5 of "submitted-05"; 0 of any other column.
int lab_of_column(const std::string& column) {
    int lab = 0;
    int length = 0;
    const bool is_one = std::sscanf(column.c_str(), "submitted-%2d%n", &lab, &length) == 1 &&
                        static_cast<std::size_t>(length) == column.size();
    return is_one ? std::max(lab, 0) : 0;
}

constexpr std::array<std::string_view, 7> names_of_id{
    "identifier", "netid", "student id", "sis login id", "login", "username", "user"};
constexpr std::array<std::string_view, 4> names_of_name{"full name", "fullname", "student",
                                                        "student name"};
constexpr std::array<std::string_view, 4> names_of_email{"e-mail", "email address",
                                                         "e-mail address", "mail"};

class RosterReader {
public:
    explicit RosterReader(const std::filesystem::path& path) : path_(path) {}

    Roster read(std::string bytes) {
        utf16_mark_ = utf16_mark(bytes);
        const std::string text =
            utf16_mark_.empty() ? std::move(bytes) : as_utf8(std::move(bytes)).text;
        const SeparatedTable table = read_separated_table(text);
        Roster roster;
        if (text.starts_with("PK\x03\x04")) {
            throw UsageError("{}: it is a spreadsheet or an archive, not a table of "
                             "text; export or save it as CSV",
                             path_.string());
        }
        if (table.unclosed != 0) {
            note(table.unclosed, "a quotation mark begins here and is never closed");
        }
        if (table.rows.empty()) {
            note(1, "the roster is empty; its first line names the columns: id,name,email");
        } else if (const auto columns = gradebook_columns(table); columns && !is_own(table)) {
            std::vector<std::pair<int, std::string>> problems;
            roster = gradebook_export(table, *columns, text, problems);
            roster.gradebook->utf16_mark = utf16_mark_;
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
        name_columns(table);
        if (!problems_.empty()) {
            return;
        }
        for (auto row = table.rows.begin() + 1; row != table.rows.end(); ++row) {
            entries.push_back(entry_of(*row));
        }
    }

    /// Excel and platforms have names of their own for the columns that the kit looks for.
    void name_columns(const SeparatedTable& table) {
        const TableRow& row = table.rows.front();
        for (const TableField& field : row.fields) {
            shown_.emplace_back(trimmed(field.value, " \t"));
            columns_.push_back(in_small_letters(shown_.back()));
        }
        for (const std::string& column : columns_) {
            if (!column.empty() && std::ranges::count(columns_, column) > 1) {
                note(row.line, fmt::format("two columns are called \"{}\"", column));
                return;
            }
        }
        call("id", names_of_id);
        call("name", names_of_name);
        call("email", names_of_email);
        const auto email =
            static_cast<std::size_t>(std::ranges::find(columns_, "email") - columns_.begin());
        const bool is_other =
            columns_.size() > 1 && columns_.front() != "name" && columns_.front() != "email";
        if (!is_called("id") && is_other && tells_apart(table, 0)) {
            columns_.front() = "id";
        } else if (!is_called("id") && is_called("email") && tells_apart(table, email)) {
            columns_[email] = "id";
        }
        if (!is_called("id")) {
            note(
                row.line,
                "no column is called \"id\", which names each student's folder, the first does not "
                "tell students apart, and it is no gradebook that Canvas or Moodle exports");
        }
    }

    /// No platform's gradebook begins with such a column; rosters of one's own do.
    static bool is_own(const SeparatedTable& table) {
        const std::string first =
            in_small_letters(trimmed(table.rows.front().fields.front().value, " \t"));
        // Moodle's worksheet begins with the "Identifier" of its participants.
        return first != "identifier" && std::ranges::find(names_of_id, first) != names_of_id.end();
    }

    [[nodiscard]] bool is_called(std::string_view name) const {
        return std::ranges::find(columns_, name) != columns_.end();
    }

    /// The first column of one of these names is taken for the kit's own, if that is not there.
    void call(const char* name, std::span<const std::string_view> others) {
        for (const std::string_view other : others) {
            const auto found = std::ranges::find(columns_, other);
            if (!is_called(name) && found != columns_.end()) {
                *found = name;
            }
        }
    }

    /// Whether each row has another text in this column.
    static bool tells_apart(const SeparatedTable& table, std::size_t column) {
        std::set<std::string> texts;
        for (auto row = table.rows.begin() + 1; row != table.rows.end(); ++row) {
            const std::string text = column < row->fields.size() ? row->fields[column].value : "";
            if (text.empty() || !texts.insert(text).second) {
                return false;
            }
        }
        return !texts.empty();
    }

    RosterEntry entry_of(const TableRow& row) {
        RosterEntry entry;
        const bool has_more = std::any_of(
            row.fields.begin() +
                static_cast<std::ptrdiff_t>(std::min(row.fields.size(), columns_.size())),
            row.fields.end(), [](const TableField& field) { return !field.value.empty(); });
        if (has_more) {
            note(row.line, fmt::format("{} fields under {} columns; put a field that contains a "
                                       "separator in quotes",
                                       row.fields.size(), columns_.size()));
        }
        for (std::size_t i = 0; i < std::min(row.fields.size(), columns_.size()); ++i) {
            take(entry, i, std::string(trimmed(row.fields[i].value, " \t")), row.line);
            if (columns_[i] == "id") { // a folder's name is bytes
                const std::string& bytes = row.fields[i].bytes;
                entry.folder = bytes.empty() ? entry.id : std::string(trimmed(bytes, " \t"));
            }
        }
        if (entry.id.empty()) {
            note(row.line, "the id is missing");
        } else if (entry.id.find('/') != std::string::npos || entry.id == "." || entry.id == "..") {
            note(row.line, fmt::format("\"{}\" cannot name a folder", entry.id));
        } else if (!ids_.insert(id_of_bytes(entry.id)).second) {
            note(row.line, fmt::format("\"{}\" is listed twice", entry.id));
        }
        if (entry.email.empty() && entry.id.find('@') != std::string::npos) {
            entry.email = entry.id;
        }
        if (entry.name.empty()) {
            entry.name = entry.id;
        }
        entry.id = id_of_bytes(entry.id);
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
    std::string utf16_mark_;
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
        throw UsageError("{}: no such file; a roster is a table with a column \"id\"",
                         path.string());
    }
    return RosterReader(path).read(*text);
}

} // namespace kit
