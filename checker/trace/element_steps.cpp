#include "checker/trace/element_steps.hpp"

#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace kit {

std::int64_t step_in_memory(const Extents& extents, std::size_t axis) {
    return axis == 0 ? 1 : axis == 1 ? extents.x : extents.x * extents.y;
}

std::string neighbour_at(std::int64_t element, const Cell& cell, const Extents& extents,
                         const Lab& lab) {
    const std::int64_t away = element - extents.index(cell[0], cell[1], cell[2]);
    std::string name;
    for (std::size_t axis = 0; axis < lab.axes; ++axis) {
        if (std::abs(away) == step_in_memory(extents, axis)) {
            if (!name.empty()) {
                return "";
            }
            std::array<int, 3> offset{};
            offset[axis] = away > 0 ? 1 : -1;
            name = neighbour_name(lab, offset);
        }
    }
    return name;
}

std::string distance_words(const std::vector<ThreadUse>& reads, std::vector<std::int64_t> missing,
                           const Extents& extents, const Lab& lab) {
    std::vector<std::int64_t> read;
    for (const ThreadUse& use : reads) {
        if (!use.element) {
            return "";
        }
        read.push_back(*use.element);
    }
    std::ranges::sort(read);
    read.erase(std::unique(read.begin(), read.end()), read.end());
    std::ranges::sort(missing);
    const std::int64_t distance = read.front() - missing.front();
    if (!std::ranges::equal(read, missing,
                            [&](std::int64_t a, std::int64_t b) { return a - b == distance; })) {
        return "";
    }
    constexpr std::array units{"cell", "row", "plane"};
    for (std::size_t axis = 0; axis < lab.axes; ++axis) {
        if (std::abs(distance) != step_in_memory(extents, axis)) {
            continue;
        }
        const std::string along = axis_name(lab, axis);
        const char* const how = distance > 0 ? "too far" : "short";
        return fmt::format(
            " {} one {}.", missing.size() == 1 ? "What it reads lies" : "Each time it reads",
            along.size() > 1 ? fmt::format("{} {}", along, how) // "row", which is its own unit
                             : fmt::format("{} {} along {}", units[axis], how, along));
    }
    return "";
}

} // namespace kit
