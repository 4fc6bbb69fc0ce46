// ./lab explore's two kinds of exploration, and what both are asked and show.
#pragma once

#include "analytics/report/table.hpp"
#include "checker/build/submission_file.hpp"
#include "checker/commands/command.hpp"
#include "checker/commands/run_options.hpp"
#include "checker/model/lab.hpp"
#include "checker/report/chart.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kit {

/// The command's options, as they were typed; empty: not given.
struct ExploreOptions {
    std::string lab;
    std::string file;
    std::string block;
    std::string radius;
    std::string type;
    std::string grid;
    std::string length;
    int order = 1;
    std::string plot;
    RunOptions run;
};

/// The longest grid of one axis.
inline constexpr std::int64_t longest_length = std::int64_t{1} << 26;

/// Those of --type, or the lab's own. Throws UsageError on what the lab cannot have.
[[nodiscard]] std::vector<Element> explored_elements(const Lab& lab, const ExploreOptions& options);

/// Runs the file over blocks, radii, types and grids and shows traffic, verdicts and times.
void explore_sizes(const Lab& lab, const SubmissionFile& file, const ExploreOptions& options,
                   const Session& session);

/// Runs the file over lengths and shows how near it comes to a known derivative.
void explore_accuracy(const Lab& lab, const SubmissionFile& file, const ExploreOptions& options);

/// Prints the table and, as text, the chart below it; draws the chart where --plot says so.
void show_exploration(const ExploreOptions& options, const analytics::Table& table,
                      const Chart& chart);

} // namespace kit
