// Reads the hardware's figures that are kept beside this file.
#pragma once

#include "checker/base/places.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace kit {

using RecordRow = std::map<std::string, std::string>;

/// Rows by column name; lines that begin with # are left out. Fields hold no commas.
inline std::vector<RecordRow> read_record(const std::string& name) {
    const auto path = kit::source_root() / "tests/records" / name;
    std::ifstream file(path);
    std::vector<std::string> columns;
    std::vector<RecordRow> rows;
    std::string line;
    while (std::getline(file, line)) {
        if (line.empty() || line[0] == '#') {
            continue;
        }
        std::vector<std::string> fields;
        std::istringstream text(line);
        for (std::string field; std::getline(text, field, ',');) {
            fields.push_back(field);
        }
        if (columns.empty()) {
            columns = fields;
            continue;
        }
        RecordRow row;
        for (std::size_t i = 0; i < columns.size() && i < fields.size(); ++i) {
            row[columns[i]] = fields[i];
        }
        rows.push_back(row);
    }
    if (rows.empty()) {
        throw std::runtime_error(path.string() + ": no rows");
    }
    return rows;
}

} // namespace kit
