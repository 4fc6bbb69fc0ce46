#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/grid_text.hpp"
#include "checker/catalog/lab_argument.hpp"
#include "checker/check/check_submission.hpp"
#include "checker/explore/explore.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

namespace kit {

namespace {

TableCell count(std::uint64_t value) {
    return TableCell(static_cast<std::int64_t>(value));
}

/// Whether a quantity is a column of the table that has a row for each run.
enum class InRows { never, always, of_one_gpu, of_several_gpus };

/// One counted or predicted quantity of a run, as a cell.
struct Quantity {
    Column column;
    InRows in_rows;
    std::function<TableCell(const TrafficResult& traffic)> cell;
};

Quantity counter(const char* key, const char* heading, InRows in_rows,
                 std::uint64_t Counters::*counter) {
    return {{key, heading}, in_rows, [counter](const TrafficResult& one) {
                return count(one.counted.*counter);
            }};
}

Quantity intensity(const char* key, const char* heading, InRows in_rows,
                   TrafficIntensity (*of)(const TrafficResult&),
                   std::optional<double> TrafficIntensity::*convention) {
    return {{key, heading}, in_rows, [of, convention](const TrafficResult& one) {
                const std::optional<double> value = of(one).*convention;
                return value ? TableCell(fmt::format("{:.3f}", *value)) : TableCell("–");
            }};
}

const std::vector<Quantity> quantities{
    counter("blocks", "blocks", InRows::always, &Counters::blocks),
    {{"threads_per_block", "threads per block"},
     InRows::never,
     [](const TrafficResult& one) {
         const auto& block = one.launch.block;
         return count(std::uint64_t{block[0]} * block[1] * block[2]);
     }},
    counter("shared_bytes_per_block", "shared bytes", InRows::of_one_gpu,
            &Counters::shared_bytes_per_block),
    counter("global_load_bytes", "bytes loaded", InRows::always, &Counters::global_load_bytes),
    counter("global_store_bytes", "bytes stored", InRows::never, &Counters::global_store_bytes),
    counter("global_load_sectors", "load sectors", InRows::always, &Counters::global_load_sectors),
    counter("global_store_sectors", "store sectors", InRows::never,
            &Counters::global_store_sectors),
    counter("shared_load_bytes", "shared bytes loaded", InRows::never,
            &Counters::shared_load_bytes),
    counter("bank_conflicts", "bank conflicts", InRows::never, &Counters::shared_bank_conflicts),
    counter("barriers", "barriers", InRows::of_one_gpu, &Counters::barriers),
    intensity("ops_per_byte", "OP/B", InRows::of_one_gpu, counted_intensity,
              &TrafficIntensity::by_loads),
    intensity("ops_per_byte_predicted", "computed", InRows::of_one_gpu, predicted_intensity,
              &TrafficIntensity::by_loads),
    intensity("ops_per_byte_with_stores", "OP/B with stores", InRows::never, counted_intensity,
              &TrafficIntensity::with_stores),
    intensity("ops_per_byte_with_stores_predicted", "computed with stores", InRows::never,
              predicted_intensity, &TrafficIntensity::with_stores),
    {{"bytes_between_gpus", "between GPUs"},
     InRows::of_several_gpus,
     [](const TrafficResult& one) { return count(one.counted.remote_bytes()); }},
    {{"bytes_between_gpus_predicted", "computed"},
     InRows::of_several_gpus,
     [](const TrafficResult& one) {
         const auto& bytes = one.predicted.remote_bytes;
         return bytes ? count(*bytes) : TableCell("–");
     }}};

const Column time_column{"microseconds", "µs, cold"};
const Column verdict_column{"verdict", "verdict", false};

bool timed(const std::vector<NamedRun>& runs) {
    return std::ranges::any_of(runs, [](const NamedRun& one) { return one.run.time.has_value(); });
}

TableCell cell_of(const Quantity& quantity, const Explored& run) {
    return run.traffic ? quantity.cell(*run.traffic) : TableCell("–");
}

TableCell time_of(const Explored& run) {
    return run.time ? TableCell(fmt::format("{:.2f}", run.time->median * 1e6)) : TableCell("–");
}

TableCell verdict_of(const Explored& run) {
    return run.right ? "right" : run.traffic ? "wrong" : "did not run";
}

/// A column for a sweep on several GPUs.
struct ScalingColumn {
    Column column;
    int decimals;
    std::optional<double> (*value)(const Scaling& scaling);
};

const std::vector<ScalingColumn> scaling_columns{
    {{"microseconds_per_sweep", "µs a sweep"},
     2,
     [](const Scaling& one) { return std::optional(one.strong.value_or(one.one).median * 1e6); }},
    {{"strong_scaling", "strong"},
     3,
     [](const Scaling& one) {
         return one.strong ? std::optional(one.strong_scaling()) : std::nullopt;
     }},
    {{"weak_scaling", "weak"}, 3, [](const Scaling& one) {
         return one.weak ? std::optional(one.weak_scaling()) : std::nullopt;
     }}};

/// Whether a run is of a kernel for several GPUs.
bool on_several_gpus(const std::vector<NamedRun>& runs) {
    return std::ranges::any_of(runs, [](const NamedRun& one) {
        return one.run.traffic && one.run.traffic->predicted.remote_bytes;
    });
}

/// False where right kernels were only timed.
bool counted(const std::vector<NamedRun>& runs) {
    return std::ranges::any_of(
        runs, [](const NamedRun& one) { return one.run.traffic || !one.run.right; });
}

/// Those of the table that has a row for each run.
std::vector<Quantity> quantities_in_rows(const std::vector<NamedRun>& runs) {
    std::vector<Quantity> result;
    if (counted(runs)) {
        const bool several = on_several_gpus(runs);
        std::ranges::copy_if(
            quantities, std::back_inserter(result), [several](const Quantity& one) {
                return one.in_rows == InRows::always ||
                       one.in_rows == (several ? InRows::of_several_gpus : InRows::of_one_gpu);
            });
    }
    return result;
}

/// Why runs failed and why there are no times. Each problem once, with the runs that have it.
std::vector<std::string> notes_on(const std::vector<NamedRun>& runs,
                                  const std::vector<Column>& names,
                                  const Exploration& exploration) {
    std::vector<std::pair<std::string, std::vector<std::string>>> problems;
    for (const NamedRun& one : runs) {
        if (one.run.problem.empty()) {
            continue;
        }
        std::string run;
        for (std::size_t i = 0; i < names.size(); ++i) {
            run += fmt::format("{}{} {}", i == 0 ? "" : ", ", names[i].heading, one.names[i].text);
        }
        const auto known = std::ranges::find_if(
            problems, [&](const auto& problem) { return problem.first == one.run.problem; });
        if (known == problems.end()) {
            problems.push_back({one.run.problem, {run}});
        } else {
            known->second.push_back(run);
        }
    }
    std::vector<std::string> notes;
    for (const auto& [problem, affected] : problems) {
        notes.push_back(affected.size() == 1 ? fmt::format("{}: {}", affected.front(), problem)
                                             : fmt::format("{} and {} more: {}", affected.front(),
                                                           affected.size() - 1, problem));
    }
    if (!exploration.no_gpu.empty()) {
        notes.push_back(fmt::format("Not timed: {}.", exploration.no_gpu));
    }
    return notes;
}

} // namespace

Table explored_table(const std::string& title, const std::vector<Column>& names,
                     const std::vector<NamedRun>& runs, const Exploration& exploration) {
    Table table{"runs", title, names};
    const std::vector<Quantity> shown = quantities_in_rows(runs);
    for (const Quantity& quantity : shown) {
        table.columns.push_back(quantity.column);
    }
    if (timed(runs)) {
        table.columns.push_back(time_column);
    }
    const bool scaled =
        std::ranges::any_of(runs, [](const NamedRun& one) { return one.run.scaling.has_value(); });
    if (scaled) {
        for (const ScalingColumn& one : scaling_columns) {
            table.columns.push_back(one.column);
        }
    }
    table.columns.push_back(verdict_column);
    for (const NamedRun& one : runs) {
        std::vector<TableCell> row(one.names.begin(), one.names.end());
        for (const Quantity& quantity : shown) {
            row.push_back(cell_of(quantity, one.run));
        }
        if (timed(runs)) {
            row.push_back(time_of(one.run));
        }
        for (const ScalingColumn& column :
             scaled ? scaling_columns : std::vector<ScalingColumn>()) {
            const auto value = one.run.scaling ? column.value(*one.run.scaling) : std::nullopt;
            row.push_back(value ? TableCell(fmt::format("{:.{}f}", *value, column.decimals))
                                : TableCell("–"));
        }
        row.push_back(verdict_of(one.run));
        table.rows.push_back(std::move(row));
    }
    table.notes = notes_on(runs, names, exploration);
    return table;
}

namespace {

/// A column for each run, headed by the first of its names, and a row for each quantity.
Table compared_table(const std::string& title, const std::vector<NamedRun>& runs,
                     const Exploration& exploration) {
    Table table{"kernels", title, {{"figure", "", false}}};
    for (const NamedRun& one : runs) {
        table.columns.push_back({one.names.front().text, one.names.front().text});
    }
    const auto add = [&](const std::string& heading, const auto& cell) {
        std::vector<TableCell> row{TableCell(heading)};
        for (const NamedRun& one : runs) {
            row.push_back(cell(one.run));
        }
        table.rows.push_back(std::move(row));
    };
    for (const Quantity& quantity : quantities) {
        if (counted(runs) &&
            (quantity.in_rows != InRows::of_several_gpus || on_several_gpus(runs))) {
            add(quantity.column.heading,
                [&](const Explored& run) { return cell_of(quantity, run); });
        }
    }
    if (timed(runs)) {
        add(time_column.heading, time_of);
    }
    add(verdict_column.heading, verdict_of);
    table.notes = notes_on(runs, {{"kernel", "kernel", false}}, exploration);
    return table;
}

/// "5", "5=mine.cu" or a path in a lab's folder.
struct Candidate {
    const Lab* lab = nullptr;
    SubmissionFile file;
    std::string name;
};

Candidate candidate_from(const std::string& text, const std::vector<Lab>& labs) {
    const std::size_t equals = text.find('=');
    LabArgument named = lab_or_file(labs, text.substr(0, equals));
    if (equals != std::string::npos) {
        named.file = text.substr(equals + 1);
    }
    const Lab& lab = *named.lab;
    const bool own = !named.file.empty();
    const std::filesystem::path path = own ? named.file : solution_of(lab);
    return {&lab, read_submission(path),
            own ? fmt::format("{:02} {}", lab.number, path.string()) : lab.id};
}

/// "Kernels side by side on 120³", or with all grids if they differ.
std::string title_of(const std::vector<NamedRun>& runs) {
    std::vector<std::string> grids;
    for (const NamedRun& one : runs) {
        grids.push_back(one.names[1].text);
    }
    const bool same = std::ranges::count(grids, grids.front()) == std::ssize(grids);
    return same ? "Kernels side by side on " + grids.front()
                : "Kernels side by side, each on its lab's own grid: " + join(grids);
}

} // namespace

Table compare_kernels(const std::vector<Lab>& labs, const std::vector<std::string>& names,
                      const std::string& grid, const Exploration& exploration, StatusLine& status) {
    std::vector<Candidate> candidates;
    for (const std::string& name : names) {
        candidates.push_back(candidate_from(name, labs));
    }
    std::vector<NamedRun> runs;
    const std::uint64_t seed = fresh_seed();
    for (const Candidate& one : candidates) {
        status.show(
            fmt::format("running {} ({} of {})…", one.name, runs.size() + 1, candidates.size()));
        Setting setting;
        setting.element = one.lab->element;
        setting.extents = grid.empty() ? counted_case(*one.lab) : parse_grid(grid, *one.lab);
        runs.push_back({{one.name, describe_grid(setting.extents, *one.lab)},
                        explore(*one.lab, one.file, setting, exploration, seed, status)});
    }
    status.clear();
    return compared_table(title_of(runs), runs, exploration);
}

} // namespace kit
