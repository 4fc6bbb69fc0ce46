// Tables as spreadsheets save them: lines of fields, parted by one character.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct TableRow {
    int line = 0; ///< of the text, from 1, where the row begins
    std::vector<std::string> fields;
};

/// Rows of text as RFC 4180 describes them, with whichever of comma, semicolon and tab the first
/// line has most of. A byte order mark is left out, and so are lines without any text. A quote that
/// is never closed ends with the text; `unclosed` is then the line it began on, else 0.
[[nodiscard]] std::vector<TableRow> read_separated_table(std::string_view text, int& unclosed);

} // namespace kit
