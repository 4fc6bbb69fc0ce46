#include "checker/diagnosis/places/places.hpp"

#include "checker/diagnosis/places/tilings.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/model/slabs.hpp"
#include "checker/reference/boundary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace kit {

namespace {

/// A part of a grid that kernels get wrong: faces, tile edges, last blocks, planes of a chunk.
struct Part {
    std::string words; ///< goes on after "the cells": "in the last block along k"
    std::function<bool(const Cell& cell)> has;
};

/// The cells in question: those that the lab computes, or all.
struct Box {
    Cell first{};
    Cell last{}; ///< the last cell, not one past it
};

class Parts {
public:
    Parts(const Lab& lab, const Interior& inner, const Box& box, const Cell& lone)
        : lab_(lab), inner_(inner), box_(box), lone_(lone), axes_(lab.axes) {}

    /// Cells that lie at the first or last place on one, two or three axes.
    void add_border() {
        const auto at_border = [box = box_, axes = axes_](const Cell& cell) {
            std::size_t count = 0;
            for (std::size_t axis = 0; axis < axes; ++axis) {
                count += cell[axis] == box.first[axis] || cell[axis] == box.last[axis] ? 1 : 0;
            }
            return count;
        };
        const char* const words[] = {"at the faces of the {}", "at the edges of the {}",
                                     "at the corners of the {}"};
        const char* const flat[] = {"at the sides of the {}", "at the corners of the {}"};
        for (std::size_t least = axes_; least >= 1; --least) {
            const char* const text = axes_ == 3   ? words[least - 1]
                                     : axes_ == 2 ? flat[least - 1]
                                                  : "at the ends of the {}";
            add(fmt::format(fmt::runtime(text), box_name()),
                [at_border, least](const Cell& cell) { return at_border(cell) >= least; });
        }
    }

    void add_planes(std::size_t axis) {
        const std::int64_t at = lone_[axis];
        const std::int64_t first = box_.first[axis];
        const std::int64_t last = box_.last[axis];
        const bool is_whole_inner = inner_.first[axis] == at && inner_.last[axis] == at + 1;
        if (axes_ > 1 && first != last && !is_whole_inner) {
            const std::string end = at == first  ? fmt::format(", the first of the {}", box_name())
                                    : at == last ? fmt::format(", the last of the {}", box_name())
                                                 : "";
            add(fmt::format("with {} = {}{}", axis_name(lab_, axis), at, end),
                [axis, at](const Cell& cell) { return cell[axis] == at; });
        }
        const std::int64_t opposite = first + last - at; // as far from the other end
        if (last - first > 1 && at != opposite) {
            add(fmt::format("with {0} = {1} or {0} = {2}", axis_name(lab_, axis),
                            std::min(at, opposite), std::max(at, opposite)),
                [axis, at, opposite](const Cell& cell) {
                    return cell[axis] == at || cell[axis] == opposite;
                });
        }
    }

    /// A few planes side by side at one end.
    void add_ends(std::size_t axis, std::int64_t first, std::int64_t last) {
        constexpr std::int64_t few = 4;
        const bool is_end = first == box_.first[axis] || last == box_.last[axis];
        if (is_end && first < last && last - first < few) {
            add(fmt::format("with {} from {} to {}", axis_name(lab_, axis), first, last),
                [axis, first, last](const Cell& cell) {
                    return first <= cell[axis] && cell[axis] <= last;
                });
        }
    }

    void add_tiles(const Tiling& tiling) {
        const auto is_cut = [&tiling](std::size_t axis) {
            return tiling[axis].tiles > 1 && tiling[axis].cells > 1;
        };
        std::array<bool, 3> cut{};
        for (std::size_t axis = 0; axis < axes_; ++axis) {
            cut[axis] = is_cut(axis);
            if (cut[axis]) {
                add_tiles_along(axis, tiling[axis]);
            }
        }
        if (cut[0] || cut[1] || cut[2]) {
            add(fmt::format("at the edges of the blocks' tiles ({})", tile_name(tiling)),
                [tiling, cut](const Cell& cell) {
                    for (std::size_t axis = 0; axis < cell.size(); ++axis) {
                        const std::int64_t place = tiling[axis].place_of(cell[axis]);
                        if (cut[axis] && (place == 0 || place == tiling[axis].cells - 1)) {
                            return true;
                        }
                    }
                    return false;
                });
        }
    }

    void add_remainders(std::size_t axis) {
        for (const std::int64_t of : {2, 4}) {
            const std::int64_t rest = lone_[axis] % of;
            if (box_.last[axis] - box_.first[axis] >= 3 * of) {
                add(fmt::format("with {} mod {} = {}", axis_name(lab_, axis), of, rest),
                    [axis, of, rest](const Cell& cell) { return cell[axis] % of == rest; });
            }
        }
    }

    /// The first or the last plane of each GPU.
    void add_slab_planes(const Extents& extents) {
        const std::vector<SlabPlanes> slabs = slabs_of(lab_, extents);
        for (const bool of_end : {false, true}) {
            if (slabs.size() > 1) {
                add(fmt::format("in the {} plane of each GPU", of_end ? "last" : "first"),
                    [slabs, of_end](const Cell& cell) {
                        return std::ranges::any_of(slabs, [&](const SlabPlanes& slab) {
                            return cell[2] == slab.first + (of_end ? slab.planes - 1 : 0);
                        });
                    });
            }
        }
    }

    [[nodiscard]] std::vector<Part> take() { return std::move(parts_); }

private:
    void add_tiles_along(std::size_t axis, const AxisTiles& tiles) {
        const std::string name = axis_name(lab_, axis);
        const std::int64_t last_tile = tiles.first_of(tiles.tiles - 1);
        add(fmt::format("in the last block along {} ({} from {})", name, name, last_tile),
            [axis, last_tile](const Cell& cell) { return cell[axis] >= last_tile; });
        add(fmt::format("in the first block along {}", name),
            [axis, tiles](const Cell& cell) { return tiles.tile_of(cell[axis]) <= 0; });
        const std::int64_t place = tiles.place_of(lone_[axis]);
        add(fmt::format("{} along {} in their block's tile of {}", place_name(place, tiles.cells),
                        name, tiles.cells),
            [axis, tiles, place](const Cell& cell) { return tiles.place_of(cell[axis]) == place; });
        if (const std::int64_t radius = reach(lab_); radius > 1) {
            add(fmt::format("among the first {} along {} in their block's tile of {}", radius, name,
                            tiles.cells),
                [axis, tiles, radius](const Cell& cell) {
                    return tiles.place_of(cell[axis]) < radius;
                });
            add(fmt::format("among the last {} along {} in their block's tile of {}", radius, name,
                            tiles.cells),
                [axis, tiles, radius](const Cell& cell) {
                    return tiles.place_of(cell[axis]) >= tiles.cells - radius;
                });
        }
        add(fmt::format("at the edges along {} of the blocks' tiles of {}", name, tiles.cells),
            [axis, tiles](const Cell& cell) {
                const std::int64_t at = tiles.place_of(cell[axis]);
                return at == 0 || at == tiles.cells - 1;
            });
    }

    static std::string place_name(std::int64_t place, std::int64_t cells) {
        return place == 0           ? "first"
               : place == cells - 1 ? "last"
                                    : fmt::format("number {}", place + 1);
    }

    [[nodiscard]] std::string tile_name(const Tiling& tiling) const {
        std::string name = fmt::format("{}", tiling[0].cells);
        for (std::size_t axis = 1; axis < axes_; ++axis) {
            name += fmt::format("×{}", tiling[axis].cells);
        }
        return name;
    }

    [[nodiscard]] const char* box_name() const { return box_.first[0] > 0 ? "inner grid" : "grid"; }

    void add(std::string words, std::function<bool(const Cell&)> has) {
        parts_.push_back({std::move(words), std::move(has)});
    }

    const Lab& lab_;
    Interior inner_;
    Box box_;
    Cell lone_;
    std::size_t axes_;
    std::vector<Part> parts_;
};

/// The parts of this grid under this launch, the plainest first. The box gives the faces. `wrong` are the wrong cells'
/// ends along each axis; the first one, `lone`, selects the planes and remainders to name.
std::vector<Part> parts_of(const Lab& lab, const Extents& extents, const LaunchShape& launch,
                           const Interior& inner, const Box& box, const Box& wrong,
                           const Cell& lone) {
    Parts parts(lab, inner, box, lone);
    parts.add_border();
    for (std::size_t axis = 0; axis < lab.axes; ++axis) {
        parts.add_planes(axis);
        parts.add_ends(axis, wrong.first[axis], wrong.last[axis]);
    }
    for (const Tiling& tiling : tilings(lab, extents, launch)) {
        parts.add_tiles(tiling);
    }
    parts.add_slab_planes(extents);
    for (std::size_t axis = 0; axis < lab.axes; ++axis) {
        parts.add_remainders(axis);
    }
    return parts.take();
}

/// A part that is a larger share of the grid says nothing, unless all its cells are wrong; then the
/// second limit holds.
constexpr double largest_share = 0.7;
constexpr double largest_whole_share = 0.95;
/// Nor does a part that has more than this many times the wrong cells.
constexpr std::int64_t most_times = 4;

struct Domain {
    Interior inner;
    bool inner_only = false;
    bool boundary_only = false;

    [[nodiscard]] bool has(const Cell& cell) const {
        if (!inner_only && !boundary_only) {
            return true;
        }
        return inner.contains(cell) == inner_only;
    }
};

Domain domain_of(const Lab& lab, const ErrorMap& errors, const std::vector<std::int64_t>& wrong) {
    Domain domain{interior(lab, errors.extents)};
    const auto is_inner = [&](std::int64_t index) {
        return domain.inner.contains(errors.extents.cell(index));
    };
    domain.inner_only = std::ranges::all_of(wrong, is_inner);
    domain.boundary_only = std::ranges::none_of(wrong, is_inner);
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

Box box_around(const Extents& extents, const std::vector<std::int64_t>& wrong) {
    Box box{extents.cell(wrong.front()), extents.cell(wrong.front())};
    for (const std::int64_t index : wrong) {
        const Cell cell = extents.cell(index);
        for (std::size_t axis = 0; axis < cell.size(); ++axis) {
            box.first[axis] = std::min(box.first[axis], cell[axis]);
            box.last[axis] = std::max(box.last[axis], cell[axis]);
        }
    }
    return box;
}

/// "all but those with i = j": where all cells of the domain are wrong but the diagonal ones of two axes.
std::string all_but_diagonal(const Lab& lab, const Extents& extents, const Domain& domain,
                             const std::vector<std::int64_t>& wrong) {
    for (std::size_t b = 1; b < lab.axes; ++b) {
        for (std::size_t a = 0; a < b; ++a) {
            std::int64_t others = 0;
            for (std::int64_t index = 0; index < extents.cells(); ++index) {
                const Cell cell = extents.cell(index);
                others += domain.has(cell) && cell[a] != cell[b] ? 1 : 0;
            }
            if (others == std::ssize(wrong) && std::ranges::none_of(wrong, [&](std::int64_t index) {
                    const Cell cell = extents.cell(index);
                    return cell[a] == cell[b];
                })) {
                return fmt::format("all but those with {} = {}", axis_name(lab, b),
                                   axis_name(lab, a));
            }
        }
    }
    return "";
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
    constexpr std::int64_t many = 100;
    if (count == 1 && lab.axes == 1 && extents.cells() >= many) {
        return wrong.front() == extents.cells() - 1 ? "the last one"
               : wrong.front() == 0                 ? "the first one"
                                                    : "";
    }
    if (count < 2) { // a single cell is named anyway
        return "";
    }
    if (count > share(largest_whole_share)) {
        return count == cells || count < many ? "" : all_but_diagonal(lab, extents, domain, wrong);
    }
    std::string words;
    std::int64_t narrowest =
        std::max(count, std::min(share(largest_share), most_times * count)) + 1;
    for (const Part& part : parts_of(lab, extents, launch, domain.inner, box,
                                     box_around(extents, wrong), extents.cell(wrong.front()))) {
        if (!std::ranges::all_of(
                wrong, [&](std::int64_t index) { return part.has(extents.cell(index)); })) {
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
