#include "checker/diagnosis/diagnoses.hpp"

#include "analytics/print/numbers.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/reference/predictions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace kit {

namespace {

/// On smaller grids the edges outweigh the tiles, and one block too many is a large share.
constexpr std::int64_t least_cells = 30 * 30 * 30;

/// What the family needs with the launched block, or with the chapter's if it cannot have that one.
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

bool exceeds(std::uint64_t counted, std::optional<std::uint64_t> need, std::optional<int> percent) {
    return need && percent && counted * 100 > *need * static_cast<std::uint64_t>(*percent);
}

} // namespace

std::optional<Finding> diagnose_technique_missing(const Evidence& evidence) {
    const Lab& lab = evidence.lab;
    const Extents& extents = evidence.data.extents;
    if (!lab.technique || !evidence.observation.completed || !evidence.comparison ||
        evidence.comparison->mismatches != 0 || has_error(evidence.observation.findings) ||
        extents.cells() < least_cells) {
        return std::nullopt;
    }
    const Counters& counted = evidence.observation.counters;
    const PredictedCounters need = needed(evidence);
    const std::uint64_t element = bytes_of(lab.element);
    // Counts of a kernel with errors, one that reads outside its arrays for instance, are not compared.
    Finding finding;
    finding.kind = FindingKind::technique_missing;
    finding.cases = {describe(extents, lab)};
    if (exceeds(counted.global_load_bytes, need.global_load_bytes,
                lab.technique->most_loads_percent)) {
        finding.cause = "loads";
        finding.message = fmt::format(
            "The output is right, but the kernel does not use this lab's technique: on {} it loads "
            "{} from global memory, where {} are enough (the limit is {} % of that).",
            grid_name(extents, lab), kit::counted(counted.global_load_bytes / element, "element"),
            thousands(*need.global_load_bytes / element), *lab.technique->most_loads_percent);
        finding.hint =
            "Count how often a block loads each cell: once is enough. What other threads have "
            "loaded can be read from shared memory.";
        return finding;
    }
    if (exceeds(counted.shared_bytes_per_block, need.shared_bytes_per_block,
                lab.technique->most_shared_percent)) {
        finding.cause = "shared bytes";
        finding.message = fmt::format(
            "The output is right, but the kernel does not use this lab's technique: a block has {} "
            "bytes of shared memory, where {} are enough (the limit is {} % of that).",
            thousands(counted.shared_bytes_per_block), thousands(*need.shared_bytes_per_block),
            *lab.technique->most_shared_percent);
        finding.hint = "Which cells does more than one thread read? Only those must be shared; the "
                       "others can stay in registers.";
        return finding;
    }
    return std::nullopt;
}

} // namespace kit
