#include "analytics/commands/options.hpp"

#include "analytics/count/errors.hpp"
#include "analytics/count/gpu.hpp"
#include "analytics/count/typed_sizes.hpp"
#include "checker/command_line/application.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace kit {

namespace {

constexpr std::array<std::pair<std::string_view, int>, 5> element_types{
    {{"half", 2}, {"float", 4}, {"double", 8}, {"int", 4}, {"long", 8}}};

void need_exercise(const std::string& id, const std::string& option,
                   const std::vector<std::string>& used_by, const std::string& place) {
    need_part("exercise", id, exercise_ids(id), option, used_by, place);
}

void apply_grid(const ExerciseOptions& options, ExerciseSizes& sizes) {
    const std::vector<std::int64_t> grid = parse_sizes("--grid", *options.grid);
    if (grid.size() == 2) {
        throw BadInput("--grid takes one number for a cube or three, not two.");
    }
    need_exercise(options.id, "--grid", {"1a", "1b", "1c", "1d"}, "it applies to exercise 1");
    sizes.grid =
        grid.size() == 1 ? Extents{grid[0], grid[0], grid[0]} : Extents{grid[0], grid[1], grid[2]};
}

void apply_block(const ExerciseOptions& options, ExerciseSizes& sizes) {
    const std::vector<std::int64_t> block = parse_sizes("--block", *options.block);
    if (block.size() == 2) {
        need_exercise(options.id, "A flat --block", {"1d", "2a", "2b", "2c", "2d", "2e"},
                      "it applies to 1d and 2; 1b and 1c take a cube, like 8");
        sizes.plane_block = {block[0], block[1], 1};
        return;
    }
    need_exercise(options.id, "A --block of three axes", {"1b", "1c"},
                  "it applies to 1b and 1c; 1d and 2 take a flat one, like 32x32");
    sizes.block = block.size() == 1 ? Extents{block[0], block[0], block[0]}
                                    : Extents{block[0], block[1], block[2]};
}

void apply_planes(const ExerciseOptions& options, ExerciseSizes& sizes) {
    need_exercise(options.id, "--planes", {"1d", "2a", "2b", "2c", "2d", "2e"},
                  "it applies to 1d and 2");
    sizes.sweep_planes = *options.planes;
    sizes.tile_planes = *options.planes;
}

} // namespace

void add_format_option(CommandBuilder& command, std::string& format) {
    const std::vector<std::string> formats{"text", "json", "csv", "markdown", "latex"};
    command.add_option("--format", format, "Form of the output").offers(formats).shows_default();
}

std::vector<std::string> with_parts(const std::vector<std::string>& ids) {
    std::vector<std::string> names;
    std::string last;
    for (const std::string& id : ids) {
        std::string whole = id.substr(0, id.size() - 1);
        if (!whole.empty() && whole.back() == '.') {
            whole.pop_back();
        }
        if (whole != last) {
            names.push_back(whole);
            last = whole;
        }
        names.push_back(id);
    }
    return names;
}

std::vector<std::string> type_names() {
    std::vector<std::string> names;
    for (const auto& [name, bytes] : element_types) {
        names.emplace_back(name);
    }
    return names;
}

std::vector<std::string> gpu_names() {
    std::vector<std::string> names;
    for (const Gpu& gpu : known_gpus().gpus) {
        names.push_back(gpu.name);
    }
    return names;
}

int element_bytes_of(std::string_view type) {
    for (const auto& [name, bytes] : element_types) {
        if (name == type) {
            return bytes;
        }
    }
    throw BadInput(fmt::format("--type takes half, float, double, int or long, not '{}'.", type));
}

void need_order(int order) {
    if (order < 1) {
        throw BadInput(fmt::format("--order takes 1 or more, not {}.", order));
    }
}

void need_part(const std::string& what, const std::string& name,
               const std::vector<std::string>& asked, const std::string& option,
               const std::vector<std::string>& used_by, const std::string& place) {
    const bool has_part = std::any_of(asked.begin(), asked.end(), [&](const std::string& id) {
        return std::find(used_by.begin(), used_by.end(), id) != used_by.end();
    });
    if (!has_part) {
        throw BadInput(fmt::format("{} does not apply to {} {}; {}.", option, what, name, place));
    }
}

void add_exercise_options(CommandBuilder& command, ExerciseOptions& options) {
    command.add_option("ID", options.id, "An exercise or a part, instead of all")
        .offers(with_parts(exercise_ids()));
    command
        .add_option("--grid", options.grid,
                    "Exercise 1: cells, like 120 or 120x64x33 (default 120)")
        .type_name("SIZES");
    command
        .add_option("--block", options.block,
                    "Threads of a block: a cube or three axes, like 8 or "
                    "8x8x8, for 1b and 1c (default 8); two axes, like "
                    "32x32, for 1d and 2 (default 32x32)")
        .type_name("SIZES");
    command
        .add_option("--planes", options.planes,
                    "Output planes of a block in 1d (default: as many as "
                    "its output tile is wide) and in 2 (default 16)")
        .type_name("N");
    command
        .add_option("--order", options.order,
                    "The stencil's order: cells that it reaches to either "
                    "side (default 1)")
        .type_name("N");
    command.add_option("--type", options.type, "Exercise 2: element type (default float)")
        .offers(type_names());
}

ExerciseSizes sizes_of(const ExerciseOptions& options) {
    ExerciseSizes sizes;
    if (options.grid) {
        apply_grid(options, sizes);
    }
    if (options.block) {
        apply_block(options, sizes);
    }
    if (options.planes) {
        apply_planes(options, sizes);
    }
    if (options.order) {
        need_order(*options.order);
        sizes.stencil.order = *options.order;
    }
    if (options.type) {
        need_exercise(options.id, "--type", {"2c", "2d", "2e"}, "it applies to 2c, 2d and 2e");
        sizes.element_bytes = element_bytes_of(*options.type);
    }
    return sizes;
}

} // namespace kit
