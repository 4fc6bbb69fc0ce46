// The views of ./lab explore and ./lab compare: many runs as one table and one chart.
#pragma once

#include "analytics/print/chart.hpp"
#include "analytics/print/table.hpp"
#include "checker/explore/explore.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kit {

/// The ranges to explore, as typed; empty: as the lab has it.
struct ExploredRanges {
    std::string block;
    std::string radius;
    std::string type;
    std::string grid;
    std::string length;
    int order = 1; ///< of the derivative whose error is measured, with `length`
};

struct ExplorationView {
    Table table;
    Chart chart;
};

/// The longest grid of one axis.
inline constexpr std::int64_t longest_length = std::int64_t{1} << 26;

/// The elements of `type`, or the lab's own. Throws UsageError for one that the lab cannot have.
[[nodiscard]] std::vector<Element> explored_elements(const Lab& lab, const std::string& type);

/// Runs the file over blocks, radii, types and grids: traffic, verdicts and times. Throws UsageError
/// for ranges that the lab does not have.
[[nodiscard]] ExplorationView explore_sizes(const Lab& lab, const SubmissionFile& file,
                                            const ExploredRanges& ranges,
                                            const Exploration& exploration, StatusLine& status);

/// Runs the file over lengths, without checks: its error against a known derivative. Throws
/// UsageError for a lab that computes no derivatives.
[[nodiscard]] ExplorationView explore_accuracy(const Lab& lab, const SubmissionFile& file,
                                               const ExploredRanges& ranges, StatusLine& status);

/// Runs the kernels side by side, on `grid` or, if it is empty, each on its lab's own. `names`: "5"
/// for lab 5's solution, "5=mine.cu" for another file.
[[nodiscard]] Table compare_kernels(const std::vector<Lab>& labs,
                                    const std::vector<std::string>& names, const std::string& grid,
                                    const Exploration& exploration, StatusLine& status);

/// A kernel's run, with a cell for each column that names it.
struct NamedRun {
    std::vector<TableCell> names;
    Explored run;
};

/// A row for each run, name columns first. OP/B stands beside its prediction; there is a time column
/// if any run was timed. Notes below the table say what went wrong.
[[nodiscard]] Table explored_table(const std::string& title, const std::vector<Column>& names,
                                   const std::vector<NamedRun>& runs,
                                   const Exploration& exploration);

/// A column for each run, headed by the first of its names, and a row for each quantity.
[[nodiscard]] Table compared_table(const std::string& title, const std::vector<NamedRun>& runs,
                                   const Exploration& exploration);

} // namespace kit
