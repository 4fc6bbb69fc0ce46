// Tables as spreadsheets and learning platforms write them: fields separated by commas, semicolons or tabs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct TableField {
    std::string value;     ///< without the quotation marks around it
    std::size_t begin = 0; ///< where it is in the text, in bytes, with its quotation marks
    std::size_t end = 0;   ///< past its last byte
    std::string bytes =
        {}; ///< the value as it was written, where that was no UTF-8 but Windows-1252; else empty
};

struct TableRow {
    int line = 0; ///< of the text, from 1, where the row begins
    std::vector<TableField> fields;
};

struct SeparatedTable {
    std::vector<TableRow> rows; ///< without empty lines; the first names the columns
    char separator = ',';
    int unclosed = 0; ///< the line of a quotation mark that is never closed; 0: there is none
};

/// Rows of text as RFC 4180 describes them, with any line ends, separated by the comma, semicolon or tab that the first
/// line has most often outside of quotation marks. Skips a byte order mark. Values become UTF-8. A quote that is never
/// closed ends with the text.
[[nodiscard]] SeparatedTable read_separated_table(std::string_view text);

} // namespace kit
