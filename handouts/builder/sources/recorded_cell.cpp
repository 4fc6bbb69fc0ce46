// Measurements that the tree keeps: cells of the tables in tests/records.
#include "checker/catalog/words.hpp"
#include "handouts/builder/problem.hpp"
#include "handouts/builder/sources/sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace handouts {

namespace {

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells(1);
    for (const char letter : line) {
        if (letter == ',') {
            cells.emplace_back();
        } else if (letter != '\r') {
            cells.back() += letter;
        }
    }
    return cells;
}

/// A word is the name of a file with - for _, as names in the markers' language are written.
std::filesystem::path file_of(const std::filesystem::path& root, const std::string& name) {
    std::string file = name;
    std::replace(file.begin(), file.end(), '-', '_');
    return root / "tests/records" / (file + ".csv");
}

} // namespace

Value recorded_cell(const std::filesystem::path& root, const Call& call) {
    if (call.words.size() < 3) {
        throw Unanswerable("A record's cell is written like record(h200-times "
                           "05-shared-memory-tiling float 512 cold_us).");
    }
    const std::filesystem::path file = file_of(root, call.words.front());
    std::ifstream stream(file);
    if (!stream) {
        throw Unanswerable(
            fmt::format("There is no record {}.", file.lexically_relative(root).generic_string()));
    }
    const std::vector<std::string> key(call.words.begin() + 1, call.words.end() - 1);
    const std::string& column = call.words.back();
    std::vector<std::string> heading;
    std::optional<std::string> found;
    for (std::string line; std::getline(stream, line);) {
        if (line.empty() || line.front() == '#') {
            continue;
        }
        std::vector<std::string> cells = cells_of(line);
        if (heading.empty()) {
            heading = std::move(cells);
            continue;
        }
        if (cells.size() < key.size() || !std::equal(key.begin(), key.end(), cells.begin())) {
            continue;
        }
        const auto at = std::find(heading.begin(), heading.end(), column);
        if (at == heading.end()) {
            throw Unanswerable(fmt::format("{} has no column '{}'; there are {}.",
                                           file.filename().string(), column, kit::listed(heading)));
        }
        const auto index = static_cast<std::size_t>(at - heading.begin());
        if (found) {
            throw Unanswerable(fmt::format("More than one row of {} begins with {}.",
                                           file.filename().string(), kit::listed(key)));
        }
        found = index < cells.size() ? cells[index] : "";
    }
    if (!found) {
        throw Unanswerable(fmt::format("No row of {} begins with {}.", file.filename().string(),
                                       kit::listed(key)));
    }
    if (found->empty()) {
        throw Unanswerable(fmt::format("The cell {} of {} is empty.", column, kit::listed(key)));
    }
    if (const auto number = read_number(*found)) {
        return *number;
    }
    return *found;
}

} // namespace handouts
