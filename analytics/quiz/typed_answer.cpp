#include "analytics/quiz/typed_answer.hpp"

#include "analytics/count/calculator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>

namespace kit {

namespace {

constexpr std::size_t most_answer_bytes = 200;
constexpr int least_significant_digits = 2;

/// A unit as it may be written, in lower case, with what it makes of the number before it.
struct UnitWord {
    std::string_view word;
    Unit unit;
    std::int64_t factor = 1;
    int element_bytes = 0; ///< 0 where the word does not say
};

constexpr std::int64_t bytes_per_kilobyte = 1024;

constexpr auto unit_words = std::to_array<UnitWord>({
    {"point", Unit::points},
    {"points", Unit::points},
    {"output points", Unit::points},
    {"grid points", Unit::points},
    {"outputs", Unit::points},
    {"cell", Unit::cells},
    {"cells", Unit::cells},
    {"element", Unit::cells},
    {"elements", Unit::cells},
    {"float", Unit::cells, 1, 4},
    {"floats", Unit::cells, 1, 4},
    {"int", Unit::cells, 1, 4},
    {"ints", Unit::cells, 1, 4},
    {"double", Unit::cells, 1, 8},
    {"doubles", Unit::cells, 1, 8},
    {"block", Unit::blocks},
    {"blocks", Unit::blocks},
    {"thread blocks", Unit::blocks},
    {"thread", Unit::threads},
    {"threads", Unit::threads},
    {"b", Unit::bytes},
    {"byte", Unit::bytes},
    {"bytes", Unit::bytes},
    {"kb", Unit::bytes, bytes_per_kilobyte},
    {"kib", Unit::bytes, bytes_per_kilobyte},
    {"kilobytes", Unit::bytes, bytes_per_kilobyte},
    {"mb", Unit::bytes, bytes_per_kilobyte* bytes_per_kilobyte},
    {"mib", Unit::bytes, bytes_per_kilobyte* bytes_per_kilobyte},
    {"op/b", Unit::operations_per_byte},
    {"ops/b", Unit::operations_per_byte},
    {"op/byte", Unit::operations_per_byte},
    {"ops/byte", Unit::operations_per_byte},
    {"operations/byte", Unit::operations_per_byte},
    {"operations per byte", Unit::operations_per_byte},
    {"ops per byte", Unit::operations_per_byte},
    {"op per byte", Unit::operations_per_byte},
    {"flop/b", Unit::operations_per_byte},
    {"flops/b", Unit::operations_per_byte},
    {"flop/byte", Unit::operations_per_byte},
    {"flops/byte", Unit::operations_per_byte},
    {"flop per byte", Unit::operations_per_byte},
    {"flops per byte", Unit::operations_per_byte},
    {"opb", Unit::operations_per_byte},
    {"input cells", Unit::cells},
    {"output cells", Unit::cells},
    {"grid cells", Unit::cells},
    {"cells of input", Unit::cells},
    {"bytes of shared memory", Unit::bytes},
    {"kb of shared memory", Unit::bytes, bytes_per_kilobyte},
});

[[noreturn]] void refuse(std::string_view text, const std::string& reason) {
    throw BadInput(fmt::format("An answer is a number such as 8,000, a product such as 20^3 or a "
                               "fraction such as 13/28, with or without a unit; in '{}' {}.",
                               text, reason));
}

Calculation calculated(std::string_view text) {
    std::string_view expression = text;
    const auto skip_spaces = [&] {
        const std::size_t first = expression.find_first_not_of(" \t");
        expression.remove_prefix(std::min(first, expression.size()));
    };
    skip_spaces();
    for (const std::string_view sign : {"=", "≈", "~"}) {
        if (expression.starts_with(sign)) {
            expression.remove_prefix(sign.size());
            skip_spaces();
        }
    }
    if (expression.empty()) {
        throw BadInput("An answer is missing, such as 8,000 or 20^3.");
    }
    try {
        return calculate(expression);
    } catch (const NotArithmetic& error) {
        refuse(text, error.what());
    }
}

/// In lower case, with single spaces and no point at the end.
std::string unit_text(std::string_view text) {
    std::string words;
    for (const char letter : text) {
        const bool space = letter == ' ' || letter == '\t';
        if (!space) {
            words += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        } else if (!words.empty() && words.back() != ' ') {
            words += ' ';
        }
    }
    words.erase(words.find_last_not_of(" .") + 1);
    return words;
}

/// |a − b| ≤ most.
bool within(const Rational& a, const Rational& b, const Rational& most) {
    const Rational difference = a < b ? b - a : a - b;
    return !(most < difference);
}

} // namespace

std::string_view unit_name(Unit unit) {
    // In the order of Unit.
    constexpr std::array<std::string_view, 6> names{"points",  "cells", "blocks",
                                                    "threads", "bytes", "OP/B"};
    return names.at(static_cast<std::size_t>(unit));
}

TypedAnswer typed_answer(std::string_view text) {
    if (text.size() > most_answer_bytes) {
        throw BadInput(fmt::format("An answer has at most {} characters.", most_answer_bytes));
    }
    Calculation typed = calculated(text);
    TypedAnswer answer;
    answer.value = typed.value;
    if (const std::string words = unit_text(typed.rest); !words.empty() || typed.rest.size() > 1) {
        const auto* const unit =
            std::find_if(unit_words.begin(), unit_words.end(),
                         [&](const UnitWord& each) { return each.word == words; });
        if (unit == unit_words.end()) {
            refuse(text, fmt::format("'{}' cannot be read", typed.rest));
        }
        answer.unit = unit->unit;
        answer.value = answer.value * unit->factor;
        typed.is_single = typed.is_single && unit->factor == 1;
        if (unit->element_bytes != 0) {
            answer.element_bytes = unit->element_bytes;
        }
    }
    if (typed.has_decimals && typed.is_single) {
        answer.precision = TypedAnswer::Precision::rounded;
        answer.digits = typed.digits.value_or(0);
        answer.significant = typed.significant;
    } else if (typed.has_decimals) {
        answer.precision = TypedAnswer::Precision::computed;
    }
    return answer;
}

bool agrees(const TypedAnswer& typed, const Rational& value) {
    if (value.is_integer() || typed.precision == TypedAnswer::Precision::exact) {
        return typed.value == value;
    }
    if (typed.precision == TypedAnswer::Precision::computed) {
        return within(typed.value, value, value * Rational(1, 200));
    }
    const Rational unit_of_last_place(1, checked_pow(10, typed.digits));
    const bool rounds = value.decimal(typed.digits) == typed.value.decimal(typed.digits);
    return rounds || (!(value < typed.value) && value - typed.value < unit_of_last_place);
}

bool too_coarse(const TypedAnswer& typed, const Rational& value) {
    const bool whole = typed.precision == TypedAnswer::Precision::exact && typed.value.is_integer();
    const bool short_decimal = typed.precision == TypedAnswer::Precision::rounded &&
                               typed.significant < least_significant_digits;
    return !value.is_integer() && (whole || short_decimal) && within(typed.value, value, 1);
}

} // namespace kit
