// Tables of exact figures, and how each output format writes them.
#pragma once

#include "analytics/exact.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace analytics {

struct Column {
    std::string key;       ///< in JSON and CSV: "load_bytes"
    std::string heading;   ///< for a reader: "bytes loaded"
    bool is_number = true; ///< stands at the right of its column
};

struct Cell {
    std::string text;              ///< as a reader sees it: "3,375", "2.539", "8×8×8"
    std::optional<Rational> value; ///< what JSON and CSV say instead, exactly; absent: the text

    Cell() = default;

    Cell(std::string words) : text(std::move(words)) {}

    Cell(const char* words) : text(words) {}

    /// "1,643,032".
    Cell(std::int64_t count);

    /// "2.539" with so many digits after the point.
    Cell(const Rational& ratio, int digits);
};

/// A row has as many cells as the table has columns.
struct Table {
    std::string key;   ///< in JSON: "kernel"
    std::string title; ///< one line; may be empty
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;
    std::vector<std::string> notes; ///< whole sentences below it
};

enum class Format { text, json, csv, markdown, latex };

/// Throws BadInput on a name that is none of text, json, csv, markdown and latex.
[[nodiscard]] Format format_named(std::string_view name);

/// All tables as one document:
/// - text: columns aligned, for a terminal;
/// - json: {"<key>": [{"<column key>": value, ...}, ...], ...}: whole numbers as numbers, fractions
///   as {"value": 2.539, "fraction": "325/128"};
/// - csv (RFC 4180): one table after the other, an empty line between; fractions as decimals;
/// - markdown (GitHub's tables);
/// - latex: a document that compiles by itself, a tabular for each table.
[[nodiscard]] std::string render(const std::vector<Table>& tables, Format format);

/// Characters that mean something to LaTeX, and the signs that it does not know, made to print.
[[nodiscard]] std::string latex_text(std::string_view text);

/// The begin and end that turn LaTeX into a document: class, encoding, the packages that
/// latex_text() needs.
[[nodiscard]] std::string latex_document(std::string_view body);

} // namespace analytics
