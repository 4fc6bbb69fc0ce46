#include "checker/base/table.hpp"

#include "checker/base/json_text.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/utf8.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace kit {

namespace {

constexpr int csv_digits = 6;

int longest_word(std::string_view text) {
    int longest = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        longest = std::max(longest, width_of(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return longest;
}

/// As wide as the columns' cells, or narrowed to a terminal's line, where cells of words are broken
/// between these; empty where no line holds the table.
std::vector<int> column_widths(const Table& table) {
    std::vector<int> widths;
    std::vector<int> least;
    int all = 0;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const Column& column = table.columns[i];
        widths.push_back(width_of(column.heading));
        least.push_back(longest_word(column.heading));
        for (const auto& row : table.rows) {
            const int width = width_of(row[i].text);
            widths[i] = std::max(widths[i], width);
            least[i] = std::max(least[i], column.is_number ? width : longest_word(row[i].text));
        }
        all += widths[i] + 2;
    }
    for (; all > text_columns; --all) {
        std::size_t loosest = 0;
        for (std::size_t i = 1; i < widths.size(); ++i) {
            if (widths[i] - least[i] > widths[loosest] - least[loosest]) {
                loosest = i;
            }
        }
        if (widths[loosest] == least[loosest]) {
            return {};
        }
        --widths[loosest];
    }
    return widths;
}

std::vector<std::string> cell_lines(const std::string& text, int width) {
    return width_of(text) <= width ? std::vector<std::string>{text}
                                   : split_lines(wrapped(text, width));
}

/// A row of cells, in several lines where a cell is broken. A heading's last line is the lowest.
std::string row_text(const Table& table, const std::vector<int>& widths,
                     const std::vector<std::string>& cells, bool is_heading) {
    std::vector<std::vector<std::string>> parts;
    std::size_t lines = 1;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        parts.push_back(cell_lines(cells[i], widths[i]));
        lines = std::max(lines, parts.back().size());
    }
    std::string text;
    for (std::size_t line = 0; line < lines; ++line) {
        std::string row;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::size_t above = is_heading ? lines - parts[i].size() : 0;
            const bool has_part = line >= above && line - above < parts[i].size();
            const std::string part = has_part ? parts[i][line - above] : "";
            row += "  " + (table.columns[i].is_number ? pad_left(part, widths[i])
                                                      : pad_right(part, widths[i]));
        }
        row.erase(row.find_last_not_of(' ') + 1);
        text += row + "\n";
    }
    return text;
}

/// A line for each cell: for rows that no line holds.
std::string records_text(const Table& table) {
    int columns = 0;
    for (const Column& column : table.columns) {
        columns = std::max(columns, width_of(column.heading));
    }
    const std::string indent = repeated(" ", columns + 4);
    std::string text;
    for (const auto& row : table.rows) {
        text += text.empty() ? "" : "\n";
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += "  " + pad_right(table.columns[i].heading, columns) + "  " +
                    wrapped(row[i].text, text_columns, indent) + "\n";
        }
    }
    return text;
}

std::string text_table(const Table& table) {
    std::string text = table.title.empty() ? "" : wrapped(table.title, text_columns, "  ") + "\n";
    const std::vector<int> widths = column_widths(table);
    if (widths.empty()) {
        text += records_text(table);
    } else {
        std::vector<std::string> headings;
        for (const Column& column : table.columns) {
            headings.push_back(column.heading);
        }
        if (!join(headings, "").empty()) {
            text += row_text(table, widths, headings, true);
        }
        for (const auto& row : table.rows) {
            std::vector<std::string> cells;
            for (const TableCell& cell : row) {
                cells.push_back(cell.text);
            }
            text += row_text(table, widths, cells, false);
        }
    }
    for (const std::string& note : table.notes) {
        text += "\n  " + wrapped(note, text_columns, "  ") + "\n";
    }
    return text;
}

nlohmann::ordered_json cell_json(const TableCell& cell) {
    if (!cell.value) {
        return cell.text;
    }
    if (cell.value->is_integer()) {
        return cell.value->numerator();
    }
    return {{"value", cell.value->approximate()}, {"fraction", cell.value->fraction()}};
}

std::string json_document(const std::vector<Table>& tables) {
    nlohmann::ordered_json document;
    for (const Table& table : tables) {
        auto& list = document[table.key] = nlohmann::ordered_json::array();
        for (const auto& row : table.rows) {
            nlohmann::ordered_json object;
            for (std::size_t i = 0; i < row.size(); ++i) {
                object[table.columns[i].key] = cell_json(row[i]);
            }
            list.push_back(std::move(object));
        }
        if (!table.notes.empty()) {
            document[table.key + "_notes"] = table.notes;
        }
    }
    return indented_json(document);
}

std::string csv_field(const std::string& text) {
    if (text.find_first_of("\",\r\n") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char letter : text) {
        quoted += letter == '"' ? "\"\"" : std::string(1, letter);
    }
    return quoted + "\"";
}

std::string csv_text(const TableCell& cell) {
    if (!cell.value) {
        return csv_field(cell.text);
    }
    return cell.value->is_integer() ? std::to_string(cell.value->numerator())
                                    : cell.value->decimal(csv_digits);
}

std::string csv_table(const Table& table) {
    std::string text;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        text += (i == 0 ? "" : ",") + csv_field(table.columns[i].key);
    }
    text += "\r\n";
    for (const auto& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += (i == 0 ? "" : ",") + csv_text(row[i]);
        }
        text += "\r\n";
    }
    return text;
}

std::string markdown_text(const std::string& text) {
    std::string escaped;
    for (const char letter : text) {
        escaped += letter == '|' ? "\\|" : std::string(1, letter);
    }
    return escaped;
}

std::string markdown_table(const Table& table) {
    std::string text = table.title.empty() ? "" : "**" + table.title + "**\n\n";
    std::string rule = "|";
    text += "|";
    for (const Column& column : table.columns) {
        text += " " + markdown_text(column.heading) + " |";
        rule += column.is_number ? " ---: |" : " --- |";
    }
    text += "\n" + rule + "\n";
    for (const auto& row : table.rows) {
        text += "|";
        for (const TableCell& cell : row) {
            text += " " + markdown_text(cell.text) + " |";
        }
        text += "\n";
    }
    for (const std::string& note : table.notes) {
        text += "\n" + note + "\n";
    }
    return text;
}

} // namespace

TableCell::TableCell(std::int64_t count) : text(thousands(count)), value(count) {}

TableCell::TableCell(const Rational& ratio, int digits)
    : text(ratio.decimal(digits)), value(ratio) {}

std::vector<Column> columns(std::string_view text) {
    std::vector<Column> list;
    for (std::string_view each : split_at(text, '|')) {
        const bool is_number = each.find('>') != std::string_view::npos;
        each = trimmed(each, " >");
        const std::size_t colon = std::min(each.find(':'), each.size());
        const std::string key(each.substr(0, colon));
        const bool has_heading = colon < each.size();
        list.push_back(
            {key, has_heading ? std::string(trimmed(each.substr(colon + 1))) : key, is_number});
    }
    return list;
}

Format format_named(std::string_view name) {
    return name == "json"       ? Format::json
           : name == "csv"      ? Format::csv
           : name == "markdown" ? Format::markdown
                                : Format::text;
}

std::string render(const std::vector<Table>& tables, Format format) {
    if (format == Format::json) {
        return json_document(tables);
    }
    std::string text;
    for (const Table& table : tables) {
        text += text.empty() ? "" : "\n";
        switch (format) {
        case Format::csv: text += csv_table(table); break;
        case Format::markdown: text += markdown_table(table); break;
        default: text += text_table(table); break;
        }
    }
    return text;
}

} // namespace kit
