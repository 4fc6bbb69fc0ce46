#include "checker/grading/class_folder/separated_table.hpp"

#include <algorithm>

namespace kit {

namespace {

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

} // namespace

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

} // namespace kit
