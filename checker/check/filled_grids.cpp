#include "checker/check/filled_grids.hpp"

#include "checker/catalog/grid_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace kit {

namespace {

/// Asks launch_config() for the blocks on grids of one least side, but for one axis; on cubes, for all.
class Launches {
public:
    Launches(const Lab& lab, const EmulatedProgram& program, const SubmissionFile& submission)
        : lab_(lab), program_(program), submission_(submission),
          least_side_(std::max<std::int64_t>(least_extent(lab), 7)) {}

    [[nodiscard]] std::int64_t least_side() const { return least_side_; }

    [[nodiscard]] Extents grid(std::size_t axis, std::int64_t side) const {
        Extents grid;
        for (std::size_t each = 0; each < lab_.axes; ++each) {
            grid[each] = lab_.cube || each == axis ? side : least_side_;
        }
        return grid;
    }

    /// The largest side that gives as many blocks along an axis of the launch as the least side does; 0 if all sides
    /// do. That more cells do not take fewer blocks is taken for granted.
    [[nodiscard]] std::int64_t last_side_before_more(std::size_t axis, std::size_t launch_axis) {
        const auto blocks_of_least = blocks(axis, least_side_).at(launch_axis);
        std::int64_t same = least_side_;
        std::int64_t more = std::min(2 * same, most_side());
        while (blocks(axis, more).at(launch_axis) == blocks_of_least) {
            if (more == most_side()) {
                return 0;
            }
            same = more;
            more = std::min(2 * same, most_side());
        }
        while (more - same > 1) {
            const std::int64_t middle = same + (more - same) / 2;
            (blocks(axis, middle).at(launch_axis) == blocks_of_least ? same : more) = middle;
        }
        return same;
    }

private:
    /// Room for blocks of 128 threads along an axis in 3D, of 256 in 2D, of 1,024 in 1D: emulated in a fraction of a
    /// second.
    [[nodiscard]] std::int64_t most_side() const {
        constexpr std::array<std::int64_t, 4> sides{0, 1100, 300, 130};
        return sides.at(lab_.axes);
    }

    /// All 0 if launch_config() fails.
    const std::array<std::uint32_t, 3>& blocks(std::size_t axis, std::int64_t side) {
        auto& known = known_[{axis, side}];
        if (!known) {
            const Observation asked = configure_case(lab_, program_, grid(axis, side), submission_);
            known = asked.completed ? asked.launch.grid : std::array<std::uint32_t, 3>{};
        }
        return *known;
    }

    const Lab& lab_;
    const EmulatedProgram& program_;
    const SubmissionFile& submission_;
    const std::int64_t least_side_;
    std::map<std::pair<int, std::int64_t>, std::optional<std::array<std::uint32_t, 3>>> known_;
};

} // namespace

std::vector<FilledGrid> filled_grids(const Lab& variant, const EmulatedProgram& program,
                                     const SubmissionFile& submission) {
    Launches launches(variant, program, submission);
    std::vector<Extents> cubes;
    Extents filled = launches.grid(0, launches.least_side());
    for (std::size_t axis = 0; axis < (variant.cube ? 1 : variant.axes); ++axis) {
        for (std::size_t launch_axis = 0; launch_axis < 3; ++launch_axis) {
            const std::int64_t side = launches.last_side_before_more(axis, launch_axis);
            filled[axis] = std::max(filled[axis], side);
            if (side > 0 && std::ranges::find(cubes, launches.grid(axis, side)) == cubes.end()) {
                cubes.push_back(launches.grid(axis, side));
            }
        }
    }
    std::vector<FilledGrid> grids;
    for (const Extents& full : variant.cube || cubes.empty() ? cubes : std::vector{filled}) {
        grids.push_back({full, LastBlock::full});
        if (variant.boundary == BoundaryRule::one_sided) {
            grids.push_back({{full.x + 1, full.y, full.z}, LastBlock::one_cell});
        }
    }
    return grids;
}

} // namespace kit
