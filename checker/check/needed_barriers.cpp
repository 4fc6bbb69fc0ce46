#include "checker/check/needed_barriers.hpp"

#include "checker/reference/draw.hpp"
#include "checker/reference/elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace kit {

namespace {

bool is_needed(const Case& grid, int line, const EmulatedProgram& program,
               const SubmissionFile& submission, std::uint64_t seed, unsigned workers) {
    const CaseData data = draw_case(*grid.variant, grid.extents, seed);
    RunInput input{grid.extents, data.input, data.output, data.coefficients,
                   poison_of(grid.variant->element)};
    input.watching = runtime::watch_errors;
    input.workers = workers;
    input.without_barrier = line;
    input.compare_writes = false;
    const Observation seen = run_case(*grid.variant, program, input, submission);
    return !seen.completed || !seen.findings.empty();
}

/// Those with blocks enough to show a race, and soon, come first.
std::vector<Case> in_order_of_use(std::span<const Case> grids) {
    constexpr std::int64_t soon = 50'000; // cells
    std::vector<Case> ordered(grids.begin(), grids.end());
    std::ranges::stable_sort(ordered, [](const Case& a, const Case& b) {
        const auto rank = [](const Case& grid) {
            const std::int64_t cells = grid.extents.cells();
            return cells <= soon ? soon - cells : cells;
        };
        return rank(a) < rank(b);
    });
    return ordered;
}

} // namespace

std::optional<Note> unneeded_barrier(std::span<const Case> grids, std::span<const int> lines,
                                     const EmulatedProgram& program,
                                     const SubmissionFile& submission, std::uint64_t seed,
                                     unsigned workers) {
    const std::vector<Case> ordered = in_order_of_use(grids);
    for (const int line : lines) {
        if (std::ranges::none_of(ordered, [&](const Case& grid) {
                return is_needed(grid, line, program, submission, seed, workers);
            })) {
            return Note{"redundant-barrier",
                        fmt::format("The barrier in line {} is not needed: without it no two "
                                    "threads race either, on any of the {} grids.",
                                    line, grids.size()),
                        "A barrier is needed between a store to shared memory and another thread's "
                        "access to the same element. Each barrier makes all threads of the block "
                        "wait for the slowest."};
        }
    }
    return std::nullopt;
}

} // namespace kit
