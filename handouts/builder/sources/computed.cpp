// Numbers that analytics computes: counts of the chapter's kernels, and answers of exercises.
#include "analytics/commands/options.hpp"
#include "analytics/count/quantity.hpp"
#include "analytics/count/traffic.hpp"
#include "analytics/count/typed_sizes.hpp"
#include "analytics/questions/chapter.hpp"
#include "handouts/builder/marker.hpp"
#include "handouts/builder/sources/sources.hpp"

#include <algorithm>

namespace kit {

namespace {

std::optional<std::int64_t> take_size(MarkerArguments& arguments, const std::string& name) {
    const auto given = arguments.take(name);
    return given ? std::optional(parse_sizes(name, *given).front()) : std::nullopt;
}

Question numbered_exercise(const std::string& id, MarkerArguments& arguments) {
    ExerciseOptions options;
    options.id = id;
    options.grid = arguments.take("grid");
    options.block = arguments.take("block");
    options.planes = take_size(arguments, "planes");
    options.type = arguments.take("type");
    if (const auto order = take_size(arguments, "order")) {
        options.order = static_cast<int>(*order);
    }
    arguments.finish("grid, block, planes, order and type");
    return exercise(id, sizes_of(options));
}

Question chapter_exercise(const std::string& id, MarkerArguments& arguments) {
    const auto cube = [](std::int64_t side) { return Extents{side, side, side}; };
    ChapterSizes sizes;
    if (const auto order = take_size(arguments, "order")) {
        sizes.order = static_cast<int>(*order);
    }
    if (const auto grid = take_size(arguments, "grid")) {
        sizes.grid = cube(*grid);
    }
    if (const auto block = take_size(arguments, "block")) {
        sizes.block = cube(*block);
    }
    if (const auto threads = take_size(arguments, "threads")) {
        sizes.line_threads = *threads;
    }
    if (const auto image = arguments.take("image")) {
        const auto sides = parse_sizes("image", *image);
        sizes.image = {sides.front(), sides.back(), 1};
    }
    arguments.finish("grid, block, threads, image and order");
    return chapter_question(id, sizes);
}

} // namespace

MarkerValue kernel_count(const MarkerCall& call) {
    MarkerArguments arguments(call.words);
    if (arguments.plain.size() != 1) {
        throw MarkerError("Write a kernel's count like {}(tiled grid=120).", call.name);
    }
    KernelOptions options;
    options.grid = arguments.take("grid");
    options.block = arguments.take("block");
    options.order = arguments.take("order");
    options.shape = arguments.take("shape").value_or(options.shape);
    options.type = arguments.take("type").value_or(options.type);
    options.boundary = arguments.take("boundary").value_or(options.boundary);
    if (const auto axes = take_size(arguments, "axes")) {
        options.axes = static_cast<int>(*axes);
    }
    if (const auto planes = take_size(arguments, "planes")) {
        options.planes = *planes;
    }
    arguments.finish("grid, block, planes, order, shape, axes, type and boundary");
    const Quantity count =
        quantity_named(traffic(model_of(options, family_named(arguments.plain[0]))), call.name);
    return MarkerNumber{count.value, count.digits};
}

MarkerValue exercise_answer(const MarkerCall& call) {
    MarkerArguments arguments(call.words);
    const std::vector<std::string> plain = arguments.plain;
    if (plain.empty() || plain.size() > 2) {
        throw MarkerError(
            "Write an answer like answer(2c), answer(2c 2) for the second of several, "
            "or chapter(halo.a).");
    }
    const Question exercise = call.name == "answer" ? numbered_exercise(plain[0], arguments)
                                                    : chapter_exercise(plain[0], arguments);
    const std::int64_t which =
        plain.size() == 2 ? parse_sizes("the answer's number", plain[1]).front() : 1;
    if (which > static_cast<std::int64_t>(exercise.answers.size())) {
        throw MarkerError("{} has {} answers, but the marker asks for number {}.", plain[0],
                          exercise.answers.size(), which);
    }
    const Answer& answer = exercise.answers[which - 1];
    return MarkerNumber{answer.value, answer.digits};
}

} // namespace kit
