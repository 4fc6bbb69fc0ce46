#include "checker/diagnosis/places/places.hpp"

#include "checker/diagnosis/places/tilings.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/reference/boundary.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit {

namespace {

struct Plane {
    std::size_t through = 2; ///< the axis with one coordinate for the whole plane
    std::int64_t at = 0;
};

/// Wrong cells of each plane, by its axis and place.
std::array<std::vector<std::int64_t>, 3> wrong_in_planes(const Extents& extents,
                                                         const std::vector<std::int64_t>& wrong) {
    std::array<std::vector<std::int64_t>, 3> counts{
        std::vector<std::int64_t>(static_cast<std::size_t>(extents.x)),
        std::vector<std::int64_t>(static_cast<std::size_t>(extents.y)),
        std::vector<std::int64_t>(static_cast<std::size_t>(extents.z))};
    for (const std::int64_t index : wrong) {
        const auto cell = extents.cell(index);
        for (std::size_t axis = 0; axis < counts.size(); ++axis) {
            ++counts[axis][cell[axis]];
        }
    }
    return counts;
}

Plane choose(const Lab& lab, const Extents& extents, const std::vector<std::int64_t>& wrong) {
    Plane best{2, extents.cell(wrong.front())[2]};
    if (lab.axes < 3) {
        return best;
    }
    const auto counts = wrong_in_planes(extents, wrong);
    const Cell extent{extents.x, extents.y, extents.z};
    // Kept cells are nearly always right: they give no contrast.
    const Interior inner = interior(lab, extents);
    Cell computed = extent;
    if (lab.boundary == BoundaryRule::keep) {
        for (std::size_t axis = 0; axis < computed.size(); ++axis) {
            computed[axis] = inner.last[axis] - inner.first[axis];
        }
    }
    std::int64_t most = 0;
    for (const std::size_t axis : {std::size_t{2}, std::size_t{1}, std::size_t{0}}) {
        const std::int64_t cells = computed[(axis + 1) % 3] * computed[(axis + 2) % 3];
        for (std::int64_t at = 0; at < extent[axis]; ++at) {
            const std::int64_t bad = counts[axis][at];
            const std::int64_t contrast = std::min(bad, cells - bad);
            if (contrast > most) {
                most = contrast;
                best = {axis, at};
            }
        }
    }
    return best;
}

} // namespace

ErrorPicture telling_plane(const Lab& lab, const LaunchShape& launch, const ErrorMap& errors,
                           const std::vector<std::int64_t>& wrong) {
    const Extents& extents = errors.extents;
    const Cell extent{extents.x, extents.y, extents.z};
    const Plane plane = choose(lab, extents, wrong);
    const Tiling tiling = tilings(lab, extents, launch).front();
    const std::size_t across = plane.through == 0 ? 1 : 0;
    const std::size_t down = plane.through == 2 ? 1 : 2;
    const auto axis_of = [&](std::size_t axis) {
        const bool exists = axis < lab.axes;
        return PictureAxis{exists ? axis_name(lab, axis) : "",
                           extent[axis],
                           tiling[axis].origin,
                           tiling[axis].cells,
                           tiling[axis].tiles,
                           exists && lab.boundary == BoundaryRule::keep ? reach(lab) : 0};
    };
    ErrorPicture picture;
    picture.grid = grid_name(extents, lab);
    picture.array = argument_name(lab, KernelArgument::Role::output);
    picture.axes = {across, down, plane.through};
    picture.across = axis_of(across);
    picture.down = axis_of(down);
    picture.tile_through = tiling[plane.through].tile_of(plane.at);
    if (lab.axes > 2) {
        picture.plane = fmt::format("{} = {}", axis_name(lab, plane.through), plane.at);
    }
    Cell cell{};
    cell[plane.through] = plane.at;
    for (cell[down] = 0; cell[down] < extent[down]; ++cell[down]) {
        for (cell[across] = 0; cell[across] < extent[across]; ++cell[across]) {
            picture.cells.push_back(errors.state[extents.index(cell[0], cell[1], cell[2])]);
        }
    }
    const Interior inner = interior(lab, extents);
    const bool inner_only = std::ranges::all_of(
        wrong, [&](std::int64_t index) { return inner.contains(extents.cell(index)); });
    const std::int64_t computed = inner_only ? inner.cells() : extents.cells();
    picture.widespread = static_cast<std::int64_t>(wrong.size()) * 20 >= computed * 19;
    const auto first = extents.cell(wrong.front());
    if (first[plane.through] == plane.at) {
        picture.first_wrong = {first[across], first[down]};
    }
    return picture;
}

void mark_block(ErrorPicture& picture, const std::array<std::uint32_t, 3>& block,
                const std::string& what) {
    if (static_cast<std::int64_t>(block[picture.axes[2]]) == picture.tile_through) {
        picture.block = {static_cast<std::int64_t>(block[picture.axes[0]]),
                         static_cast<std::int64_t>(block[picture.axes[1]])};
        picture.block_is = what;
    }
}

} // namespace kit
