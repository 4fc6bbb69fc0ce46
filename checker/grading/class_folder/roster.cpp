#include "checker/grading/class_folder/roster.hpp"

#include "analytics/print/layout.hpp"
#include "checker/files/whole_file.hpp"
#include "checker/grading/model/moment.hpp"
#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

namespace kit {

namespace {

struct TableRow {
    int line = 0; ///< of the text, from 1, where the row begins
    std::vector<std::string> fields;
};

char separator_of(std::string_view first_line) {
    char most = ',';
    for (const char candidate : {';', '\t'}) {
        if (std::count(first_line.begin(), first_line.end(), candidate) >
            std::count(first_line.begin(), first_line.end(), most)) {
            most = candidate;
        }
    }
    return most;
}

/// Rows of text as RFC 4180 describes them, separated by the comma, semicolon or tab that the first line
/// has most often. Skips a byte order mark and empty lines. A quote that is never closed ends with the
/// text; `unclosed` is then the line that it began on, else 0.
std::vector<TableRow> read_separated_table(std::string_view text, int& unclosed) {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    if (text.substr(0, mark.size()) == mark) {
        text.remove_prefix(mark.size());
    }
    const char separator = separator_of(text.substr(0, text.find_first_of("\r\n")));
    std::vector<TableRow> rows;
    TableRow row{1, {}};
    std::string field;
    int line = 1;
    unclosed = 0;
    const auto end_field = [&] {
        row.fields.push_back(std::move(field));
        field.clear();
    };
    const auto end_row = [&] {
        end_field();
        if (row.fields.size() > 1 || !row.fields.front().empty()) {
            rows.push_back(std::move(row));
        }
        row = {line, {}};
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        if (unclosed != 0) {
            line += letter == '\n' ? 1 : 0;
            if (letter != '"') {
                field += letter;
            } else if (i + 1 < text.size() && text[i + 1] == '"') {
                field += '"';
                ++i;
            } else {
                unclosed = 0;
            }
        } else if (letter == '"' && field.empty()) {
            unclosed = line;
        } else if (letter == separator) {
            end_field();
        } else if (letter == '\r' || letter == '\n') {
            i += letter == '\r' && i + 1 < text.size() && text[i + 1] == '\n' ? 1 : 0;
            ++line;
            end_row();
        } else {
            field += letter;
        }
    }
    end_row();
    return rows;
}

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return text;
}

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

    std::vector<RosterEntry> read(const std::string& text) {
        int unclosed = 0;
        const std::vector<TableRow> rows = read_separated_table(text, unclosed);
        if (unclosed != 0) {
            note(unclosed, "a quotation mark begins here and is never closed");
        }
        if (rows.empty()) {
            note(1, "the roster is empty; its first line names the columns: id,name,email");
        } else {
            name_columns(rows.front());
        }
        std::vector<RosterEntry> entries;
        if (problems_.empty()) {
            for (auto row = rows.begin() + 1; row != rows.end(); ++row) {
                entries.push_back(entry_of(*row));
            }
        }
        if (!problems_.empty()) {
            throw UsageError(problems_);
        }
        return entries;
    }

private:
    void note(int line, const std::string& what) {
        problems_ +=
            fmt::format("{}{}:{}: {}", problems_.empty() ? "" : "\n", path_.string(), line, what);
    }

    void name_columns(const TableRow& row) {
        for (const std::string& field : row.fields) {
            shown_.emplace_back(trimmed(field, " \t"));
            columns_.push_back(lowered(shown_.back()));
        }
        for (const std::string& column : columns_) {
            if (!column.empty() && std::count(columns_.begin(), columns_.end(), column) > 1) {
                note(row.line, fmt::format("two columns are called \"{}\"", column));
                return;
            }
        }
        if (std::find(columns_.begin(), columns_.end(), "id") == columns_.end()) {
            note(row.line, "no column is called \"id\", which names each student's folder");
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
            take(entry, i, std::string(trimmed(row.fields[i], " \t")), row.line);
        }
        if (entry.id.empty()) {
            note(row.line, "the id is missing");
        } else if (entry.id.find('/') != std::string::npos || entry.id == "." || entry.id == "..") {
            note(row.line, fmt::format("\"{}\" cannot name a folder", entry.id));
        } else if (!ids_.insert(entry.id).second) {
            note(row.line, fmt::format("\"{}\" is listed twice", entry.id));
        }
        if (entry.name.empty()) {
            entry.name = entry.id;
        }
        entry.folder = entry.id;
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

std::vector<RosterEntry> read_roster(const std::filesystem::path& path) {
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
