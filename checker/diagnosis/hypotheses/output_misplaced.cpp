#include "checker/diagnosis/hypotheses/hypothesis.hpp"
#include "checker/diagnosis/places/tilings.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

namespace kit {

namespace {

/// One cell along any axes at once, and along one axis up to the stencil's reach, at least 2. The
/// fewest axes come first.
std::vector<std::array<int, 3>> shifts(const Lab& lab) {
    std::vector<std::array<int, 3>> all;
    const std::array<int, 3> most{1, lab.axes > 1 ? 1 : 0, lab.axes > 2 ? 1 : 0};
    for (int z = -most[2]; z <= most[2]; ++z) {
        for (int y = -most[1]; y <= most[1]; ++y) {
            for (int x = -most[0]; x <= most[0]; ++x) {
                if (x != 0 || y != 0 || z != 0) {
                    all.push_back({x, y, z});
                }
            }
        }
    }
    std::ranges::stable_sort(all, [](const auto& a, const auto& b) {
        const auto axes = [](const std::array<int, 3>& shift) {
            return std::abs(shift[0]) + std::abs(shift[1]) + std::abs(shift[2]);
        };
        return axes(a) < axes(b);
    });
    for (std::size_t axis = 0; axis < lab.axes; ++axis) {
        for (int far = 2; far <= std::max(2, 2 * reach(lab)); ++far) {
            for (const int shift : {-far, far}) {
                all.push_back({});
                all.back()[axis] = shift;
            }
        }
    }
    return all;
}

bool on_grid(const Cell& cell, const Extents& extents) {
    return 0 <= cell[0] && cell[0] < extents.x && 0 <= cell[1] && cell[1] < extents.y &&
           0 <= cell[2] && cell[2] < extents.z;
}

std::string result_name(const Lab& lab, const std::array<int, 3>& shift) {
    // The output's name, with an offset as neighbour_name() writes it.
    const std::string in = argument_name(lab, KernelArgument::Role::input);
    return argument_name(lab, KernelArgument::Role::output) +
           neighbour_name(lab, shift).substr(in.size());
}

} // namespace

std::vector<Hypothesis> output_shifted(const Run& run) {
    std::vector<Hypothesis> made;
    const RightResult right(run);
    const bool keeps = run.lab.boundary == BoundaryRule::keep;
    for (const std::array<int, 3>& shift : shifts(run.lab)) {
        const std::string key = fmt::format("{} {} {}", shift[0], shift[1], shift[2]);
        const std::string sentence =
            fmt::format("holds the result that belongs to {}", result_name(run.lab, shift));

        // Some kernels store whole rows, the boundary's cells with the value that they keep; some then store 0, with
        // which a march begins, where the grid has no cell.
        enum Stores { inner, all, all_and_zero };

        for (const Stores stores : {inner, all, all_and_zero}) {
            if (stores == all_and_zero && run.lab.steps == 1) {
                continue;
            }
            const char* const kinds[] = {"", " all", " zero"};
            made.push_back(
                {"shifted", key + kinds[stores], sentence,
                 "For one thread, work out the cell that it computes and the index that it stores "
                 "to: they are not the same cell.",
                 [=, &run](const Cell& cell) -> std::optional<Prediction> {
                     const Cell from{cell[0] + shift[0], cell[1] + shift[1], cell[2] + shift[2]};
                     const bool is_there = on_grid(from, run.extents);
                     if (is_there && (stores != inner || run.computes(from))) {
                         return right(from);
                     }
                     if (!is_there && stores == all_and_zero) {
                         return Prediction{};
                     }
                     return keeps ? std::optional(run.as_input(cell)) : std::nullopt;
                 }});
        }
        if (run.lab.steps > 1) {
            continue;
        }
        Formula formula = formula_of(run);
        for (std::array<int, 3>& offset : formula.offsets) {
            for (std::size_t axis = 0; axis < offset.size(); ++axis) {
                offset[axis] += shift[axis];
            }
        }
        made.push_back({"shifted", "read " + key, sentence,
                        "For one thread, work out the cell that it owns and the indices that it "
                        "reads: they lie around another cell.",
                        FormulaAt(run, std::move(formula))});
    }
    const std::array<std::int64_t, 3> extents{run.extents.x, run.extents.y, run.extents.z};
    for (std::size_t axis = 0; axis < run.lab.axes; ++axis) {
        made.push_back(
            {"shifted", fmt::format("mirrored {}", axis),
             fmt::format("holds the result of the cell as far from the other end along {}",
                         axis_name(run.lab, axis)),
             "A thread reads around one cell and stores to another: one of the two is "
             "counted from the grid's other end.",
             [=, &run](const Cell& cell) -> std::optional<Prediction> {
                 Cell from = cell;
                 from[axis] = extents[axis] - 1 - cell[axis];
                 return run.computes(from) ? right(from) : std::nullopt;
             },
             false, false, false, true});
    }
    return made;
}

namespace {

/// A memory layout: axes from the fastest in memory to the slowest.
struct Layout {
    std::array<std::size_t, 3> order{};
    std::array<std::int64_t, 3> extent{}; ///< along x, y, z

    [[nodiscard]] std::int64_t index(const Cell& cell) const {
        return (cell[order[2]] * extent[order[1]] + cell[order[1]]) * extent[order[0]] +
               cell[order[0]];
    }

    [[nodiscard]] Cell cell(std::int64_t index) const {
        Cell cell{};
        cell[order[0]] = index % extent[order[0]];
        cell[order[1]] = index / extent[order[0]] % extent[order[1]];
        cell[order[2]] = index / (extent[order[0]] * extent[order[1]]);
        return cell;
    }
};

/// "out[k][j][i]": the array as it was indexed.
std::string indexed(const Lab& lab, const std::string& array, const Layout& layout) {
    std::string name = array;
    for (std::size_t place = lab.axes; place-- > 0;) {
        name += fmt::format("[{}]", axis_name(lab, layout.order[place]));
    }
    return name;
}

std::vector<Layout> other_layouts(const Run& run) {
    std::vector<Layout> layouts;
    Layout layout{{0, 1, 2}, {run.extents.x, run.extents.y, run.extents.z}};
    const auto end = layout.order.begin() + run.lab.axes;
    while (std::next_permutation(layout.order.begin(), end)) {
        layouts.push_back(layout);
    }
    return layouts;
}

void add_layout(const Run& run, const RightResult& right, const Layout& layout,
                std::vector<Hypothesis>& made) {
    const Lab& lab = run.lab;
    const std::string key =
        fmt::format("{}{}{}", layout.order[0], layout.order[1], layout.order[2]);
    const std::string in = argument_name(lab, KernelArgument::Role::input);
    const std::string out = argument_name(lab, KernelArgument::Role::output);
    const char* const hint =
        "In a row-major array the last index varies fastest: the x coordinate is added as it is, "
        "y times the cells of a row, z times the cells of a plane. A tile is read in the order in "
        "which it is stored.";
    made.push_back({"transposed", "stored " + key,
                    fmt::format("fits results that were stored to {}", indexed(lab, out, layout)),
                    hint, [right, layout, &run](const Cell& cell) -> std::optional<Prediction> {
                        const Cell from = layout.cell(run.index(cell));
                        if (run.computes(from)) {
                            return right(from);
                        }
                        return run.computes(cell) ? std::nullopt
                                                  : std::optional(run.as_input(cell));
                    }});
    if (lab.steps > 1) {
        made.push_back({"transposed", "read " + key,
                        fmt::format("equals the sweeps over {}", indexed(lab, in, layout)), hint,
                        by_sweeps(run, [layout, &run] {
                            std::vector<float> input;
                            for (std::int64_t i = 0; i < run.extents.cells(); ++i) {
                                input.push_back(static_cast<float>(
                                    run.input[layout.index(run.extents.cell(i))]));
                            }
                            return step_grid(run.lab, run.extents, std::as_bytes(std::span(input)),
                                             run.data.coefficients);
                        })});
        return;
    }
    Formula computed = formula_of(run);
    computed.keeps_boundary = false;
    const FormulaAt formula(run, computed);
    const auto read = [layout, &run](std::size_t, const Cell& from,
                                     std::int64_t) -> std::optional<double> {
        return run.input.at(layout.index(from));
    };
    made.push_back({"transposed", "read " + key,
                    fmt::format("equals the sweep over {}", indexed(lab, in, layout)), hint,
                    [formula, read, &run](const Cell& cell) -> std::optional<Prediction> {
                        return run.computes(cell) ? formula.at(cell, read)
                                                  : std::optional(run.as_input(cell));
                    }});
    made.push_back({"transposed", "both " + key,
                    fmt::format("fits a grid that was indexed as {} and {}",
                                indexed(lab, in, layout), indexed(lab, out, layout)),
                    hint,
                    [formula, read, layout, &run](const Cell& cell) -> std::optional<Prediction> {
                        const Cell from = layout.cell(run.index(cell));
                        return run.computes(from) ? formula.at(from, read) : std::nullopt;
                    }});
}

/// Steps in memory from a cell to the next row and the next plane, as a kernel may have them.
struct Strides {
    std::string key;   ///< the same on every grid
    std::string words; ///< goes on after "equals the sweep over"
    std::int64_t row = 0;
    std::int64_t plane = 0;
};

/// Another axis's extent as the length of a row or the height of a plane, or one that is a little too short or long.
std::vector<Strides> other_strides(const Run& run) {
    const std::array<std::int64_t, 3> extent{run.extents.x, run.extents.y, run.extents.z};
    const auto axes = run.lab.axes;
    std::vector<Strides> all;
    const auto add = [&](std::string key, std::int64_t row, std::int64_t height) {
        const std::string rows = fmt::format("rows of {} cells", row);
        all.push_back({std::move(key),
                       axes > 2 ? fmt::format("planes of {} {}", height, rows) : rows, row,
                       height * row});
    };
    for (std::size_t row = 0; row < axes; ++row) {
        for (std::size_t plane = 0; plane < (axes > 2 ? axes : 1); ++plane) {
            const std::int64_t height = axes > 2 ? extent[plane] : extent[1];
            if (extent[row] != extent[0] || (axes > 2 && height != extent[1])) {
                add(fmt::format("{} {}", row, plane), extent[row], height);
            }
        }
    }
    if (axes > 2) {
        all.push_back({"plane of a row", "planes that begin one row apart", extent[0], extent[0]});
    }
    for (const int more : {-2, -1, 1, 2}) {
        add(fmt::format("row {}", more), extent[0] + more, extent[1]);
        if (axes > 2) {
            add(fmt::format("plane {}", more), extent[0], extent[1] + more);
            all.push_back(
                {fmt::format("row alone {}", more),
                 fmt::format("rows of {} cells in planes of {}, or with the neighbours along {} "
                             "taken {} aside",
                             extent[0] + more, extent[0] * extent[1], axis_name(run.lab, 1),
                             counted(static_cast<std::uint64_t>(std::abs(more)), "cell")),
                 extent[0] + more, extent[0] * extent[1]});
        }
    }
    return all;
}

/// The sweep over the input with such rows and planes, of which the results are stored to the right places, or with the
/// same mistake.
void add_strides(const Run& run, std::vector<Hypothesis>& made) {
    const FormulaAt formula(run, formula_of(run));
    for (const Strides& strides : other_strides(run)) {
        for (const bool stored : {false, true}) {
            if (stored && strides.plane == strides.row && run.lab.axes > 2) {
                continue; // threads race for the same cells, and their steps say more
            }
            const auto predict = [formula, strides, stored,
                                  &run](const Cell& cell) -> std::optional<Prediction> {
                if (!stored && !run.computes(cell)) {
                    return run.as_input(cell);
                }
                const std::int64_t own = run.index(cell);
                return formula.at(
                    cell,
                    [&](std::size_t, const Cell& from, std::int64_t) -> std::optional<double> {
                        return run.input.at(
                            stored ? own + (from[2] - cell[2]) * strides.plane +
                                         (from[1] - cell[1]) * strides.row + from[0] - cell[0]
                                   : from[2] * strides.plane + from[1] * strides.row + from[0]);
                    });
            };
            made.push_back({"row-length-mistaken", strides.key + (stored ? " stored" : ""),
                            "equals the sweep over " + strides.words,
                            "A row has as many elements as the grid has along x, a plane x times y "
                            "of them: look at what the kernel multiplies its indices by.",
                            predict});
        }
    }
}

/// A tile that is stored with two axes exchanged and read as if it were not.
void add_tiles(const Run& run, std::vector<Hypothesis>& made) {
    /// Which of the sum's cells are read from it; the others a thread may have in registers.
    enum Read { all, in_plane, beside };

    const FormulaAt formula(run, formula_of(run));
    const auto add = [&](const Tiling& tiles, std::size_t one, std::size_t other, Read read) {
        const auto predict = [=, &run](const Cell& cell) -> std::optional<Prediction> {
            if (!run.computes(cell)) {
                return run.as_input(cell);
            }
            const auto begin = [&](std::size_t axis) {
                return tiles[axis].first_of(tiles[axis].tile_of(cell[axis]));
            };
            const std::int64_t apart = begin(other) - begin(one);
            return formula.at(
                cell, [&](std::size_t, const Cell& from, std::int64_t) -> std::optional<double> {
                    const bool is_own = from[0] == cell[0] && from[1] == cell[1];
                    Cell used = from;
                    if (read == all || (from[2] == cell[2] && !(read == beside && is_own))) {
                        used[one] = from[other] - apart;
                        used[other] = from[one] + apart;
                    }
                    return on_grid(used, run.extents) ? run.input.at(run.index(used)) : 0;
                });
        };
        made.push_back({"transposed",
                        fmt::format("tile {} {}{}", static_cast<int>(read), one, other),
                        fmt::format("equals the sweep over a tile in which {} and {} are exchanged",
                                    "xyz"[one], "xyz"[other]),
                        "Each thread stores to one place of the tile and reads around it: the "
                        "store and the reads must have their indices in the same order.",
                        predict});
    };
    for (const Tiling& tiles : tilings(run.lab, run.extents, run.launch)) {
        for (const auto& [one, other] :
             {std::pair<std::size_t, std::size_t>{0, 1}, {0, 2}, {1, 2}}) {
            if (run.launch.block[one] != run.launch.block[other] || other >= run.lab.axes) {
                continue;
            }
            for (const Read read : {all, in_plane, beside}) {
                if (other == 1 || read == all) {
                    add(tiles, one, other, read);
                }
            }
        }
    }
}

} // namespace

std::vector<Hypothesis> grid_transposed(const Run& run) {
    std::vector<Hypothesis> made;
    if (run.lab.axes < 2) {
        return made;
    }
    const RightResult right(run);
    for (const Layout& layout : other_layouts(run)) {
        add_layout(run, right, layout, made);
    }
    if (run.lab.steps == 1) {
        add_strides(run, made);
        add_tiles(run, made);
    }
    return made;
}

} // namespace kit
