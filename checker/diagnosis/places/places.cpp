#include "checker/diagnosis/places/places.hpp"

#include "checker/diagnosis/places/parts.hpp"
#include "checker/reference/boundary.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit {

namespace {

/// A part that is more of the grid than this tells nothing, unless the wrong cells are all of it.
constexpr double largest_share = 0.7;
constexpr double largest_whole_share = 0.95;
/// Nor does one that holds more than so many times the wrong cells.
constexpr std::int64_t most_times = 4;

struct Domain {
    Interior inner;
    bool inner_only = false;
    bool boundary_only = false;

    [[nodiscard]] bool has(const std::array<std::int64_t, 3>& cell) const {
        if (!inner_only && !boundary_only) {
            return true;
        }
        return inner.contains(cell[0], cell[1], cell[2]) == inner_only;
    }
};

Domain domain_of(const Lab& lab, const ErrorMap& errors, const std::vector<std::int64_t>& wrong) {
    Domain domain{interior(lab, errors.extents)};
    const auto is_inner = [&](std::int64_t index) {
        const auto cell = errors.extents.cell(index);
        return domain.inner.contains(cell[0], cell[1], cell[2]);
    };
    domain.inner_only = std::all_of(wrong.begin(), wrong.end(), is_inner);
    domain.boundary_only = std::none_of(wrong.begin(), wrong.end(), is_inner);
    return domain;
}

Box box_of(const Domain& domain, const Extents& extents) {
    Box box{{0, 0, 0}, {extents.x - 1, extents.y - 1, extents.z - 1}};
    if (domain.inner_only) {
        box.first = domain.inner.first;
        for (std::size_t axis = 0; axis < box.last.size(); ++axis) {
            box.last[axis] = domain.inner.last[axis] - 1;
        }
    }
    return box;
}

} // namespace

std::string place_of_errors(const Lab& lab, const LaunchShape& launch, const ErrorMap& errors,
                            const std::vector<std::int64_t>& wrong) {
    const Extents& extents = errors.extents;
    const Domain domain = domain_of(lab, errors, wrong);
    const Box box = box_of(domain, extents);
    const std::int64_t inner_cells = domain.inner.cells();
    const std::int64_t cells = domain.inner_only      ? inner_cells
                               : domain.boundary_only ? extents.cells() - inner_cells
                                                      : extents.cells();
    const auto share = [cells](double part) {
        return static_cast<std::int64_t>(part * static_cast<double>(cells));
    };
    const auto count = static_cast<std::int64_t>(wrong.size());
    if (count < 2 || count > share(largest_whole_share)) { // a single cell is named anyway
        return "";
    }
    std::string words;
    std::int64_t narrowest =
        std::max(count, std::min(share(largest_share), most_times * count)) + 1;
    for (const Part& part : parts_of(lab, extents, launch, box, extents.cell(wrong.front()))) {
        if (!std::all_of(wrong.begin(), wrong.end(),
                         [&](std::int64_t index) { return part.has(extents.cell(index)); })) {
            continue;
        }
        std::int64_t size = 0;
        for (std::int64_t index = 0; index < extents.cells() && size < narrowest; ++index) {
            const auto cell = extents.cell(index);
            size += domain.has(cell) && part.has(cell) ? 1 : 0;
        }
        if (size < narrowest) {
            narrowest = size;
            words = part.words;
        }
    }
    return words.empty()
               ? ""
               : fmt::format("{} {}", narrowest == count ? "exactly those" : "all of them", words);
}

} // namespace kit
