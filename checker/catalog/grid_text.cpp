#include "checker/catalog/grid_text.hpp"

#include "analytics/count/typed_sizes.hpp"
#include "checker/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace kit {

namespace {

std::string allowed(const Lab& lab) {
    const std::int64_t least = least_extent(lab);
    if (lab.axes == 1) {
        return fmt::format("it must be one number of at least {}, such as 1000", least);
    }
    const char* several = lab.axes == 2 ? "120x64" : "120x64x33";
    if (lab.cube) {
        return fmt::format("it must be one number of at least {} for all {} axes, such as 120",
                           least, lab.axes);
    }
    return fmt::format("it must be {} numbers of at least {}, such as {}, or one for all axes",
                       lab.axes, least, several);
}

} // namespace

std::int64_t least_extent(const Lab& lab) {
    return lab.boundary == BoundaryRule::keep ? 2 * static_cast<std::int64_t>(reach(lab)) + 1 : 1;
}

std::variant<Extents, std::string> read_grid(std::string_view text, const Lab& lab) {
    const auto problem = [&](std::string_view what) {
        return fmt::format("\"{}\" {}; {}", text, what, allowed(lab));
    };
    std::optional<std::vector<std::int64_t>> numbers = sizes_by_axis(text);
    if (!numbers) {
        return problem("is not a grid");
    }
    const auto axes = lab.axes;
    if (numbers->size() == 1) {
        numbers->resize(axes, numbers->front());
    }
    if (numbers->size() != axes) {
        return problem(fmt::format("has {} axes where the lab has {}", numbers->size(), axes));
    }
    if (lab.cube && std::ranges::any_of(*numbers, [&](std::int64_t number) {
            return number != numbers->front();
        })) {
        return problem("has different sides");
    }
    std::int64_t cells = 1;
    for (const std::int64_t number : *numbers) {
        if (number < least_extent(lab)) {
            return problem(fmt::format("has a side of {}", number));
        }
        if (number > max_cells / cells) {
            return problem(fmt::format("has more than {} cells", max_cells));
        }
        cells *= number;
    }
    numbers->resize(3, 1);
    return Extents{(*numbers)[0], (*numbers)[1], (*numbers)[2]};
}

Extents parse_grid(std::string_view text, const Lab& lab) {
    const auto read = read_grid(text, lab);
    if (const auto* what = std::get_if<std::string>(&read)) {
        throw UsageError("Lab {}: {}.", lab.id, *what);
    }
    return std::get<Extents>(read);
}

} // namespace kit
