#include "checker/trace/part_costs.hpp"

#include "checker/compile/emulator_build.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/trace/moments.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace kit {

namespace {

/// The number behind the mark in the line; 0: the line has none.
int number_behind(std::string_view line, std::string_view mark) {
    const std::size_t at = line.find(mark);
    if (at == std::string_view::npos) {
        return 0;
    }
    const std::string_view digits = line.substr(at + mark.size());
    int number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

} // namespace

std::vector<PartCosts> part_costs(const RecordedLaunch& recorded, std::uint64_t block) {
    std::vector<PartCosts> parts;
    std::vector<std::size_t> part_of; // by line - 1, 0: none, else the place in `parts` + 1
    const std::string_view text = recorded.submission.text;
    std::size_t current = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        begin = end + 1;
        if (const int part = number_behind(line, ">>> your part "); part > 0) {
            parts.push_back({.part = part, .line = static_cast<int>(part_of.size()) + 1});
            current = parts.size();
        } else if (number_behind(line, "<<< your part ") > 0) {
            current = 0;
        }
        part_of.push_back(current);
    }
    for (const Moment& moment : moments_of(recorded.observation.trace, block)) {
        const auto line = static_cast<std::size_t>(moment.line) - 1;
        if (!moment.is_request || line >= part_of.size() || part_of[line] == 0) {
            continue;
        }
        PartCosts& costs = parts[part_of[line] - 1];
        costs.requests += 1;
        costs.sectors += moment.sectors;
        costs.conflicts += moment.conflicts;
    }
    return parts;
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
        const auto same = std::find_if(theirs.begin(), theirs.end(),
                                       [&](const PartCosts& one) { return one.part == part.part; });
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
