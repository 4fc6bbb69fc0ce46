#include "checker/diagnosis/technique_missing.hpp"

#include "checker/diagnosis/wording.hpp"
#include "checker/reference/predicted_counters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace kit {

namespace {

/// On smaller grids edges outweigh tiles, and a block more than needed is a large share.
constexpr std::int64_t least_cells = 30 * 30 * 30;

/// What the family needs with the launched block or, where it cannot have that, the chapter's.
PredictedCounters needed(const Evidence& evidence) {
    const Lab& lab = evidence.lab;
    LaunchShape launch = evidence.observation.launch;
    PredictedCounters counters = predict_counters(lab, evidence.data.extents, launch);
    if (!counters.global_load_bytes) {
        std::copy(lab.technique->chapter_block.begin(), lab.technique->chapter_block.end(),
                  launch.block.begin());
        counters = predict_counters(lab, evidence.data.extents, launch);
    }
    return counters;
}

/// Counts of a kernel that reads outside its arrays, say, tell nothing of its technique.
bool has_errors(const Observation& observation) {
    return has_error(observation.findings);
}

bool exceeds(std::uint64_t counted, std::optional<std::uint64_t> need, std::optional<int> percent) {
    return need && percent && counted * 100 > *need * static_cast<std::uint64_t>(*percent);
}

} // namespace

std::optional<Finding> diagnose_technique_missing(const Evidence& evidence) {
    const Lab& lab = evidence.lab;
    const Extents& extents = evidence.data.extents;
    if (!lab.technique || !evidence.observation.completed || !evidence.comparison ||
        evidence.comparison->mismatches != 0 || has_errors(evidence.observation) ||
        extents.cells() < least_cells) {
        return std::nullopt;
    }
    const Counters& counted = evidence.observation.counters;
    const PredictedCounters need = needed(evidence);
    const std::uint64_t element = bytes_of(lab.element);
    Finding finding;
    finding.kind = FindingKind::technique_missing;
    finding.cases = {describe(extents, lab)};
    if (exceeds(counted.global_load_bytes, need.global_load_bytes,
                lab.technique->most_loads_percent)) {
        finding.cause = "loads";
        finding.message = fmt::format(
            "The output is right, but not by this lab's technique: on {} the kernel loads "
            "{} from global memory, where {} are enough (at most {} % of that is asked for).",
            grid_name(extents, lab), kit::counted(counted.global_load_bytes / element, "element"),
            grouped(*need.global_load_bytes / element), *lab.technique->most_loads_percent);
        finding.hint =
            "Count how often each cell is loaded: within a block once is enough, and what "
            "other threads have loaded is read from shared memory.";
        return finding;
    }
    if (exceeds(counted.shared_bytes_per_block, need.shared_bytes_per_block,
                lab.technique->most_shared_percent)) {
        finding.cause = "shared bytes";
        finding.message = fmt::format(
            "The output is right, but not by this lab's technique: a block has {} bytes of shared "
            "memory, where {} are enough (at most {} % of that is asked for).",
            grouped(counted.shared_bytes_per_block), grouped(*need.shared_bytes_per_block),
            *lab.technique->most_shared_percent);
        finding.hint = "Which cells does more than one thread read? Only those must be shared; the "
                       "others can stay in registers.";
        return finding;
    }
    return std::nullopt;
}

} // namespace kit
