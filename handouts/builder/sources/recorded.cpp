// Numbers that the tree keeps: measurements in tests/records, facts of lab.toml, GPUs' data sheets.
#include "analytics/count/gpu.hpp"
#include "analytics/count/quantity.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "handouts/builder/marker.hpp"
#include "handouts/builder/sources/sources.hpp"
#include "handouts/builder/traces/account.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>

namespace kit {

namespace {

std::vector<std::string> record_cells(const std::string& line) {
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

/// The markers' language has - where file names have _.
std::filesystem::path record_file(const std::filesystem::path& root, const std::string& name) {
    std::string file = name;
    std::ranges::replace(file, '-', '_');
    return root / "tests/records" / (file + ".csv");
}

MarkerValue recorded_cell(const std::filesystem::path& root, const MarkerCall& call) {
    if (call.words.size() < 3) {
        throw MarkerError(
            "Write a record's cell like record(h200-times 05-shared-memory-tiling float "
            "512 cold_us).");
    }
    const std::filesystem::path file = record_file(root, call.words.front());
    const std::optional<std::string> text = read_file_if_there(file);
    if (!text) {
        throw MarkerError("There is no record {}.", file.lexically_relative(root).generic_string());
    }
    const std::vector<std::string> key(call.words.begin() + 1, call.words.end() - 1);
    const std::string& column = call.words.back();
    std::vector<std::string> heading;
    std::optional<std::string> found;
    for (const std::string& line : split_lines(*text)) {
        if (line.empty() || line.front() == '#') {
            continue;
        }
        std::vector<std::string> cells = record_cells(line);
        if (heading.empty()) {
            heading = std::move(cells);
            continue;
        }
        if (cells.size() < key.size() || !std::equal(key.begin(), key.end(), cells.begin())) {
            continue;
        }
        const auto at = std::ranges::find(heading, column);
        if (at == heading.end()) {
            throw MarkerError("{} has no column '{}'; there are {}.", file.filename().string(),
                              column, join(heading));
        }
        const auto index = static_cast<std::size_t>(at - heading.begin());
        if (found) {
            throw MarkerError("More than one row of {} begins with {}.", file.filename().string(),
                              join(key));
        }
        found = index < cells.size() ? cells[index] : "";
    }
    if (!found) {
        throw MarkerError("No row of {} begins with {}.", file.filename().string(), join(key));
    }
    if (found->empty()) {
        throw MarkerError("The cell {} of {} is empty.", column, join(key));
    }
    if (const auto number = read_number(*found)) {
        return *number;
    }
    return *found;
}

MarkerValue gpu_value(const MarkerCall& call) {
    if (call.words.size() != 2) {
        throw MarkerError("Write a GPU's number like gpu(H200 bandwidth_gb_per_s).");
    }
    const Gpu gpu = gpu_named(known_gpus(), call.words[0]);
    const std::string& wanted = call.words[1];
    std::vector<std::string> keys;
    for (const auto& field : gpu_fields()) {
        keys.emplace_back(field.key);
        if (field.key == wanted) {
            const auto& number = gpu.*field.kept;
            if (!number) {
                throw MarkerError("The {} of the {} has no public source.", wanted, gpu.name);
            }
            return MarkerNumber{number->value, 0};
        }
    }
    for (const auto& field : capability_fields()) {
        keys.emplace_back(field.key);
        if (field.key == wanted) {
            return MarkerNumber{(gpu.capability.*field.kept).value, 0};
        }
    }
    throw MarkerError("'{}' is not in a GPU's data; there are {}.", wanted, join(keys));
}

MarkerValue whole(std::int64_t value) {
    return MarkerNumber{value, 0};
}

std::string case_list(const Lab& lab) {
    std::vector<std::string> cases;
    for (const Extents& extents : lab.cases) {
        cases.push_back(describe(extents, lab));
    }
    return join(cases, ", ", " and ");
}

struct LabFact {
    std::string_view name;
    MarkerValue (*of)(const Lab& lab);
};

MarkerValue known_hours(const Lab& lab) {
    if (lab.hours == 0) {
        throw MarkerError("The lab.toml of {} has no hours.", lab.id);
    }
    return whole(lab.hours);
}

constexpr std::array<LabFact, 11> lab_facts{{
    {"points", [](const Lab& lab) { return whole(lab.points); }},
    {"hours", known_hours},
    {"title", [](const Lab& lab) { return MarkerValue(lab.title); }},
    {"id", [](const Lab& lab) { return MarkerValue(lab.id); }},
    {"source", [](const Lab& lab) { return MarkerValue(lab.source); }},
    {"summary", [](const Lab& lab) { return MarkerValue(lab.summary); }},
    {"cases", [](const Lab& lab) { return MarkerValue(case_list(lab)); }},
    {"axes", [](const Lab& lab) { return whole(lab.axes); }},
    {"stencil-points",
     [](const Lab& lab) { return whole(static_cast<std::int64_t>(lab.stencil.size())); }},
    {"steps", [](const Lab& lab) { return whole(lab.steps); }},
    {"seconds", [](const Lab& lab) { return whole(lab.time_limit_seconds); }},
}};

MarkerValue fact_of_all(const std::vector<Lab>& labs, const std::string& fact) {
    if (fact == "count") {
        return whole(static_cast<std::int64_t>(labs.size()));
    }
    if (fact == "points") {
        return whole(std::accumulate(labs.begin(), labs.end(), 0,
                                     [](int sum, const Lab& lab) { return sum + lab.points; }));
    }
    throw MarkerError("'{}' is not a fact of all labs; there are count and points. For "
                      "one lab, write lab(5 points).",
                      fact);
}

MarkerValue lab_fact(const std::vector<Lab>& labs, const MarkerCall& call) {
    if (call.words.size() == 1) {
        return fact_of_all(labs, call.words[0]);
    }
    if (call.words.size() != 2) {
        throw MarkerError("Write a lab's fact like lab(5 points).");
    }
    std::vector<std::string> names;
    for (const LabFact& fact : lab_facts) {
        names.emplace_back(fact.name);
        if (fact.name == call.words[1]) {
            try {
                return fact.of(find_lab(labs, call.words[0]));
            } catch (const UsageError& error) {
                throw MarkerError(error.what());
            }
        }
    }
    throw MarkerError("'{}' is not a fact of a lab; there are {}.", call.words[1], join(names));
}

} // namespace

MarkerLookup marker_sources(const std::filesystem::path& root) {
    // The catalog is read when a page first asks for a lab.
    const auto labs = std::make_shared<std::optional<std::vector<Lab>>>();
    const auto count_names = quantity_names();
    return [root, labs, count_names](const MarkerCall& call) -> MarkerValue {
        if (call.name == "answer" || call.name == "chapter") {
            return exercise_answer(call);
        }
        if (call.name == "record") {
            return recorded_cell(root, call);
        }
        if (call.name == "gpu") {
            return gpu_value(call);
        }
        if (call.name == "trace") {
            return whole(trace_count(root, call.words));
        }
        if (call.name == "lab") {
            if (!*labs) {
                *labs = read_catalog(root);
            }
            return lab_fact(**labs, call);
        }
        if (std::ranges::find(count_names, call.name) != count_names.end()) {
            return kernel_count(call);
        }
        throw MarkerError(
            "There is nothing called '{}'; there are answer, chapter, record, gpu, lab, "
            "trace and the kernels' counts: {}.",
            call.name, join(count_names));
    };
}

} // namespace kit
