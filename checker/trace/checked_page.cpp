#include "checker/trace/checked_page.hpp"

#include "checker/base/fingerprint.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/trace/finding_thread.hpp"
#include "checker/trace/naming.hpp"
#include "checker/trace/part_costs.hpp"
#include "checker/trace/recorded_launch.hpp"
#include "checker/trace/trace_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace kit {

namespace {

/// A kernel that hangs takes the lab's whole time on each.
constexpr std::size_t most_grids = 3;

struct Grid {
    Lab variant;
    Extents extents;
    bool drawn = false; ///< not one of the lab's

    [[nodiscard]] std::string name() const { return describe(extents, variant); }
};

/// Those of the check that show the finding, or all: the lab's first, and of these the smallest.
std::vector<Grid> grids_of(const Lab& lab, const CheckResult& result, const Finding* finding) {
    std::vector<Grid> grids;
    for (const Lab& variant : all_variants(lab)) {
        for (const CaseResult& one : result.verdict.cases) {
            if (one.variant == variant_name(variant)) {
                grids.push_back({variant, one.extents, one.drawn});
            }
        }
    }
    if (finding != nullptr) {
        std::erase_if(grids, [&](const Grid& grid) {
            return std::ranges::find(finding->cases, grid.name()) == finding->cases.end();
        });
    }
    std::ranges::stable_sort(grids, [](const Grid& a, const Grid& b) {
        return a.drawn != b.drawn ? b.drawn : a.extents.cells() < b.extents.cells();
    });
    return grids;
}

/// Why there is nothing to record; empty if there is.
std::string why_never_run(const CheckResult& result, const Finding* finding) {
    if (finding == nullptr) {
        return result.verdict.cases.empty() ? "No page is written: no grid was checked." : "";
    }
    switch (finding->kind) {
    case FindingKind::build_error:
    case FindingKind::unsupported_feature:
    case FindingKind::compiler_warning:
    case FindingKind::invalid_launch: break;
    default:
        if (!finding->from_nvcc) {
            return "";
        }
    }
    return fmt::format("No page is written: {} is found before the kernel runs, so there are no "
                       "steps to show.",
                       name(finding->kind));
}

/// The check looks closer at some findings, and excuses them.
void take_severities(const std::vector<Finding>& checked, std::vector<Finding>& recorded) {
    for (Finding& finding : recorded) {
        if (const auto same = found_in(finding, checked)) {
            finding.severity = checked[*same].severity;
        }
    }
}

/// If one of the finding's threads is in the block that the page is to show, it is the one to look at.
bool take_thread_in_block(const Finding& finding, const RecordedLaunch& recorded,
                          PageStart& start) {
    const LaunchShape& launch = recorded.observation.launch;
    for (const ThreadPlace& one : finding.threads) {
        if (number_at(one.block, launch.grid) == start.block) {
            start.thread = static_cast<std::uint32_t>(number_at(one.thread, launch.block));
            return true;
        }
    }
    return false;
}

/// The page of this grid, empty if the finding does not show in one launch on it.
CheckedPage page_of_grid(const Grid& grid, const EmulatedProgram& program,
                         const SubmissionFile& submission, const CheckResult& result,
                         const Finding* wanted) {
    SweepOnGpu traced;
    const auto record = [&](std::optional<std::uint64_t> block) {
        RecordedLaunch recorded = record_launch(grid.variant, grid.extents, program, submission,
                                                result.seed, block, {.traced = traced});
        take_severities(result.verdict.findings, recorded.findings);
        return std::make_shared<const RecordedLaunch>(std::move(recorded));
    };
    std::shared_ptr<const RecordedLaunch> recorded = record(0);
    if (wanted == nullptr) {
        return {trace_page(*recorded, {.reference = reference_costs(*recorded, result.seed, 0)}),
                fmt::format("Nothing is wrong; it shows the smallest grid, {}.", grid.name())};
    }
    // Which threads a race names may depend on which block runs first: the next launch may name others.
    constexpr int most_launches = 4;
    PageStart start;
    for (int launch = 1;; ++launch) {
        start.finding = found_in(*wanted, recorded->findings);
        if (!start.finding) {
            return {};
        }
        const Finding& finding = recorded->findings[*start.finding];
        const auto thread = thread_of(finding, *recorded, record);
        start.thread = thread ? std::optional(thread->thread) : std::nullopt;
        // With several GPUs each launch may name other threads: the second one is shown as it is.
        const bool is_of_gpu = !finding.threads.empty() && finding.threads.front().gpu;
        if (!thread || (!is_of_gpu && thread->block == start.block) || (is_of_gpu && launch > 1)) {
            start.thread = thread && thread->block == start.block ? start.thread : std::nullopt;
            break;
        }
        if (is_of_gpu) {
            traced = {*finding.threads.front().gpu, finding.threads.front().sweep};
        }
        if (launch > 1 && take_thread_in_block(finding, *recorded, start)) {
            break;
        }
        if (launch == most_launches) {
            return {};
        }
        start.block = thread->block;
        recorded = record(start.block);
    }
    std::string words = fmt::format("It shows {} on {}", name(wanted->kind), grid.name());
    if (start.thread) {
        const LaunchShape& launch = recorded->observation.launch;
        words +=
            fmt::format(", at thread {} of block {}", triple(position(*start.thread, launch.block)),
                        triple(position(start.block, launch.grid)));
    }
    start.reference = reference_costs(*recorded, result.seed, start.block);
    return {trace_page(*recorded, start), words + "."};
}

} // namespace

CheckedPage checked_page(const Lab& lab, const SubmissionFile& submission,
                         const CheckResult& result) {
    if (fingerprint_of(submission.text) != result.submission_fingerprint) {
        return {"", "No page is written: the file has changed since the check."};
    }
    const Finding* const finding = first_finding(result.verdict.findings);
    if (std::string why = why_never_run(result, finding); !why.empty()) {
        return {"", std::move(why)};
    }
    BuildCache cache(BuildCache::default_folder());
    const BuildOutcome built =
        build_for_emulator(lab, submission, find_host_compiler(), kit_files(), cache);
    std::vector<Grid> grids = grids_of(lab, result, finding);
    grids.erase(grids.begin() + static_cast<std::ptrdiff_t>(std::min(grids.size(), most_grids)),
                grids.end());
    if (built.artifact) {
        const EmulatedProgram program(*built.artifact);
        for (const Grid& grid : grids) {
            CheckedPage page = page_of_grid(grid, program, submission, result, finding);
            if (!page.html.empty()) {
                return page;
            }
        }
    }
    return {"", fmt::format("No page is written: no single launch in the emulator shows {}.",
                            finding == nullptr ? "the kernel" : name(finding->kind))};
}

} // namespace kit
