// Tables of exact figures, and how each output format writes them.
#pragma once

#include "checker/base/exact.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct Column {
    std::string key;       ///< in JSON and CSV: "load_bytes"
    std::string heading;   ///< for a reader: "bytes loaded"
    bool is_number = true; ///< aligned right
};

struct TableCell {
    std::string text;              ///< as a reader sees it: "3,375", "2.539", "8×8×8"
    std::optional<Rational> value; ///< for JSON and CSV, exactly; absent: they have the text

    TableCell() = default;

    TableCell(std::string words) : text(std::move(words)) {}

    TableCell(const char* words) : text(words) {}

    /// "1,643,032".
    TableCell(std::int64_t count);

    /// "2.539" with so many digits after the point.
    TableCell(const Rational& ratio, int digits);
};

/// Digits after the point of OP/B and other ratios.
inline constexpr int ratio_digits = 3;

/// Columns by key, with a heading where that is another, and > behind numbers: "name: GPU | sms: SMs > |
/// value >". Whatever is behind a colon is the heading, nothing too.
[[nodiscard]] std::vector<Column> columns(std::string_view text);

/// A row has as many cells as the table has columns.
struct Table {
    std::string key;   ///< in JSON: "kernel"
    std::string title; ///< one line; may be empty
    std::vector<Column> columns;
    std::vector<std::vector<TableCell>> rows = {};
    std::vector<std::string> notes = {}; ///< whole sentences below it
};

enum class Format { text, json, csv, markdown };

/// "text", "json", "csv" or "markdown".
[[nodiscard]] Format format_named(std::string_view name);

/// All tables as one document:
/// - text: columns aligned, at most 80 columns: cells of words are broken between words, and a table
///   that no line holds has a line for each cell;
/// - json: {"<key>": [{"<column key>": value, ...}, ...], ...}: whole numbers as numbers, fractions
///   as {"value": 2.539, "fraction": "325/128"};
/// - csv (RFC 4180): one table after the other, an empty line between; fractions as decimals;
/// - markdown (GitHub's tables), from which pandoc makes LaTeX.
[[nodiscard]] std::string render(const std::vector<Table>& tables, Format format);

} // namespace kit
