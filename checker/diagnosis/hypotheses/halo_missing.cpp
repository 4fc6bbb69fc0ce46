#include "checker/diagnosis/hypotheses/hypothesis.hpp"

#include "checker/diagnosis/places/tilings.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kit {

namespace {

/// What a halo cell's value is replaced by.
enum class Instead { zero, edge, plane_before, plane_behind, two_before };

struct Kind {
    Instead instead;
    const char* id;
    const char* sentence; ///< goes on after "the halo cells ..."
};

constexpr Kind kinds[] = {
    {Instead::zero, "halo-zero", "treated as 0"},
    {Instead::edge, "halo-edge", "taken from the tile's edge"},
    {Instead::plane_before, "halo-stale", "taken from one plane below"},
    {Instead::two_before, "halo-stale", "taken from two planes below"},
    {Instead::plane_behind, "halo-stale", "taken from one plane above"},
};

/// Sides of a tile: low and high along x, y, z.
using Sides = std::array<std::array<bool, 2>, 3>;

struct Halo {
    std::string key;
    std::string name; ///< "the tile's halo", "the tile's halo at low k"
    Sides sides{};
};

std::vector<Halo> halos(const Lab& lab) {
    std::vector<Halo> all{{"all", "the tile's halo cells", {}}};
    for (std::size_t axis = 0; axis < lab.axes; ++axis) {
        all.front().sides[axis] = {true, true};
    }
    if (lab.axes > 2) {
        all.push_back({"xy", "the halo cells of the tile's plane", {{{true, true}, {true, true}}}});
    }
    for (std::size_t axis = 0; axis < lab.axes; ++axis) {
        Halo both{fmt::format("{}", axis),
                  fmt::format("the tile's halo cells along {}", axis_name(lab, axis)),
                  {}};
        both.sides[axis] = {true, true};
        if (lab.axes > 1) {
            all.push_back(both);
        }
        for (std::size_t side = 0; side < 2; ++side) {
            Halo one{fmt::format("{} {}", axis, side),
                     fmt::format("the halo cells {} the tile along {}",
                                 side == 0 ? "before" : "behind", axis_name(lab, axis)),
                     {}};
            one.sides[axis][side] = true;
            all.push_back(one);
        }
    }
    return all;
}

class MissingHalo {
public:
    MissingHalo(const Run& run, const Tiling& tiling, const Sides& sides, Instead instead)
        : run_(run), formula_(run, formula_of(run)), tiling_(tiling), sides_(sides),
          instead_(instead) {}

    std::optional<Prediction> operator()(const Cell& cell) const {
        if (!run_.computes(cell)) {
            return run_.as_input(cell);
        }
        return formula_.at(cell, [&](std::size_t, const Cell& from, std::int64_t index) {
            const std::optional<std::size_t> axis = left_along(cell, from);
            return axis ? stand_in(cell, from, *axis) : std::optional(run_.input[index]);
        });
    }

private:
    /// The axis along which `from` lies outside the tile of `cell`, on one of the sides in question.
    [[nodiscard]] std::optional<std::size_t> left_along(const Cell& cell, const Cell& from) const {
        for (std::size_t axis = 0; axis < cell.size(); ++axis) {
            // With tiles of one cell every neighbour is in the halo: other hypotheses cover that.
            if (tiling_[axis].cells == 1 || tiling_[axis].tiles == 1) {
                continue;
            }
            const std::int64_t here = tiling_[axis].tile_of(cell[axis]);
            const std::int64_t there = tiling_[axis].tile_of(from[axis]);
            if ((there < here && sides_[axis][0]) || (there > here && sides_[axis][1])) {
                return axis;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<double> stand_in(const Cell& cell, const Cell& from,
                                                 std::size_t axis) const {
        const AxisTiles& tiles = tiling_[axis];
        const std::int64_t first = tiles.first_of(tiles.tile_of(cell[axis]));
        Cell instead = from;
        switch (instead_) {
        case Instead::zero: return 0;
        case Instead::edge:
            instead[axis] = std::clamp(from[axis], first, first + tiles.cells - 1);
            break;
        case Instead::plane_before: instead[2] -= 1; break;
        case Instead::two_before: instead[2] -= 2; break;
        case Instead::plane_behind: instead[2] += 1; break;
        }
        return run_.input.at(run_.index(instead));
    }

    const Run& run_;
    FormulaAt formula_;
    Tiling tiling_;
    Sides sides_;
    Instead instead_;
};

bool needs_planes(Instead instead) {
    return instead == Instead::plane_before || instead == Instead::plane_behind ||
           instead == Instead::two_before;
}

/// Whether the halo is the plane before a block's first one, and blocks march along z.
bool is_before_march(const Run& run, const Sides& sides) {
    const Sides before{{{false, false}, {false, false}, {true, false}}};
    return run.lab.axes == 3 && run.launch.block[2] == 1 && sides == before;
}

} // namespace

std::vector<Hypothesis> halo_missing(const Run& run) {
    std::vector<Hypothesis> made;
    const Lab& lab = run.lab;
    if (!run.may_have_tile || lab.steps > 1 || reach(lab) == 0 ||
        lab.boundary == BoundaryRule::periodic) {
        return made;
    }
    for (const Tiling& tiling : tilings(lab, run.extents, run.launch)) {
        for (const Kind& kind : kinds) {
            if (needs_planes(kind.instead) && lab.axes < 3) {
                continue;
            }
            for (const Halo& halo : halos(lab)) {
                made.push_back(
                    {kind.id, fmt::format("{} {}", static_cast<int>(kind.instead), halo.key),
                     fmt::format("equals the sweep with {} {}", halo.name, kind.sentence),
                     is_before_march(run, halo.sides)
                         ? "A march needs the plane before its first one, too, loaded before its "
                           "loop."
                         : "Follow one cell at the tile's edge: which thread loads its neighbour, "
                           "under which condition, and before which barrier?",
                     MissingHalo(run, tiling, halo.sides, kind.instead)});
            }
        }
    }
    return made;
}

} // namespace kit
