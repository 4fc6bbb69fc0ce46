#include "analytics/questions/question.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <utility>

namespace kit {

namespace {

/// As it is written with this unit: a share in percent.
Rational in_unit(const Rational& value, const std::string& unit) {
    return unit == "%" ? value * Rational(100) : value;
}

} // namespace

std::string decimal_text(const Rational& value, int digits) {
    // A digit more is for what it adds: "3.5", not "3.50".
    return value.decimal(value.exact_digits(digits + 1) == digits + 1 ? digits + 1 : digits);
}

std::string text(const Answer& answer) {
    if (answer.digits == 0 && answer.value.is_integer()) {
        return thousands(answer.value.numerator());
    }
    return answer.digits == 0 ? answer.value.decimal(0) : decimal_text(answer.value, answer.digits);
}

StatedFormula Question::step(std::string label, const StatedFormula& formula, std::string reason,
                             const Rounding& rounding) {
    if (!has_lines) {
        return formula.result();
    }
    const std::string number =
        kit::text({"", in_unit(formula.value(), rounding.unit), rounding.digits, ""});
    steps.push_back({std::move(label), formula.line(),
                     number + (rounding.unit.empty() ? "" : " " + rounding.unit),
                     std::move(reason)});
    return formula.result();
}

std::array<StatedFormula, 3> Question::axis_steps(const std::string& what,
                                                  const std::array<StatedFormula, 3>& axes,
                                                  const std::array<std::string, 3>& reasons) {
    const auto& [x, y, z] = axes;
    const auto line = [&](const char* where, std::size_t axis) {
        static_cast<void>(step(what + ", " + where, axes.at(axis), reasons.at(axis)));
    };
    const bool is_flat = x.text() == y.text() && reasons[0] == reasons[1];
    if (is_flat && y.text() == z.text() && reasons[1] == reasons[2]) {
        line("each axis", 0);
    } else {
        line(is_flat ? "x and y" : "x", 0);
        if (!is_flat) {
            line("y", 1);
        }
        line("z", 2);
    }
    return {x.result(), y.result(), z.result()};
}

void Question::answer(std::string label, const StatedFormula& value, std::string unit, int digits) {
    const Rational shown = in_unit(value.value(), unit);
    answers.push_back({std::move(label), shown, digits, std::move(unit)});
}

void Question::answer(std::string label, const std::array<StatedFormula, 3>& axes,
                      std::string unit) {
    const Extents extents = extents_of(axes);
    answers.push_back({std::move(label), total(extents), 0, std::move(unit), extents});
}

bool QuestionPart::has_use(std::string_view size) const {
    return fmt::format(" {} ", uses).find(fmt::format(" {} ", size)) != std::string::npos;
}

std::string group_of(std::string_view id) {
    const std::string_view group = id.substr(0, id.size() - 1);
    return std::string(group.ends_with('.') ? group.substr(0, group.size() - 1) : group);
}

std::vector<std::string> ids_named(const std::vector<QuestionPart>& parts, std::string_view name) {
    std::vector<std::string> ids;
    for (const QuestionPart& part : parts) {
        if (name.empty() || part.id == name || group_of(part.id) == name) {
            ids.push_back(part.id);
        }
    }
    return ids;
}

void need_use(const std::vector<QuestionPart>& parts, const std::string& what,
              const std::string& name, const std::string& option, std::string_view size,
              std::string_view otherwise) {
    std::vector<std::string> places; ///< a group stands for its parts
    bool is_used = false;
    for (std::size_t i = 0; i < parts.size();) {
        const std::string group = group_of(parts[i].id);
        std::vector<std::string> users;
        const std::size_t first = i;
        for (; i < parts.size() && group_of(parts[i].id) == group; ++i) {
            if (parts[i].has_use(size)) {
                users.push_back(parts[i].id);
                is_used = is_used || name.empty() || name == group || name == parts[i].id;
            }
        }
        if (users.size() == i - first) {
            users = {what == "exercise" ? what + " " + group : group};
        }
        places.insert(places.end(), users.begin(), users.end());
    }
    if (!is_used) {
        throw BadInput("{} does not apply to {} {}; it applies to {}{}.", option, what, name,
                       join(places, ", ", " and "), otherwise);
    }
}

StatedFormula points_step(Question& question, const Stencil& star) {
    const StatedFormula points = StatedFormula(2) * star.axes * star.order + 1;
    return question.step("points p", points,
                         fmt::format("the cell itself and {} to either side along each axis",
                                     plural(static_cast<std::size_t>(star.order), "neighbour")));
}

std::string describe(const Stencil& stencil) {
    return fmt::format("a {}-point stencil of order {}", thousands(points(stencil)), stencil.order);
}

} // namespace kit
