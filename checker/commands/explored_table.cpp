#include "checker/commands/explored_table.hpp"

#include "checker/report/numbers.hpp"
#include "checker/report/ops_per_byte.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace kit {

namespace {

using analytics::Cell;
using analytics::Column;

Cell count(std::uint64_t value) {
    return Cell(static_cast<std::int64_t>(value));
}

Cell ratio(const std::optional<double>& value) {
    return value ? Cell(fmt::format("{:.3f}", *value)) : Cell("–");
}

/// One figure of a run.
struct Figure {
    Column column;
    bool in_short; ///< stands in the table that has a row for each run
    Cell (*of)(const TrafficResult& traffic);
};

const std::vector<Figure> figures{
    {{"blocks", "blocks"},
     true,
     [](const TrafficResult& one) { return count(one.counted.blocks); }},
    {{"threads_per_block", "threads a block"},
     false,
     [](const TrafficResult& one) {
         const auto& block = one.launch.block;
         return count(std::uint64_t{block[0]} * block[1] * block[2]);
     }},
    {{"shared_bytes_per_block", "shared bytes"},
     true,
     [](const TrafficResult& one) { return count(one.counted.shared_bytes_per_block); }},
    {{"global_load_bytes", "bytes loaded"},
     true,
     [](const TrafficResult& one) { return count(one.counted.global_load_bytes); }},
    {{"global_store_bytes", "bytes stored"},
     false,
     [](const TrafficResult& one) { return count(one.counted.global_store_bytes); }},
    {{"global_load_sectors", "load sectors"},
     true,
     [](const TrafficResult& one) { return count(one.counted.global_load_sectors); }},
    {{"global_store_sectors", "store sectors"},
     false,
     [](const TrafficResult& one) { return count(one.counted.global_store_sectors); }},
    {{"shared_load_bytes", "shared bytes loaded"},
     false,
     [](const TrafficResult& one) { return count(one.counted.shared_load_bytes); }},
    {{"bank_conflicts", "bank conflicts"},
     false,
     [](const TrafficResult& one) { return count(one.counted.shared_bank_conflicts); }},
    {{"barriers", "barriers"},
     true,
     [](const TrafficResult& one) { return count(one.counted.barriers); }},
    {{"ops_per_byte", "OP/B"},
     true,
     [](const TrafficResult& one) { return ratio(counted_ops_per_byte(one).by_loads); }},
    {{"ops_per_byte_predicted", "computed"},
     true,
     [](const TrafficResult& one) { return ratio(predicted_ops_per_byte(one).by_loads); }},
    {{"ops_per_byte_with_stores", "OP/B with stores"},
     false,
     [](const TrafficResult& one) { return ratio(counted_ops_per_byte(one).with_stores); }},
    {{"ops_per_byte_with_stores_predicted", "computed with stores"},
     false,
     [](const TrafficResult& one) { return ratio(predicted_ops_per_byte(one).with_stores); }}};

const Column time_column{"microseconds", "µs, cold"};
const Column verdict_column{"verdict", "verdict", false};

bool timed(const std::vector<NamedRun>& runs) {
    return std::any_of(runs.begin(), runs.end(), [](const NamedRun& one) { return one.run.time; });
}

Cell figure_of(const Figure& figure, const Explored& run) {
    return run.traffic ? figure.of(*run.traffic) : Cell("–");
}

Cell time_of(const Explored& run) {
    return run.time ? Cell(fmt::format("{:.2f}", run.time->median * 1e6)) : Cell("–");
}

Cell verdict_of(const Explored& run) {
    return run.right ? "right" : run.traffic ? "wrong" : "did not run";
}

/// What went wrong, each thing once, and for which runs.
std::vector<std::string> problems_of(const std::vector<NamedRun>& runs,
                                     const std::vector<Column>& names) {
    std::vector<std::pair<std::string, std::vector<std::string>>> problems;
    for (const NamedRun& one : runs) {
        if (one.run.problem.empty()) {
            continue;
        }
        std::string who;
        for (std::size_t i = 0; i < names.size(); ++i) {
            who += fmt::format("{}{} {}", i == 0 ? "" : ", ", names[i].heading, one.names[i].text);
        }
        const auto known = std::find_if(problems.begin(), problems.end(), [&](const auto& problem) {
            return problem.first == one.run.problem;
        });
        if (known == problems.end()) {
            problems.push_back({one.run.problem, {who}});
        } else {
            known->second.push_back(who);
        }
    }
    std::vector<std::string> notes;
    for (const auto& [problem, whose] : problems) {
        notes.push_back(whose.size() == 1 ? fmt::format("{}: {}", whose.front(), problem)
                                          : fmt::format("{} and {} more: {}", whose.front(),
                                                        whose.size() - 1, problem));
    }
    return notes;
}

} // namespace

analytics::Table explored_table(const std::string& title, const std::vector<Column>& names,
                                const std::vector<NamedRun>& runs) {
    analytics::Table table;
    table.key = "runs";
    table.title = title;
    table.columns = names;
    for (const Figure& figure : figures) {
        if (figure.in_short) {
            table.columns.push_back(figure.column);
        }
    }
    if (timed(runs)) {
        table.columns.push_back(time_column);
    }
    table.columns.push_back(verdict_column);
    for (const NamedRun& one : runs) {
        std::vector<Cell> row(one.names.begin(), one.names.end());
        for (const Figure& figure : figures) {
            if (figure.in_short) {
                row.push_back(figure_of(figure, one.run));
            }
        }
        if (timed(runs)) {
            row.push_back(time_of(one.run));
        }
        row.push_back(verdict_of(one.run));
        table.rows.push_back(std::move(row));
    }
    table.notes = problems_of(runs, names);
    return table;
}

analytics::Table compared_table(const std::string& title, const std::vector<NamedRun>& runs) {
    analytics::Table table;
    table.key = "kernels";
    table.title = title;
    table.columns = {{"figure", "", false}};
    for (const NamedRun& one : runs) {
        table.columns.push_back({one.names.front().text, one.names.front().text});
    }
    const auto add = [&](const std::string& heading, const auto& cell) {
        std::vector<Cell> row{Cell(heading)};
        for (const NamedRun& one : runs) {
            row.push_back(cell(one.run));
        }
        table.rows.push_back(std::move(row));
    };
    for (const Figure& figure : figures) {
        add(figure.column.heading, [&](const Explored& run) { return figure_of(figure, run); });
    }
    if (timed(runs)) {
        add(time_column.heading, time_of);
    }
    add(verdict_column.heading, verdict_of);
    table.notes = problems_of(runs, {{"kernel", "kernel", false}});
    return table;
}

} // namespace kit
