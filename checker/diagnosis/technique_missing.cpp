#include "checker/diagnosis/diagnoses.hpp"

#include "checker/base/numbers.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/reference/boundary.hpp"
#include "checker/reference/predictions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace kit {

namespace {

/// On smaller grids the edges outweigh the tiles, and one block too many is a large share.
constexpr std::int64_t least_cells = 30 * 30 * 30;

bool exceeds(std::uint64_t counted, std::optional<std::uint64_t> need, std::optional<int> percent) {
    return need && percent && counted * 100 > *need * static_cast<std::uint64_t>(*percent);
}

struct Need {
    PredictedCounters counters;
    std::optional<int> most_loads_percent; ///< of those in `counters`
    /// By that; or what whole tiles hold, if it is more and less than a kernel loads that shares nothing.
    std::optional<std::uint64_t> most_load_bytes;
    /// What a kernel of the family loads in the launched blocks, if they are so small that `counters` are those
    /// of the chapter's block.
    std::optional<std::uint64_t> loads_in_small_blocks;
};

/// On a small grid the edges of tiles weigh much. The lab's own are chosen so that its solution keeps its limit; on
/// others a kernel fails that comes nearer to sharing nothing than to it.
std::optional<int> most_percent(const Lab& lab, const Extents& extents, std::uint64_t shared,
                                std::uint64_t unshared) {
    const std::optional<int> most = lab.technique->most_loads_percent;
    const bool is_listed = std::ranges::find(lab.cases, extents) != lab.cases.end();
    if (!most || is_listed || extents.cells() >= 2 * least_cells) {
        return most;
    }
    return std::max(*most, (*most + static_cast<int>(unshared * 100 / shared)) / 2);
}

/// Bytes of all the cells and of the whole halo, edges and corners too, of blocks with a thread for each output; also
/// where they hang over the grid, as clamped indices load them. 0 where blocks march, or where the launch has more
/// blocks than such ones would need.
std::uint64_t with_whole_halo(const Lab& lab, const Extents& extents, const LaunchShape& launch) {
    const std::array<std::int64_t, 3> cells{extents.x, extents.y, extents.z};
    std::uint64_t bytes = marches(lab.traffic->family) ? 0 : bytes_of(lab.element);
    for (std::size_t axis = 0; axis < lab.axes; ++axis) {
        const std::int64_t blocks = launch.grid[axis];
        const std::int64_t threads = launch.block[axis];
        const bool has_spare_block = (blocks - 1) * threads >= cells[axis];
        bytes *=
            has_spare_block ? 0 : static_cast<std::uint64_t>(blocks * (threads + 2 * reach(lab)));
    }
    return bytes;
}

/// What the family needs with the launched block. With the chapter's if it cannot have that one, or if its
/// blocks are so small that sharing saves no loads: else a kernel that shares nothing would pass.
Need needed(const Evidence& evidence) {
    const Lab& lab = evidence.lab;
    const Extents& extents = evidence.data.extents;
    const LaunchShape& launch = evidence.observation.launch;
    const PredictedCounters own = predict_counters(lab, extents, launch);
    Lab unshared = lab;
    unshared.traffic->family = KernelFamily::basic;
    const auto loads_unshared = predict_counters(unshared, extents, launch).global_load_bytes;
    const bool tells = own.global_load_bytes && loads_unshared &&
                       exceeds(*loads_unshared, own.global_load_bytes,
                               lab.technique->most_loads_percent.value_or(100));
    const auto need_of = [&](const PredictedCounters& counters) {
        Need need{counters, lab.technique->most_loads_percent, std::nullopt, std::nullopt};
        if (!counters.global_load_bytes || !need.most_loads_percent) {
            return need;
        }
        const std::uint64_t shared = *counters.global_load_bytes;
        const std::uint64_t unshared_bytes = loads_unshared.value_or(shared);
        need.most_loads_percent = most_percent(lab, extents, shared, unshared_bytes);
        const std::uint64_t most =
            shared * static_cast<std::uint64_t>(*need.most_loads_percent) / 100;
        const std::uint64_t whole_tiles = std::max(counters.whole_tiles_load_bytes.value_or(0),
                                                   with_whole_halo(lab, extents, launch));
        need.most_load_bytes = std::max(most, std::min(whole_tiles, unshared_bytes - 1));
        return need;
    };
    if (tells) {
        return need_of(own);
    }
    LaunchShape chapter = launch;
    std::ranges::copy(lab.technique->chapter_block, chapter.block.begin());
    const PredictedCounters of_chapter = predict_counters(lab, extents, chapter);
    Need need = need_of(of_chapter);
    need.loads_in_small_blocks = own.global_load_bytes;
    return need;
}

/// "8×8×8".
std::string threads_of(const std::array<std::uint32_t, 3>& block) {
    return fmt::format("{}×{}×{}", block[0], block[1], block[2]);
}

} // namespace

std::int64_t least_cells_of_technique(const Lab& lab) {
    std::int64_t most = 0;
    for (const Lab& variant : all_variants(lab)) {
        for (const Extents& extents : variant.cases) {
            most = std::max(most, extents.cells());
        }
    }
    return std::min(most, least_cells);
}

std::optional<Finding> diagnose_technique_missing(const Evidence& evidence) {
    const Lab& lab = evidence.lab;
    const Extents& extents = evidence.data.extents;
    if (!lab.technique || !evidence.observation.completed || !evidence.comparison ||
        evidence.comparison->mismatches != 0 || has_error(evidence.observation.findings) ||
        extents.cells() < least_cells_of_technique(lab)) {
        return std::nullopt;
    }
    const Counters& counted = evidence.observation.counters;
    const auto [need, most_loads_percent, most_load_bytes, loads_in_small_blocks] =
        needed(evidence);
    const std::uint64_t element = bytes_of(lab.element);
    // An atomic operation reads, too.
    const std::uint64_t by_atomics = counted.input_atomics * element;
    const std::uint64_t loaded = counted.global_load_bytes + by_atomics;
    // Counts of a kernel with errors, one that reads outside its arrays for instance, are not compared.
    Finding finding;
    finding.kind = FindingKind::technique_missing;
    const std::string not_used =
        fmt::format("On {} the output is right, but the kernel does not use this lab's technique: ",
                    grid_name(extents, lab));
    finding.cases = {describe(extents, lab)};
    if (most_load_bytes && loaded > *most_load_bytes) {
        finding.cause.kind = Cause::Kind::many_loads;
        const std::string loads =
            fmt::format("it loads {} from global memory{}, where {} are enough",
                        kit::counted(loaded / element, "element"),
                        by_atomics > 0 ? fmt::format(" ({} of them by atomic operations)",
                                                     thousands(counted.input_atomics))
                                       : "",
                        thousands(*need.global_load_bytes / element));
        const auto& chapter = lab.technique->chapter_block;
        const std::string block = threads_of(evidence.observation.launch.block);
        const bool as_small_blocks_do =
            loads_in_small_blocks && !exceeds(loaded, loads_in_small_blocks, most_loads_percent);
        // Most of what it loads, it puts into shared memory, or so much is read there: asynchronous copies
        // store without a store.
        const std::uint64_t shared =
            std::max(counted.shared_store_bytes, counted.shared_load_bytes);
        const bool shares = shared * 10 >= loaded * 7;
        if (as_small_blocks_do && shares) {
            finding.severity = Severity::warning;
            finding.message = fmt::format("The kernel shares what a block loads, but its blocks of "
                                          "{} threads are so small that this "
                                          "saves no loads: on {} {} with the chapter's {}×{}×{}.",
                                          block, grid_name(extents, lab), loads, chapter[0],
                                          chapter[1], chapter[2]);
            finding.hint = "Most of what a small block loads is its halo. Launch larger ones.";
            return finding;
        }
        const bool by_percent =
            !exceeds(*most_load_bytes, need.global_load_bytes, most_loads_percent);
        finding.message = fmt::format(
            "{}{}{}.", not_used, loads,
            by_percent ? fmt::format(" (the limit is {} % of that)", *most_loads_percent) : "");
        finding.hint =
            loads_in_small_blocks
                ? fmt::format(
                      "In blocks of {} threads sharing saves no loads, as most of what one loads "
                      "is its halo. Share what larger ones load, such as the chapter's {}×{}×{}.",
                      block, chapter[0], chapter[1], chapter[2])
                : "Count how often a block loads each cell: once is enough. What other threads "
                  "have loaded can be read from shared memory.";
        return finding;
    }
    if (exceeds(counted.shared_bytes_per_block, need.shared_bytes_per_block,
                lab.technique->most_shared_percent)) {
        finding.cause.kind = Cause::Kind::much_shared_memory;
        finding.message = fmt::format("{}a block has {} bytes of shared memory, where {} are "
                                      "enough (the limit is {} % of that).",
                                      not_used, thousands(counted.shared_bytes_per_block),
                                      thousands(*need.shared_bytes_per_block),
                                      *lab.technique->most_shared_percent);
        finding.hint = "Which cells does more than one thread read? Only those must be shared; the "
                       "others can stay in registers.";
        return finding;
    }
    return std::nullopt;
}

} // namespace kit
