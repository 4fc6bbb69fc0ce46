#include "checker/trace/part_costs.hpp"

#include "checker/catalog/marked_parts.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/trace/moments.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace kit {

std::vector<PartCosts> part_costs(const RecordedLaunch& recorded, std::uint64_t block) {
    std::vector<PartCosts> costs;
    const std::vector<MarkedPart> parts = marked_parts(recorded.submission.text);
    for (const MarkedPart& part : parts) {
        costs.push_back({.part = part.number, .line = part.line});
    }
    for (const Moment& moment : moments_of(recorded.observation.trace, block)) {
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (moment.is_request && moment.line > parts[i].line &&
                moment.line < parts[i].last_line) {
                costs[i].requests += 1;
                costs[i].sectors += moment.sectors;
                costs[i].conflicts += moment.conflicts;
            }
        }
    }
    return costs;
}

std::vector<PartCosts> costs_in_reference(const RecordedLaunch& own,
                                          const RecordedLaunch& reference, std::uint64_t block) {
    const LaunchShape& launch = own.observation.launch;
    const LaunchShape& other = reference.observation.launch;
    if (launch.grid != other.grid || launch.block != other.block) {
        return {};
    }
    const std::vector<PartCosts> theirs = part_costs(reference, block);
    std::vector<PartCosts> both;
    for (const PartCosts& part : part_costs(own, block)) {
        const auto same = std::ranges::find_if(
            theirs, [&](const PartCosts& one) { return one.part == part.part; });
        if (same != theirs.end() && same->requests > 0) {
            both.push_back(*same);
            both.back().line = part.line;
        }
    }
    return both;
}

std::vector<PartCosts> reference_costs(const RecordedLaunch& recorded, std::uint64_t seed,
                                       std::uint64_t block) {
    const Lab& lab = recorded.lab;
    if (std::error_code missing; !std::filesystem::exists(lab.solution, missing)) {
        return {};
    }
    const SubmissionFile solution = read_submission(lab.solution);
    if (solution.text == recorded.submission.text) {
        return {};
    }
    BuildCache cache(BuildCache::default_folder());
    const BuildOutcome built =
        build_for_emulator(lab, solution, find_host_compiler(), kit_files(), cache);
    if (!built.artifact) {
        return {};
    }
    const EmulatedProgram program(*built.artifact);
    return costs_in_reference(
        recorded, record_launch(lab, recorded.extents, program, solution, seed, block), block);
}

} // namespace kit
