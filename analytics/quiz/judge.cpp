// The judgement of a typed answer. Where an answer has two readings that differ it is not guessed which
// was meant: the student is asked.
#include "analytics/quiz/question.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace kit {

namespace {

constexpr int formula_digits = 3;
constexpr std::size_t most_given_bytes = 200;

/// A judgement that ends in a question back. what() is the sentence.
struct Unclear : BadInput {
    using BadInput::BadInput;
};

/// A reading with its value in the question's unit.
struct Converted : TypedAnswer {
    std::string reading;   ///< in its own unit
    bool is_bytes = false; ///< its own unit
};

/// The typed number in the question's unit; absent where its unit counts something else.
std::optional<Rational> in_unit(const QuizQuestion& question, const TypedAnswer& typed) {
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

/// "1643032", "2.539", "325/128": without signs that have two readings.
std::string plain_number(const Rational& value) {
    const std::optional<int> digits = value.exact_digits(4);
    return digits ? value.decimal(*digits) : value.fraction();
}

std::string reading_text(const TypedAnswer& typed) {
    const std::string number = plain_number(typed.value);
    if (!typed.unit) {
        return number;
    }
    return number + " " +
           (*typed.unit == Unit::other ? typed.unit_words : std::string(unit_name(*typed.unit)));
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
                                   : typed.value.decimal(std::max(typed.digits, formula_digits));
    const bool plain = judgement.given.find_first_not_of("0123456789.,'_ ") == std::string::npos;
    const bool has_result = judgement.given.ends_with(number);
    return plain || has_result ? judgement.given : judgement.given + " = " + number;
}

/// "⌈120/8⌉² = 225".
std::string formula_text(const WrongWorking& explanation) {
    const Rational& value = explanation.formula.value();
    const std::string number =
        value.is_integer() ? thousands(value.numerator()) : value.decimal(formula_digits);
    return explanation.formula.spelled_out() + " = " + number;
}

std::string wrong_sentence(const Judgement& judgement, const TypedAnswer& typed) {
    const std::string value = value_text(judgement, typed);
    if (judgement.workings.empty()) {
        return fmt::format("Wrong: no slip that the quiz knows leads to {}.", value);
    }
    std::string ways;
    for (const WrongWorking& each : judgement.workings) {
        ways += fmt::format("{}when {}: {}", ways.empty() ? "" : "; or ", clauses(each.slips),
                            formula_text(each));
    }
    return fmt::format("Wrong: {} comes out {}.", value, ways);
}

std::string right_sentence(const QuizQuestion& question, const Answer& answer) {
    const Answer& asked = question.accepted.front();
    std::string sentence = fmt::format("Right: {} {}.", text(answer), answer.unit);
    if (!(answer.value == asked.value)) {
        sentence +=
            fmt::format(" That is the {}; the {} is {}.", answer.label, asked.label, text(asked));
    }
    return sentence;
}

/// The accepted answer that this is.
const Answer* accepted_as(const QuizQuestion& question, const TypedAnswer& typed) {
    const auto found = std::ranges::find_if(
        question.accepted, [&](const Answer& answer) { return agrees(typed, answer.value); });
    return found == question.accepted.end() ? nullptr : &*found;
}

[[noreturn]] void ask_which(const Judgement& judgement, const TypedAnswer& a,
                            const TypedAnswer& b) {
    throw Unclear("'{}' can be read as {} or as {}: write whole numbers without signs "
                  "between their digits, decimals with a point, and scales such as k "
                  "written out.",
                  judgement.given, plain_number(a.value), plain_number(b.value));
}

/// The readings in the notation that was meant. The kit's own, with a point, is taken where
/// the answer can only mean that: a comma groups the digits of a count, a point begins the decimals of
/// a ratio, and of a number with a scale.
std::vector<Converted> in_one_notation(const QuizQuestion& question, const Judgement& judgement,
                                       const std::vector<Converted>& all) {
    std::vector<Converted> point;
    std::vector<Converted> comma;
    for (const Converted& each : all) {
        (each.notation == Notation::point ? point : comma).push_back(each);
    }
    if (point.empty() || comma.empty()) {
        return all;
    }
    const TypedAnswer& first = point.front();
    bool clear = false;
    if (question.accepted.front().value.is_integer()) {
        clear = first.has_scale ? !first.has_doubtful_comma : !first.has_doubtful_point;
    } else {
        // In 187,200/73,728 the commas cancel or do not: no ratio is a group.
        clear = !first.has_doubtful_comma ||
                (!first.is_single && (accepted_as(question, first) != nullptr ||
                                      accepted_as(question, comma.front()) == nullptr));
    }
    if (!clear) {
        ask_which(judgement, first, comma.front());
    }
    return point;
}

/// Refuses what says something else than its number.
void need_consistent(const QuizQuestion& question, const TypedAnswer& typed, const Answer& answer) {
    if (typed.label && !question.id.ends_with(*typed.label)) {
        throw Unclear("This is exercise {}, and the answer says {}.", question.id, *typed.label);
    }
    const std::int64_t threads =
        total(question.id == "1d" ? question.sizes.plane_block : question.sizes.block);
    if (typed.threads_each && !(*typed.threads_each == Rational(threads))) {
        throw Unclear("A block has {} threads here, not {}.", thousands(threads),
                      plain_number(*typed.threads_each));
    }
    if (!typed.axes) {
        return;
    }
    if (!answer.axes) {
        throw Unclear("The question asks for one number, not for sizes along axes.");
    }
    std::array<std::int64_t, 3> given{typed.axes->x, typed.axes->y, typed.axes->z};
    std::array<std::int64_t, 3> right{answer.axes->x, answer.axes->y, answer.axes->z};
    // Some write z first.
    std::ranges::sort(given);
    std::ranges::sort(right);
    if (given != right) {
        throw Unclear("The product is right, and its factors are not those of the axes.");
    }
}

/// Marks the first reading that is right, and says whether one is.
bool mark_right(const QuizQuestion& question, const std::vector<Converted>& all,
                Judgement& judgement) {
    for (const Converted& typed : all) {
        const Answer* const answer = accepted_as(question, typed);
        if (answer == nullptr) {
            continue;
        }
        const TypedAnswer& first = all.front();
        if ((typed.is_other_scale && !typed.is_bytes) || (typed.axes && !first.axes)) {
            ask_which(judgement, first, typed);
        }
        need_consistent(question, typed, *answer);
        judgement.mark = Mark::right;
        judgement.reading = typed.reading;
        judgement.sentence = right_sentence(question, *answer);
        return true;
    }
    return false;
}

void judge_readings(const QuizQuestion& question, const std::vector<TypedAnswer>& typed,
                    Judgement& judgement) {
    std::vector<Converted> all;
    for (const TypedAnswer& each : typed) {
        if (const std::optional<Rational> value = in_unit(question, each)) {
            all.push_back({each, reading_text(each), each.unit == Unit::bytes});
            all.back().value = *value;
        }
    }
    judgement.reading = reading_text(typed.front());
    if (all.empty()) {
        const TypedAnswer& first = typed.front();
        judgement.mark = Mark::wrong;
        judgement.sentence = fmt::format(
            "Wrong: the question asks for {}, not for {}.", unit_name(question.unit),
            *first.unit == Unit::other ? first.unit_words : std::string(unit_name(*first.unit)));
        return;
    }
    all = in_one_notation(question, judgement, all);
    judgement.reading = all.front().reading;
    if (mark_right(question, all, judgement)) {
        return;
    }
    for (const Converted& each : all) {
        if (each.is_other_scale && !each.is_bytes) {
            continue; // nobody is told of slips in a reading that may not be meant
        }
        judgement.workings = workings_behind(question, each);
        if (!judgement.workings.empty()) {
            judgement.mark = Mark::wrong;
            judgement.sentence = wrong_sentence(judgement, each);
            return;
        }
    }
    const TypedAnswer& first = all.front();
    const bool count = question.accepted.front().value.is_integer();
    for (const Answer& answer : question.accepted) {
        const auto coarse = [&](const TypedAnswer& each) { return too_coarse(each, answer.value); };
        if (std::ranges::any_of(all, coarse)) {
            throw Unclear(count ? "That is rounded: write every digit."
                                : "Too few digits to judge: write two after the point.");
        }
    }
    if (count && !first.value.is_integer() && !first.is_single &&
        first.precision == TypedAnswer::Precision::exact) {
        throw Unclear("{} is no whole number: where it is rounded, write ⌈ ⌉ or ⌊ ⌋, "
                      "or ceil( ) or floor( ).",
                      value_text(judgement, first));
    }
    judgement.mark = Mark::wrong;
    judgement.sentence = wrong_sentence(judgement, first);
}

} // namespace

std::string_view mark_name(Mark mark) {
    // In the order of Mark.
    constexpr std::array<std::string_view, 4> names{"right", "wrong", "unreadable", "missing"};
    return names.at(static_cast<std::size_t>(mark));
}

Judgement judge(const QuizQuestion& question, std::string_view typed) {
    Judgement judgement;
    typed = trimmed(typed, " \t\r\n");
    if (typed.empty()) {
        judgement.sentence = "Not answered.";
        return judgement;
    }
    const bool long_text = typed.size() > most_given_bytes;
    judgement.given = printable(typed.substr(0, most_given_bytes)) + (long_text ? "…" : "");
    try {
        judge_readings(question, readings(long_text ? typed : judgement.given), judgement);
    } catch (const BadInput& error) {
        judgement.mark = Mark::unreadable;
        judgement.sentence = error.what();
    }
    return judgement;
}

std::vector<WrongWorking> workings_behind(const QuizQuestion& question, const TypedAnswer& value) {
    std::vector<WrongWorking> single;
    std::vector<WrongWorking> pairs;
    for (const WrongWorking& each : question.known) {
        if (agrees(value, each.formula.value())) {
            (each.slips.size() == 1 ? single : pairs).push_back(each);
        }
    }
    if (!single.empty()) {
        return single;
    }
    // If several pairs lead to it, none of them is a likely explanation.
    return pairs.size() == 1 ? pairs : std::vector<WrongWorking>{};
}

} // namespace kit
