#include "checker/diagnosis/places/missing_ends.hpp"

#include "checker/base/layout.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/reference/boundary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace kit {

namespace {

struct Range {
    std::int64_t first = INT64_MAX;
    std::int64_t last = -1;

    void add(std::int64_t at) {
        first = std::min(first, at);
        last = std::max(last, at);
    }
};

} // namespace

std::optional<MissingEnds> missing_ends(const Lab& lab, const Extents& extents,
                                        const std::vector<bool>& due,
                                        const std::vector<bool>& there) {
    const auto axes = lab.axes;
    std::array<Range, 3> wanted;
    std::array<Range, 3> found;
    for (std::size_t i = 0; i < due.size(); ++i) {
        const Cell cell = extents.cell(static_cast<std::int64_t>(i));
        for (std::size_t axis = 0; axis < axes && due[i]; ++axis) {
            wanted[axis].add(cell[axis]);
            if (there[i]) {
                found[axis].add(cell[axis]);
            }
        }
    }
    const auto is_beyond = [&](std::size_t i, std::size_t axis) {
        const std::int64_t at = extents.cell(static_cast<std::int64_t>(i))[axis];
        return at < found[axis].first || at > found[axis].last;
    };
    // A star's neighbours beyond the ends of one axis may be all that the other axes lack, too.
    std::optional<std::size_t> alone;
    for (std::size_t axis = 0; axis < axes && !alone; ++axis) {
        bool are_all = true;
        for (std::size_t i = 0; i < due.size() && are_all; ++i) {
            are_all = !due[i] || is_beyond(i, axis) != there[i];
        }
        alone = are_all ? std::optional(axis) : std::nullopt;
    }
    MissingEnds ends;
    std::vector<std::string> before;
    std::vector<std::string> behind;
    std::vector<std::string> all;
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const Range& due_here = wanted[axis];
        const Range& here = found[axis];
        const std::string name = axis_name(lab, axis);
        const std::int64_t most = 2 * reach(lab) + 1; // more are no guard's mistake
        if (here.last < here.first || here.first - due_here.first > most ||
            due_here.last - here.last > most) {
            return std::nullopt;
        }
        const bool is_told = alone.value_or(axis) == axis;
        ends.low[axis] = is_told && here.first > due_here.first;
        ends.high[axis] = is_told && here.last < due_here.last;
        if (ends.low[axis]) {
            before.push_back(fmt::format("{} = {}", name, here.first));
        }
        if (ends.high[axis]) {
            behind.push_back(fmt::format("{} = {}", name, here.last));
        }
        if (ends.low[axis] || ends.high[axis]) {
            all.push_back(fmt::format("{} from {} to {}", name, due_here.first, due_here.last));
        }
    }
    for (std::size_t i = 0; i < due.size(); ++i) {
        bool is_missing = false;
        for (std::size_t axis = 0; axis < axes; ++axis) {
            is_missing = is_missing || is_beyond(i, axis);
        }
        if (due[i] && is_missing == there[i]) {
            return std::nullopt;
        }
    }
    if (all.empty()) {
        return std::nullopt;
    }
    ends.places = before.empty() ? "" : "before " + join(before, ", ", " or ");
    ends.places += before.empty() || behind.empty() ? "" : ", or ";
    ends.places += behind.empty() ? "" : "behind " + join(behind, ", ", " or ");
    ends.due = join(all, ", ", " and ");
    return ends;
}

} // namespace kit
