// Which grids of which variants a check runs.
#pragma once

#include "checker/base/extents.hpp"
#include "checker/model/lab.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace kit {

/// A grid of a variant.
struct Case {
    const Lab* variant;
    Extents extents;
    bool drawn = false; ///< runs only once those of the lab are right
};

/// The variant's grids; of those that a user has asked for, `grids`, the ones that are not too small for its stencil.
[[nodiscard]] std::vector<Extents> cases_of(const Lab& variant, const std::vector<Extents>& grids);

/// Those drawn from the seed; none if a user has asked for grids.
[[nodiscard]] std::vector<Extents>
drawn_cases_of(const Lab& variant, const std::vector<Extents>& grids, std::uint64_t seed);

/// The grid on which the traffic is counted.
[[nodiscard]] Extents counted_extents(const Lab& variant, const std::vector<Extents>& grids);

/// All of these, variant by variant, which must outlive them.
[[nodiscard]] std::vector<Case> chosen_cases(const std::vector<Lab>& variants,
                                             const std::vector<Extents>& grids, std::uint64_t seed);

/// Those of a check's cases on which parts of a submission are tried, beginning with small ones: of the variants up to
/// that of the case that failed first, and that case. Without one all variants are tried. Other drawn grids are none of
/// them, since they differ from check to check. Empty only if there are no cases.
[[nodiscard]] std::vector<Case> cases_for_parts(const std::vector<Case>& cases,
                                                const std::optional<Case>& failed);

} // namespace kit
