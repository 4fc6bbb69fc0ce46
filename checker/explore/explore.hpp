// Runs one kernel at one choice of sizes: its traffic, counted, and its time if there is a GPU. Many runs are
// the views of ./lab explore and ./lab compare: one table and one chart.
#pragma once

#include "checker/base/chart.hpp"
#include "checker/base/table.hpp"
#include "checker/check/gpu_check.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/timing.hpp"
#include "checker/model/verdict.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// One choice of sizes.
struct Setting {
    std::optional<int> block; ///< value of the lab's block constant; absent: as in the file
    Element element = Element::float32;
    std::optional<int> radius; ///< of a lab with variants
    std::optional<int> gpus;   ///< of a lab for several GPUs: how many the grid is cut among
    Extents extents;
};

/// The kernel's run at a setting.
struct Explored {
    Setting setting;
    std::optional<TrafficResult> traffic; ///< absent if the kernel did not finish
    bool right = false;
    std::string problem; ///< message of the first error; empty if there is none
    // Only for right kernels on a GPU.
    std::optional<TimeSummary> time; ///< cold cache
    std::optional<Scaling> scaling;  ///< instead, of a lab for several GPUs
};

/// What all runs of an exploration share.
struct Exploration {
    std::filesystem::path root;    ///< folder of labs/ and solutions/
    std::optional<GpuBackend> gpu; ///< absent: traffic only
    bool gpu_only = false;         ///< times only; then there is a GPU
    std::string no_gpu;            ///< why there is no GPU; empty if the user wanted none
};

/// The lab for this element and radius, with this grid as its only case.
[[nodiscard]] Lab lab_at(const Lab& lab, const Setting& setting);

/// The file with `constexpr int NAME = <number>;` set to `value`; lines stay where they are. Throws
/// UsageError if the file has no such line.
[[nodiscard]] SubmissionFile with_constant(SubmissionFile file, const std::string& name, int value);

/// Builds, runs and judges the file in the emulator, and times it on the GPU. Throws KitError if the
/// kit or the machine fails, and UsageError if the file has no block constant to set.
[[nodiscard]] Explored explore(const Lab& lab, const SubmissionFile& file, const Setting& setting,
                               const Exploration& exploration, std::uint64_t seed,
                               StatusLine& status);

/// The ranges to explore, as typed; empty: as the lab has it.
struct ExploredRanges {
    std::string block;
    std::string radius;
    std::string type;
    std::string grid;
    std::string gpus;
    std::string length;
    int order = 1; ///< of the derivative whose error is measured, with `length`
};

/// Draws the first quantity in which all lines differ: a time, traffic; where kernels ran on several GPUs,
/// how they scale.
[[nodiscard]] Chart explored_chart(const Lab& lab, const std::vector<Explored>& runs,
                                   const std::string& title);

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

} // namespace kit
