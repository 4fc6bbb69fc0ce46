#include "checker/diagnosis/diagnoses.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace kit {

namespace {

using TableRow = std::array<std::string, 4>;

std::string number(double value, int digits, Element element) {
    return is_whole(element) ? fmt::format("{:.0f}", value) : fmt::format("{:.{}g}", value, digits);
}

/// 17 digits distinguish any two doubles.
int digits_for(const std::vector<WrongCell>& cells) {
    for (const int digits : {6, 9}) {
        if (std::ranges::all_of(cells, [digits](const WrongCell& cell) {
                return cell.why != WrongCell::Why::wrong ||
                       fmt::format("{:.{}g}", cell.got, digits) !=
                           fmt::format("{:.{}g}", cell.expected, digits);
            })) {
            return digits;
        }
    }
    return 17;
}

std::string got(const WrongCell& cell, int digits, Element element) {
    switch (cell.why) {
    case WrongCell::Why::untouched: return "never written";
    case WrongCell::Why::not_a_number: return "NaN";
    case WrongCell::Why::wrong: break;
    }
    return number(cell.got, digits, element);
}

} // namespace

std::string wrong_cell_table(const Lab& lab, const std::string& array,
                             const std::vector<WrongCell>& cells) {
    if (cells.empty()) {
        return "";
    }
    const int digits = digits_for(cells);
    std::vector<TableRow> rows{{"cell", "got", "expected", "allowed error"}};
    for (const WrongCell& cell : cells) {
        rows.push_back({element_name(array, cell.cell, lab), got(cell, digits, lab.element),
                        number(cell.expected, digits, lab.element),
                        cell.allowed == 0 ? "none" : fmt::format("{:.2g}", cell.allowed)});
    }
    std::array<std::size_t, 4> width{};
    for (const TableRow& row : rows) {
        for (std::size_t column = 0; column < row.size(); ++column) {
            width[column] = std::max(width[column], row[column].size());
        }
    }
    std::string table;
    for (const TableRow& row : rows) {
        table += fmt::format("{}{:<{}}  {:>{}}  {:>{}}  {:>{}}", table.empty() ? "" : "\n", row[0],
                             width[0], row[1], width[1], row[2], width[2], row[3], width[3]);
    }
    return table;
}

} // namespace kit
