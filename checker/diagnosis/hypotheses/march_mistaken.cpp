#include "checker/diagnosis/hypotheses/hypothesis.hpp"

#include "checker/diagnosis/places/tilings.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit {

namespace {

/// What goes wrong in a march along z that keeps the planes below, here and above.
enum class Mistake { same_plane_loaded, next_but_one_loaded, not_moved, first_forgotten };

struct MarchKind {
    Mistake mistake;
    const char* key;
    const char* sentence; ///< goes on after "equals the sweep ..."
    const char* hint;
};

constexpr MarchKind march_kinds[] = {
    {Mistake::same_plane_loaded, "same plane",
     "of a march that loads plane i in place of plane i + 1",
     "To compute plane i, the step needs plane i + 1 as the new one: look at the index of the load "
     "in the loop."},
    {Mistake::next_but_one_loaded, "next but one",
     "of a march that loads plane i + 2 in place of plane i + 1",
     "To compute plane i, the step needs plane i + 1 as the new one: look at the index of the load "
     "in the loop."},
    {Mistake::not_moved, "not moved",
     "of a march that never moves its planes: here and below keep those of the first step",
     "At the end of each step, here becomes below, and above becomes here."},
    {Mistake::first_forgotten, "first forgotten",
     "of a march that begins with 0 in place of its first plane",
     "Before the loop, here must hold the first plane of the block's march."},
};

/// The plane that is used for the one `distance` above the plane computed, in step `step` of a march from plane
/// `first`; nothing where 0 is used.
std::optional<std::int64_t> plane_used(Mistake mistake, std::int64_t first, std::int64_t step,
                                       int distance) {
    const auto loaded = [&](std::int64_t at) { // as the plane above, in that step
        switch (mistake) {
        case Mistake::same_plane_loaded: return first + at;
        case Mistake::next_but_one_loaded: return first + at + 2;
        default: return first + at + 1;
        }
    };
    if (distance > 0) {
        return loaded(step);
    }
    const std::int64_t steps_ago = 1 - distance;
    if (mistake == Mistake::not_moved || step < steps_ago) {
        // Loaded before the march: here is plane `first`, below the one before it.
        const std::int64_t plane =
            mistake == Mistake::not_moved ? first + distance : first + step + distance;
        return mistake == Mistake::first_forgotten && plane == first ? std::nullopt
                                                                     : std::optional(plane);
    }
    return loaded(step - steps_ago);
}

class MistakenMarch {
public:
    MistakenMarch(const Run& run, const AxisTiles& tiles, Mistake mistake)
        : run_(run), formula_(run, formula_of(run)), tiles_(tiles), mistake_(mistake) {}

    std::optional<Prediction> operator()(const Cell& cell) const {
        if (!run_.computes(cell)) {
            return run_.as_input(cell);
        }
        const std::int64_t first = tiles_.first_of(tiles_.tile_of(cell[2]));
        return formula_.at(
            cell, [&](std::size_t, const Cell& from, std::int64_t) -> std::optional<double> {
                Cell used = from;
                const auto plane = plane_used(mistake_, first, cell[2] - first,
                                              static_cast<int>(from[2] - cell[2]));
                if (!plane || *plane < 0 || *plane >= run_.extents.z) {
                    return 0;
                }
                used[2] = *plane;
                return run_.input.at(run_.index(used));
            });
    }

private:
    const Run& run_;
    FormulaAt formula_;
    AxisTiles tiles_;
    Mistake mistake_;
};

/// The lengths of a march, from plane 0 on, with which the launch's blocks just cover the grid.
std::vector<AxisTiles> marches(const Run& run) {
    constexpr std::size_t most = 32;
    std::vector<AxisTiles> found;
    const std::int64_t blocks = run.launch.grid[2];
    const std::int64_t last = run.extents.z - 2; // plane to compute
    for (std::int64_t length = std::max<std::int64_t>(2, (last + blocks) / blocks);
         found.size() < most && length <= run.extents.z && last / length + 1 >= blocks; ++length) {
        found.push_back({0, length, blocks});
        if (blocks == 1) {
            break;
        }
    }
    return found;
}

} // namespace

std::vector<Hypothesis> march_mistaken(const Run& run) {
    std::vector<Hypothesis> made;
    const Lab& lab = run.lab;
    if (lab.axes != 3 || lab.steps > 1 || reach(lab) != 1 || lab.boundary != BoundaryRule::keep ||
        run.launch.block[2] != 1) {
        return made;
    }
    for (const AxisTiles& tiles : marches(run)) {
        for (const MarchKind& kind : march_kinds) {
            made.push_back({.id = "march-mistaken",
                            .key = kind.key,
                            .sentence = fmt::format("equals the sweep {}", kind.sentence),
                            .hint = kind.hint,
                            .predict = MistakenMarch(run, tiles, kind.mistake)});
        }
    }
    return made;
}

} // namespace kit
