// Answers of the exercises and of the chapter's other questions.
#include "analytics/chapter.hpp"
#include "analytics/commands/exercise_options.hpp"
#include "analytics/commands/sizes.hpp"
#include "handouts/builder/problem.hpp"
#include "handouts/builder/sources/sources.hpp"
#include "handouts/builder/words.hpp"

#include <fmt/format.h>

namespace handouts {

namespace {

std::optional<std::string> given(std::string value) {
    return value.empty() ? std::nullopt : std::optional(std::move(value));
}

std::optional<std::int64_t> whole(const std::string& name, const std::string& value) {
    return value.empty() ? std::nullopt
                         : std::optional(analytics::parse_sizes(name, value).front());
}

analytics::Exercise numbered_exercise(const std::string& id, Arguments& arguments) {
    analytics::ExerciseOptions options;
    options.id = id;
    options.grid = given(arguments.take("grid"));
    options.block = given(arguments.take("block"));
    options.planes = whole("planes", arguments.take("planes"));
    options.type = given(arguments.take("type"));
    if (const auto order = whole("order", arguments.take("order"))) {
        options.order = static_cast<int>(*order);
    }
    arguments.finish("grid, block, planes, order and type");
    return analytics::exercise(id, analytics::sizes_of(options));
}

analytics::Extents cube(std::int64_t side) {
    return {side, side, side};
}

analytics::Exercise chapter_exercise(const std::string& id, Arguments& arguments) {
    analytics::ChapterSizes sizes;
    if (const auto order = whole("order", arguments.take("order"))) {
        sizes.order = static_cast<int>(*order);
    }
    if (const auto grid = whole("grid", arguments.take("grid"))) {
        sizes.grid = cube(*grid);
    }
    if (const auto block = whole("block", arguments.take("block"))) {
        sizes.block = cube(*block);
    }
    if (const auto threads = whole("threads", arguments.take("threads"))) {
        sizes.line_threads = *threads;
    }
    if (const std::string image = arguments.take("image"); !image.empty()) {
        const auto sides = analytics::parse_sizes("image", image);
        sizes.image = {sides.front(), sides.back(), 1};
    }
    arguments.finish("grid, block, threads, image and order");
    return analytics::chapter_question(id, sizes);
}

} // namespace

Value exercise_answer(const Call& call) {
    Arguments arguments = arguments_of(call.words);
    const std::vector<std::string> plain = arguments.plain;
    if (plain.empty() || plain.size() > 2) {
        throw Unanswerable("An answer is written like answer(2c), answer(2c 2) for the second of "
                           "several, or chapter(halo.a).");
    }
    const analytics::Exercise exercise = call.name == "answer"
                                             ? numbered_exercise(plain[0], arguments)
                                             : chapter_exercise(plain[0], arguments);
    const std::int64_t which =
        plain.size() == 2 ? analytics::parse_sizes("the answer's number", plain[1]).front() : 1;
    if (which > static_cast<std::int64_t>(exercise.answers.size())) {
        throw Unanswerable(fmt::format("{} has {} answers, and {} is asked for.", plain[0],
                                       exercise.answers.size(), which));
    }
    const analytics::Answer& answer = exercise.answers[static_cast<std::size_t>(which - 1)];
    return Number{answer.value, answer.digits};
}

} // namespace handouts
