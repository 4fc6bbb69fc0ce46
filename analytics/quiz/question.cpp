#include "analytics/quiz/question.hpp"

#include "analytics/print/layout.hpp"
#include "analytics/print/numbers.hpp"
#include "analytics/print/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace kit {

namespace {

constexpr int formula_digits = 3;

Unit unit_of(std::string_view id) {
    if (id == "1a") {
        return Unit::points;
    }
    if (id[0] == '1') {
        return Unit::blocks;
    }
    if (id == "2c") {
        return Unit::operations_per_byte;
    }
    return id == "2a" || id == "2b" ? Unit::cells : Unit::bytes;
}

std::string question_text(const Exercise& exercise, const ExerciseSizes& sizes) {
    const std::string least = " Give the least count that computes every output point.";
    if (exercise.id == "1c") {
        return exercise.question + least;
    }
    if (exercise.id == "1d") {
        const std::string planes = sizes.sweep_planes
                                       ? thousands(*sizes.sweep_planes) + " output planes"
                                       : "as many output planes as its output tile is wide";
        return exercise.question + " A block computes " + planes + "." + least;
    }
    if (exercise.id == "2c") {
        return exercise.question + " Count multiplications and additions, 2p − 1 for each point, "
                                   "and the bytes loaded.";
    }
    const bool bytes = unit_of(exercise.id) == Unit::bytes;
    return exercise.question + (bytes ? " In bytes." : "");
}

std::vector<Answer> accepted_answers(const Exercise& exercise, Conventions conventions) {
    const std::vector<Answer>& all = exercise.answers;
    if (exercise.id == "2c") {
        return conventions == Conventions::any ? all : std::vector<Answer>{all.front()};
    }
    // The textbook's count comes before the least one. It is sufficient for a basic kernel; for tiles
    // it may be too small.
    if (exercise.id == "1c" || exercise.id == "1d") {
        return {all.back()};
    }
    return all;
}

/// The typed number in the question's unit; absent where its unit counts something else.
std::optional<Rational> in_unit(const Question& question, const TypedAnswer& typed) {
    const auto is_count = [](Unit unit) { return unit == Unit::points || unit == Unit::cells; };
    if (!typed.unit || *typed.unit == question.unit ||
        (is_count(*typed.unit) && is_count(question.unit))) {
        return typed.value;
    }
    const std::int64_t bytes = typed.element_bytes.value_or(question.sizes.element_bytes);
    if (question.unit == Unit::bytes && is_count(*typed.unit)) {
        return typed.value * bytes;
    }
    if (is_count(question.unit) && *typed.unit == Unit::bytes) {
        return typed.value / bytes;
    }
    return std::nullopt;
}

std::string clauses(const std::vector<Slip>& together) {
    std::vector<std::string> parts;
    for (const Slip& slip : together) {
        parts.push_back(slip.clause);
    }
    return join(parts, " and ");
}

/// "20^3 = 8,000", or only the number where that is what was typed.
std::string value_text(const Judgement& judgement, const TypedAnswer& typed) {
    const std::string number = typed.value.is_integer()
                                   ? thousands(typed.value.numerator())
                                   : typed.value.decimal(std::max(typed.digits, 3));
    const bool plain = judgement.given.find_first_not_of("0123456789.,'_ ") == std::string::npos;
    return plain ? judgement.given : judgement.given + " = " + number;
}

/// "⌈120/8⌉² = 225".
std::string formula_text(const Explanation& explanation) {
    const Rational& value = explanation.formula.value();
    const std::string number =
        value.is_integer() ? thousands(value.numerator()) : value.decimal(formula_digits);
    return explanation.formula.text() + " = " + number;
}

std::string wrong_sentence(const Judgement& judgement, const TypedAnswer& typed) {
    const std::string value = value_text(judgement, typed);
    if (judgement.explanations.empty()) {
        return fmt::format("Wrong: no slip that the quiz knows leads to {}.", value);
    }
    std::string ways;
    for (const Explanation& each : judgement.explanations) {
        ways += fmt::format("{}when {}: {}", ways.empty() ? "" : "; or ", clauses(each.slips),
                            formula_text(each));
    }
    return fmt::format("Wrong: {} comes out {}.", value, ways);
}

std::string right_sentence(const Question& question, const Answer& answer) {
    const Answer& asked = question.accepted.front();
    std::string sentence = fmt::format("Right: {} {}.", text(answer), answer.unit);
    if (!(answer.value == asked.value)) {
        sentence +=
            fmt::format(" That is the {}; the {} is {}.", answer.label, asked.label, text(asked));
    }
    return sentence;
}

void judge_typed(const Question& question, TypedAnswer typed, Judgement& judgement) {
    const std::optional<Rational> value = in_unit(question, typed);
    if (!value) {
        judgement.mark = Mark::wrong;
        judgement.sentence = fmt::format("Wrong: the question asks for {}, not for {}.",
                                         unit_name(question.unit), unit_name(*typed.unit));
        return;
    }
    typed.value = *value;
    bool coarse = false;
    for (const Answer& answer : question.accepted) {
        coarse = coarse || too_coarse(typed, answer.value);
        if (agrees(typed, answer.value)) {
            judgement.mark = Mark::right;
            judgement.sentence = right_sentence(question, answer);
            return;
        }
    }
    judgement.explanations = explanations_of(question, typed);
    if (coarse && judgement.explanations.empty()) {
        judgement.mark = Mark::unreadable;
        judgement.sentence = "Too few digits to judge: write two after the point.";
        return;
    }
    judgement.mark = Mark::wrong;
    judgement.sentence = wrong_sentence(judgement, typed);
}

} // namespace

Question question(std::string_view id, const ExerciseSizes& sizes, Conventions conventions) {
    Question asked;
    asked.id = id;
    asked.sizes = sizes;
    asked.exercise = exercise(id, sizes);
    asked.text = question_text(asked.exercise, sizes);
    asked.unit = unit_of(id);
    asked.accepted = accepted_answers(asked.exercise, conventions);
    asked.known = explanations(id, sizes);
    return asked;
}

std::string_view mark_name(Mark mark) {
    // In the order of Mark.
    constexpr std::array<std::string_view, 4> names{"right", "wrong", "unreadable", "missing"};
    return names.at(static_cast<std::size_t>(mark));
}

Judgement judge(const Question& question, std::string_view typed) {
    Judgement judgement;
    typed = trimmed(typed, " \t\r\n");
    if (typed.empty()) {
        judgement.sentence = "Not answered.";
        return judgement;
    }
    judgement.given = printable(typed);
    try {
        judge_typed(question, typed_answer(judgement.given), judgement);
    } catch (const BadInput& error) {
        judgement.mark = Mark::unreadable;
        judgement.sentence = error.what();
    }
    return judgement;
}

std::vector<Explanation> explanations_of(const Question& question, const TypedAnswer& value) {
    std::vector<Explanation> single;
    std::vector<Explanation> pairs;
    for (const Explanation& each : question.known) {
        if (agrees(value, each.formula.value())) {
            (each.slips.size() == 1 ? single : pairs).push_back(each);
        }
    }
    if (!single.empty()) {
        return single;
    }
    // If several pairs lead to it, none of them is a likely explanation.
    return pairs.size() == 1 ? pairs : std::vector<Explanation>{};
}

} // namespace kit
