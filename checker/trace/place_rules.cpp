#include "checker/trace/place_rules.hpp"

#include "checker/base/numbers.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/reference/boundary.hpp"
#include "checker/trace/naming.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <utility>

namespace kit {

namespace {

/// A rule by which threads may get their cells.
struct Rule {
    std::string what; ///< goes on after "Each thread takes the cell that"
    std::string mend;
    std::function<Cell(const Store&)> cell;
    /// By the right rule; empty: the thread's place among all threads.
    std::function<Cell(const Store&)> usual = {};
};

/// Elements from the place that a thread stores to, to that of the next thread along the axis; `usual` where no two
/// threads tell.
std::int64_t step_along(std::size_t axis, std::int64_t usual, const RecordedLaunch& recorded,
                        const std::vector<Store>& stores, const Numbers& threads) {
    const auto element = [&](const Store& store) {
        return recorded.extents.index(store.cell[0], store.cell[1], store.cell[2]);
    };
    for (const Store& other : stores) {
        const auto difference = [&](std::size_t on) {
            return along(other, on, threads) - along(stores.front(), on, threads);
        };
        if (difference(axis) != 0 && difference((axis + 1) % 3) == 0 &&
            difference((axis + 2) % 3) == 0) {
            return (element(other) - element(stores.front())) / difference(axis);
        }
    }
    return usual;
}

/// Whether the two axes are alike in grid and launch: threads may then take them the other way round.
bool are_alike(const RecordedLaunch& recorded, std::size_t a, std::size_t b) {
    const Numbers extents{recorded.extents.x, recorded.extents.y, recorded.extents.z};
    const LaunchShape& launch = recorded.observation.launch;
    return extents[a] == extents[b] && launch.block[a] == launch.block[b] &&
           launch.grid[a] == launch.grid[b];
}

constexpr std::array letters{'x', 'y', 'z'};

/// The rules that may hold for these stores.
class Rules {
public:
    Rules(const RecordedLaunch& recorded, const std::vector<Store>& stores)
        : recorded_(recorded), lab_(recorded.lab),
          stores_(stores), threads_{recorded.observation.launch.block[0],
                                    recorded.observation.launch.block[1],
                                    recorded.observation.launch.block[2]} {}

    std::vector<Rule> all(bool are_values_wrong) {
        if (stores_.empty()) {
            return {};
        }
        for (std::size_t a = 0; a < lab_.axes; ++a) {
            for (std::size_t b = a + 1; b < lab_.axes; ++b) {
                if (are_values_wrong || !are_alike(recorded_, a, b)) {
                    add_exchanged(a, b);
                }
            }
        }
        for (std::size_t axis = 0; axis < lab_.axes; ++axis) {
            add_mistaken_number(axis);
        }
        if (lab_.traffic && block_is_output_tile(lab_.traffic->family)) { // its first cell is known
            add_wrong_step();
            for (std::size_t axis = 0; axis < lab_.axes; ++axis) {
                add_shifted(axis);
                add_blocks_apart(axis);
            }
        }
        return std::move(all_);
    }

private:
    [[nodiscard]] std::int64_t first_along(std::size_t axis) const {
        return along(stores_.front(), axis, threads_);
    }

    /// A rule that is right along the other axes.
    void add(std::size_t axis, std::string what, std::string mend,
             std::function<std::int64_t(const Store&)> place) {
        all_.push_back({std::move(what), std::move(mend),
                        [axis, threads = threads_, place = std::move(place)](const Store& store) {
                            Cell cell{along(store, 0, threads), along(store, 1, threads),
                                      along(store, 2, threads)};
                            cell[axis] = place(store);
                            return cell;
                        }});
    }

    void add_exchanged(std::size_t a, std::size_t b) {
        // Threads may begin at the first inner cell, and march along the other axis.
        const std::int64_t first = stores_.front().cell[a] - first_along(b);
        if (first < 0 || first > reach(lab_)) {
            return;
        }
        const auto cell_of = [a, b, first, threads = threads_](const Store& store, bool exchanged) {
            Cell cell = store.cell;
            cell[a] = first + along(store, exchanged ? b : a, threads);
            cell[b] = first + along(store, exchanged ? a : b, threads);
            return cell;
        };
        all_.push_back(
            {fmt::format("has its {} from .{} and its {} from .{}", axis_name(lab_, a), letters[b],
                         axis_name(lab_, b), letters[a]),
             fmt::format("{} must come from .{}, along which the grid of blocks covers it",
                         axis_name(lab_, a), letters[a]),
             [cell_of](const Store& store) { return cell_of(store, true); },
             [cell_of](const Store& store) { return cell_of(store, false); }});
    }

    void add_mistaken_number(std::size_t axis) {
        add(axis,
            fmt::format("is threadIdx.{0} times the block's threads plus blockIdx.{0}",
                        letters[axis]),
            fmt::format("the two are exchanged: blockIdx.{} counts whole blocks", letters[axis]),
            [axis, threads = threads_](const Store& store) {
                return store.thread[axis] * threads[axis] + store.block[axis];
            });
        const bool is_product_seen = std::ranges::any_of(stores_, [axis](const Store& store) {
            return store.block[axis] * store.thread[axis] > 0;
        });
        if (is_product_seen) { // else all that is 0 fits
            add(axis, fmt::format("is blockIdx.{0} times threadIdx.{0}", letters[axis]),
                fmt::format("the two are multiplied: a block's first cell is blockIdx.{0} times "
                            "the cells of a block, and threadIdx.{0} is added",
                            letters[axis]),
                [axis](const Store& store) {
                    return std::int64_t{store.block[axis]} * store.thread[axis];
                });
        }
    }

    void add_wrong_step() {
        const Extents extents = recorded_.extents;
        const std::int64_t cells = extents.x * extents.y;
        const std::int64_t row = step_along(1, extents.x, recorded_, stores_, threads_);
        const std::int64_t plane = step_along(2, cells, recorded_, stores_, threads_);
        const bool is_row = row != extents.x;
        if (lab_.axes == 1 || row <= 0 || plane <= 0 || (!is_row && plane == cells)) {
            return;
        }
        const std::string axis = axis_name(lab_, is_row ? 1 : 2);
        all_.push_back(
            {fmt::format("is {} further for each step along {}",
                         counted(static_cast<std::uint64_t>(is_row ? row : plane), "element"),
                         axis),
             fmt::format("a step along {} must be {} elements", axis, is_row ? extents.x : cells),
             [=, threads = threads_](const Store& store) {
                 return extents.cell(along(store, 2, threads) * plane +
                                     along(store, 1, threads) * row + along(store, 0, threads));
             }});
    }

    void add_shifted(std::size_t axis) {
        const std::int64_t shift = stores_.front().cell[axis] - first_along(axis);
        const bool is_alone = threads_[axis] * recorded_.observation.launch.grid[axis] == 1;
        // By more, only cells of another kind were stored.
        if (std::abs(shift) <= threads_[axis] && !is_alone) {
            add(axis,
                fmt::format("is {} {} {} its own along {}", std::abs(shift),
                            std::abs(shift) == 1 ? "cell" : "cells", shift < 0 ? "before" : "after",
                            axis_name(lab_, axis)),
                fmt::format("thread 0 of block 0 must take {} = 0", axis_name(lab_, axis)),
                [axis, shift, threads = threads_](const Store& store) {
                    return along(store, axis, threads) + shift;
                });
        }
    }

    /// By another number of cells than a block has, or threads by none.
    void add_blocks_apart(std::size_t axis) {
        const auto later = std::ranges::find_if(
            stores_, [&](const Store& store) { return store.block[axis] > 0; });
        if (later == stores_.end()) {
            return; // block 0 alone does not tell
        }
        add(axis, fmt::format("is its block's first along {}", axis_name(lab_, axis)),
            fmt::format("each thread adds its threadIdx.{}", letters[axis]),
            [axis, threads = threads_](const Store& store) {
                return store.block[axis] * threads[axis];
            });
        const std::int64_t step = (later->cell[axis] - later->thread[axis]) / later->block[axis];
        add(axis,
            step == 0
                ? fmt::format("is threadIdx.{} alone, whatever its block", letters[axis])
                : fmt::format("is {1} times blockIdx.{0} plus threadIdx.{0}", letters[axis], step),
            fmt::format("a block computes {} cells along {}, so blocks begin as many apart",
                        threads_[axis], axis_name(lab_, axis)),
            [axis, step](const Store& store) {
                return store.block[axis] * step + store.thread[axis];
            });
    }

    const RecordedLaunch& recorded_;
    const Lab& lab_;
    const std::vector<Store>& stores_;
    const Numbers threads_;
    std::vector<Rule> all_;
};

} // namespace

std::int64_t along(const Store& store, std::size_t axis, const Numbers& threads) {
    return store.block[axis] * threads[axis] + store.thread[axis];
}

std::string mistaken_rule(const RecordedLaunch& recorded, const std::vector<Store>& stores,
                          bool are_values_wrong) {
    constexpr std::size_t enough = 2; // stores that tell rules apart
    const auto& block = recorded.observation.launch.block;
    const Numbers threads{block[0], block[1], block[2]};
    for (const Rule& rule : Rules(recorded, stores).all(are_values_wrong)) {
        std::size_t telling = 0;
        const Store* example = nullptr;
        bool holds = true;
        for (const Store& store : stores) {
            holds = holds && rule.cell(store) == store.cell;
            const Cell usual = rule.usual ? rule.usual(store)
                                          : Cell{along(store, 0, threads), along(store, 1, threads),
                                                 along(store, 2, threads)};
            const bool is_usual = store.cell == usual;
            telling += is_usual ? 0 : 1;
            example = example == nullptr && !is_usual ? &store : example;
        }
        if (!holds || telling < enough || example == nullptr) {
            continue;
        }
        const std::string out = argument_name(recorded.lab, KernelArgument::Role::output);
        return fmt::format(
            "Each thread takes the cell that {}: thread {} of block {} stores to {}. There {}.",
            rule.what, triple(example->thread), triple(example->block),
            element_name(out, example->cell, recorded.lab), rule.mend);
    }
    return "";
}

} // namespace kit
