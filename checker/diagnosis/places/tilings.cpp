#include "checker/diagnosis/places/tilings.hpp"

#include <algorithm>
#include <optional>

namespace kit {

namespace {

/// Whether an axis needs this many tiles, or one more. `margin`: cells at each end that no thread
/// computes.
bool covers(const AxisTiles& axis, std::int64_t extent, std::int64_t margin, Cover cover) {
    const std::int64_t last_inner = extent - margin - 1;
    return axis.cells > 0 && (cover == Cover::any_part || (axis.first_of(axis.tiles - 1) < extent &&
                                                           axis.end() + axis.cells > last_inner));
}

/// Lengths of tiles along an axis on which a block marches: its threads do not give the length there.
std::vector<std::int64_t> marched_lengths(const Lab& lab, const LaunchShape& launch,
                                          std::int64_t extent, std::int64_t tiles, Cover cover) {
    std::vector<std::int64_t> lengths;
    const auto add = [&lengths](std::int64_t length) {
        if (length > 0 && std::ranges::find(lengths, length) == lengths.end()) {
            lengths.push_back(length);
        }
    };
    const std::int64_t halo = reach(lab);
    const auto block_side = static_cast<std::int64_t>(launch.block[0]);
    if (lab.traffic && lab.traffic->planes_per_block) {
        add(*lab.traffic->planes_per_block);
    }
    add(block_side - 2 * halo);
    add(block_side);
    if (cover == Cover::any_part) { // the grid's end then says nothing about the tiles
        if (tiles == 1) {           // the march is through the whole grid
            add(extent);
        }
        if (!is_linear(launch) && !(lab.traffic && marches(lab.traffic->family))) {
            add(1); // a cell for each block, and no march
        }
        return lengths;
    }
    add((extent + tiles - 1) / tiles);
    add((extent - 2 * halo + tiles - 1) / tiles);
    for (const std::int64_t round : {4, 8, 16, 32, 64}) {
        add(round);
    }
    return lengths;
}

/// Lengths of tiles along an axis; `inner_tile`: the block's threads without a halo at either end.
std::vector<std::int64_t> lengths_along(const Lab& lab, const LaunchShape& launch, std::size_t axis,
                                        std::int64_t extent, bool inner_tile, Cover cover) {
    const auto block = static_cast<std::int64_t>(launch.block[axis]);
    if (block == 1 && axis > 0) {
        return marched_lengths(lab, launch, extent, static_cast<std::int64_t>(launch.grid[axis]),
                               cover);
    }
    const std::int64_t inner = block - 2 * std::int64_t{reach(lab)};
    std::vector<std::int64_t> lengths{inner_tile ? inner : block};
    if (axis == 0 && !lab.traffic) { // by shuffles a warp has a halo along x alone
        lengths.push_back(inner_tile ? block : inner);
    }
    return lengths;
}

/// Adds the tilings that these axes make, each once.
void add_tilings(const std::array<std::vector<AxisTiles>, 3>& choices, std::vector<Tiling>& found) {
    for (const AxisTiles& z : choices[2]) {
        for (const AxisTiles& y : choices[1]) {
            for (const AxisTiles& x : choices[0]) {
                const Tiling tiling{x, y, z};
                if (std::ranges::find(found, tiling) == found.end()) {
                    found.push_back(tiling);
                }
            }
        }
    }
}

} // namespace

std::vector<Tiling> tilings(const Lab& lab, const Extents& extents, const LaunchShape& launch,
                            Cover cover) {
    const std::array<std::int64_t, 3> extent{extents.x, extents.y, extents.z};
    const std::int64_t halo = reach(lab);
    const std::int64_t margin = lab.boundary == BoundaryRule::keep ? halo : 0;
    const Tiling one_tile{AxisTiles{0, extents.x, 1}, AxisTiles{0, extents.y, 1},
                          AxisTiles{0, extents.z, 1}};
    if (lab.steps > 1) { // every sweep adds a halo: the launch does not give the tile
        return {one_tile};
    }
    // Kernels use the same convention on all axes.
    const bool whole_blocks_only = lab.traffic && lab.traffic->family == KernelFamily::shared_1d;
    const bool whole_blocks_first =
        whole_blocks_only || (lab.traffic && (lab.traffic->family == KernelFamily::basic ||
                                              lab.traffic->family == KernelFamily::halo_loading));
    std::vector<Tiling> found;
    for (const bool inner_tile : {!whole_blocks_first, whole_blocks_first}) {
        if (inner_tile && whole_blocks_only) {
            continue;
        }
        for (const std::int64_t origin : {std::int64_t{0}, halo}) {
            std::array<std::vector<AxisTiles>, 3> choices;
            choices.fill({AxisTiles{0, 1, 1}});
            for (std::size_t axis = 0; axis < lab.axes; ++axis) {
                choices[axis].clear();
                for (const std::int64_t length :
                     lengths_along(lab, launch, axis, extent[axis], inner_tile, cover)) {
                    const AxisTiles choice{origin, length,
                                           static_cast<std::int64_t>(launch.grid[axis])};
                    if (covers(choice, extent[axis], margin, cover)) {
                        choices[axis].push_back(choice);
                    }
                }
            }
            add_tilings(choices, found);
        }
    }
    if (found.empty()) {
        found.push_back(one_tile);
    }
    return found;
}

} // namespace kit
