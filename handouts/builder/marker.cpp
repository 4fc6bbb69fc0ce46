#include "handouts/builder/marker.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <charconv>

namespace kit {

std::vector<std::string> split_words(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    bool in_word = false;
    bool quoted = false;
    for (const char letter : text) {
        if (letter == '"') {
            quoted = !quoted;
            in_word = true;
        } else if (letter == ' ' && !quoted) {
            if (in_word) {
                words.push_back(std::move(word));
                word.clear();
            }
            in_word = false;
        } else {
            word += letter;
            in_word = true;
        }
    }
    if (quoted) {
        throw MarkerError("A quote does not end in '{}'.", text);
    }
    if (in_word) {
        words.push_back(std::move(word));
    }
    return words;
}

MarkerArguments::MarkerArguments(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        const auto sign = word.find('=');
        if (sign == std::string::npos || sign == 0) {
            plain.push_back(word);
        } else if (!named.emplace(word.substr(0, sign), word.substr(sign + 1)).second) {
            throw MarkerError("'{}=' is given twice.", word.substr(0, sign));
        }
    }
}

std::optional<std::string> MarkerArguments::take(std::string_view key) {
    const auto found = named.find(key);
    if (found == named.end()) {
        return std::nullopt;
    }
    std::string value = std::move(found->second);
    named.erase(found);
    return value.empty() ? std::nullopt : std::optional(std::move(value));
}

void MarkerArguments::finish(std::string_view allowed) const {
    if (!named.empty()) {
        throw MarkerError("There is no '{}=' here; there are {}.", named.begin()->first,
                          allowed.empty() ? "none" : allowed);
    }
}

namespace {

/// The value of the whole formula. Text stands alone: there is no arithmetic on it.
MarkerValue value_of(std::string_view formula, const MarkerLookup& lookup) {
    const auto fail = [&](const std::string& what) {
        throw MarkerError("In '{}', {}.", formula, what);
    };
    std::optional<std::string> text;
    const auto number_of = [&](std::string_view name, std::string_view words) -> NamedNumber {
        const MarkerValue value = lookup({std::string(name), split_words(words)});
        if (const auto* const found = std::get_if<std::string>(&value)) {
            text = *found;
            return {1, std::nullopt};
        }
        return std::get<MarkerNumber>(value);
    };
    Calculation result;
    try {
        result = calculate(formula, number_of);
    } catch (const NotArithmetic& error) {
        fail(error.what());
    }
    if (!result.rest.empty()) {
        fail(fmt::format("'{}' is left over", result.rest));
    }
    if (text && !result.is_single) {
        fail(fmt::format("'{}' is text: it cannot be calculated with", *text));
    }
    return text ? MarkerValue(*text) : MarkerValue(MarkerNumber{result.value, result.digits});
}

struct RoundedExpression {
    std::string_view formula;
    std::optional<int> digits;
};

/// Takes "to N" off the end.
RoundedExpression split_rounding(std::string_view expression) {
    expression = trimmed(expression);
    const auto at = expression.rfind(" to ");
    if (at == std::string_view::npos) {
        return {expression, std::nullopt};
    }
    const auto digits = read_number(trimmed(expression.substr(at + 4)));
    if (!digits || !digits->value.is_integer() || digits->value.numerator() > 9) {
        // A quoted word of a call, or a syntax error that calculate() reports.
        return {expression, std::nullopt};
    }
    return {trimmed(expression.substr(0, at)), static_cast<int>(digits->value.numerator())};
}

std::string grouped_decimal(const Rational& value, int digits) {
    const std::string text = grouped_digits(value.decimal(digits));
    return text.front() == '-' ? "−" + text.substr(1) : text;
}

} // namespace

std::optional<MarkerNumber> read_number(std::string_view text) {
    const auto point = text.find('.');
    std::string digits(text.substr(0, point));
    int after = 0;
    if (point != std::string_view::npos) {
        digits += text.substr(point + 1);
        after = static_cast<int>(text.size() - point - 1);
    }
    std::int64_t whole = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, whole);
    if (error != std::errc{} || stop != end || after > 15) {
        return std::nullopt;
    }
    return MarkerNumber{Rational(whole, checked_pow(10, after)), after};
}

std::string evaluate(std::string_view expression, const MarkerLookup& lookup) {
    const RoundedExpression wanted = split_rounding(expression);
    const MarkerValue value = value_of(wanted.formula, lookup);
    if (const auto* const text = std::get_if<std::string>(&value)) {
        if (wanted.digits) {
            throw MarkerError("'{}' is text: 'to' cannot round it.", *text);
        }
        return *text;
    }
    const MarkerNumber& number = std::get<MarkerNumber>(value);
    std::optional<int> digits = wanted.digits ? wanted.digits : number.digits;
    if (!digits && number.value.is_integer()) {
        digits = 0;
    }
    if (!digits) {
        throw MarkerError("'{}' is not whole: say how many digits it should have after "
                          "the point, as in '{} to 2'.",
                          wanted.formula, wanted.formula);
    }
    return grouped_decimal(number.value, *digits);
}

} // namespace kit
