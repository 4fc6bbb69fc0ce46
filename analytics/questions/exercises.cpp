#include "analytics/questions/exercises.hpp"

#include "checker/base/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace kit {

namespace {

/// The working with these slips; absent where they lead to no count, or where a slip is not
/// met once the others are made.
std::optional<WrongWorking> with_slips(std::string_view id, const ExerciseSizes& sizes,
                                       const std::set<std::string>& taken) {
    try {
        Slips slips(taken);
        WrongWorking working{{}, exercise(id, sizes, slips).asked};
        // The clauses of this working: its numbers may be others than those of the right one.
        for (const Slip& slip : slips.met()) {
            if (taken.contains(slip.name)) {
                working.slips.push_back(slip);
            }
        }
        if (working.slips.size() == taken.size() && !(working.formula.value() < 0)) {
            return working;
        }
    } catch (const BadInput&) {
        // A tile that is all halo, or a number past 64 bits.
    }
    return std::nullopt;
}

} // namespace

const std::vector<QuestionPart>& exercise_parts() {
    static const std::vector<QuestionPart> parts{{"1a", "grid order"},
                                                 {"1b", "grid cube order"},
                                                 {"1c", "grid cube order"},
                                                 {"1d", "grid plane planes order"},
                                                 {"2a", "plane planes order"},
                                                 {"2b", "plane planes order"},
                                                 {"2c", "plane planes order type"},
                                                 {"2d", "plane planes order type"},
                                                 {"2e", "plane planes order type"}};
    return parts;
}

std::vector<std::string> exercise_ids(std::string_view name) {
    std::vector<std::string> ids = ids_named(exercise_parts(), name);
    if (ids.empty()) {
        throw BadInput("There is no exercise '{}'; the exercises are {}.", name,
                       join(ids_named(exercise_parts(), "")));
    }
    return ids;
}

Question exercise(std::string_view id, const ExerciseSizes& sizes) {
    Slips none;
    return exercise(id, sizes, none);
}

Question exercise(std::string_view id, const ExerciseSizes& sizes, Slips& slips) {
    if (exercise_ids(id).front() != id) {
        throw BadInput("'{}' means more than one exercise.", id);
    }
    if (sizes.stencil.axes != 3) {
        throw BadInput("The exercises are about stencils of 3 axes, not {}.", sizes.stencil.axes);
    }
    Question worked =
        id[0] == '1' ? sweep_exercise(id[1], sizes, slips) : tile_exercise(id[1], sizes, slips);
    worked.id = id;
    worked.title = fmt::format("Exercise {}", id[0]);
    return worked;
}

std::vector<Question> exercises(const ExerciseSizes& sizes) {
    std::vector<Question> all;
    for (const std::string& id : exercise_ids()) {
        all.push_back(exercise(id, sizes));
    }
    return all;
}

std::string exercise_command(std::string_view id, const ExerciseSizes& sizes) {
    const ExerciseSizes usual;
    const auto& parts = exercise_parts();
    const auto part =
        std::ranges::find_if(parts, [&](const QuestionPart& one) { return one.id == id; });
    std::string command = fmt::format("./lab analytics exercises {}", id);
    const auto add = [&](std::string_view size, bool is_usual, const std::string& option) {
        if (part->has_use(size) && !is_usual) {
            command += " --" + option;
        }
    };
    const auto typed = [](const Extents& sides, int axes) {
        return axes == 1   ? fmt::format("{}", sides.x)
               : axes == 2 ? fmt::format("{}x{}", sides.x, sides.y)
                           : fmt::format("{}x{}x{}", sides.x, sides.y, sides.z);
    };
    const Extents& grid = sizes.grid;
    add("grid", grid == usual.grid,
        "grid " + typed(grid, grid.x == grid.y && grid.y == grid.z ? 1 : 3));
    add("cube", sizes.block == usual.block, "block " + typed(sizes.block, 3));
    add("plane", sizes.plane_block == usual.plane_block, "block " + typed(sizes.plane_block, 2));
    if (id == "1d") {
        add("planes", !sizes.sweep_planes,
            fmt::format("planes {}", sizes.sweep_planes.value_or(0)));
    } else {
        add("planes", sizes.tile_planes == usual.tile_planes,
            fmt::format("planes {}", sizes.tile_planes));
    }
    add("order", sizes.stencil.order == usual.stencil.order,
        fmt::format("order {}", sizes.stencil.order));
    add("type", sizes.element_bytes == usual.element_bytes,
        sizes.element_bytes == 2 ? "type half" : "type double");
    return command;
}

bool Slips::wrong(std::string_view name, const std::string& clause) {
    const bool known =
        std::ranges::any_of(met_, [&](const Slip& slip) { return slip.name == name; });
    if (!known) {
        met_.push_back({std::string(name), clause});
    }
    return taken_.contains(std::string(name));
}

std::vector<WrongWorking> wrong_workings(std::string_view id, const ExerciseSizes& sizes) {
    Slips right;
    static_cast<void>(exercise(id, sizes, right));
    const std::vector<Slip>& known = right.met();
    std::vector<WrongWorking> all;
    std::map<std::string, std::string> alone; ///< formula of each single slip
    for (const Slip& slip : known) {
        if (std::optional<WrongWorking> one = with_slips(id, sizes, {slip.name})) {
            alone[slip.name] = one->formula.spelled_out();
            all.push_back(std::move(*one));
        }
    }
    for (std::size_t i = 0; i < known.size(); ++i) {
        for (std::size_t j = i + 1; j < known.size(); ++j) {
            std::optional<WrongWorking> pair =
                with_slips(id, sizes, {known[i].name, known[j].name});
            if (pair && pair->formula.spelled_out() != alone[known[i].name] &&
                pair->formula.spelled_out() != alone[known[j].name]) {
                all.push_back(std::move(*pair));
            }
        }
    }
    return all;
}

StatedFormula both_ends(int order) {
    return StatedFormula(2) * order;
}

int worked_order(const ExerciseSizes& sizes, Slips& slips) {
    const int order = sizes.stencil.order;
    const bool is_forgotten =
        order != 1 &&
        slips.wrong("order-forgotten",
                    fmt::format("the stencil is taken to reach 1 cell, not {}", order));
    return is_forgotten ? 1 : order;
}

StatedFormula tile_side(std::int64_t block, int order, Slips& slips) {
    if (slips.wrong("halo-forgotten", "the halo is forgotten")) {
        return block;
    }
    if (slips.wrong("halo-once", "the halo is taken off at one side only")) {
        return StatedFormula(block) - order;
    }
    return StatedFormula(block) - both_ends(order);
}

} // namespace kit
