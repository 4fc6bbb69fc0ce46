#include "analytics/answers/exercises.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

namespace kit {

std::string decimal_text(const Rational& value, int digits) {
    const bool is_exact = (value * Rational(checked_pow(10, digits + 1))).is_integer();
    const std::string text = value.decimal(is_exact ? digits + 1 : digits);
    // A digit more is for what it adds: "3.5", not "3.50".
    return is_exact && text.back() == '0' ? value.decimal(digits) : text;
}

std::string text(const Answer& answer) {
    if (answer.digits == 0 && answer.value.is_integer()) {
        return thousands(answer.value.numerator());
    }
    return answer.digits == 0 ? answer.value.decimal(0) : decimal_text(answer.value, answer.digits);
}

std::vector<std::string> exercise_ids(std::string_view name) {
    std::vector<std::string> ids;
    for (const char* id : {"1a", "1b", "1c", "1d", "2a", "2b", "2c", "2d", "2e"}) {
        if (std::string_view(id).substr(0, name.size()) == name) {
            ids.emplace_back(id);
        }
    }
    if (ids.empty()) {
        throw BadInput(fmt::format(
            "There is no exercise '{}'; the exercises are 1 (1a to 1d) and 2 (2a to 2e).", name));
    }
    return ids;
}

Exercise exercise(std::string_view id, const ExerciseSizes& sizes) {
    if (exercise_ids(id).front() != id) {
        throw BadInput(fmt::format("'{}' means more than one exercise.", id));
    }
    if (sizes.stencil.axes != 3) {
        throw BadInput(
            fmt::format("The exercises are about stencils of 3 axes, not {}.", sizes.stencil.axes));
    }
    Exercise answered = id[0] == '1' ? sweep_exercise(id[1], sizes) : tile_exercise(id[1], sizes);
    answered.title = fmt::format("Exercise {}", id[0]);
    return answered;
}

std::vector<Exercise> exercises(const ExerciseSizes& sizes) {
    std::vector<Exercise> all;
    for (const std::string& id : exercise_ids()) {
        all.push_back(exercise(id, sizes));
    }
    return all;
}

std::vector<Step> axis_steps(const std::string& what, const std::array<AxisStep, 3>& axes) {
    const auto step = [&](const char* where, const AxisStep& axis) {
        return Step{what + ", " + where, axis.formula, thousands(axis.result), axis.reason};
    };
    if (axes[0] == axes[1] && axes[1] == axes[2]) {
        return {step("each axis", axes[0])};
    }
    if (axes[0] == axes[1]) {
        return {step("x and y", axes[0]), step("z", axes[2])};
    }
    return {step("x", axes[0]), step("y", axes[1]), step("z", axes[2])};
}

std::string without_halo(std::int64_t size, int order) {
    return fmt::format("{} − 2·{}", thousands(size), order);
}

Step points_step(const Stencil& star) {
    return {"points p", fmt::format("2·{}·{} + 1", star.axes, star.order), thousands(points(star)),
            fmt::format("the cell itself and {} to either side along each axis",
                        plural(static_cast<std::size_t>(star.order), "neighbour"))};
}

std::string describe(const Stencil& stencil) {
    return fmt::format("a {}-point stencil of order {}", thousands(points(stencil)), stencil.order);
}

} // namespace kit
