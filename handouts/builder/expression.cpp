#include "handouts/builder/expression.hpp"

#include "handouts/builder/problem.hpp"
#include "handouts/builder/words.hpp"

#include <fmt/format.h>

#include <cctype>

namespace handouts {

namespace {

using analytics::Rational;

/// Recursive descent over the text: sum, product, power, atom.
class Reader {
public:
    Reader(std::string_view text, const Lookup& lookup) : text_(text), lookup_(lookup) {}

    Value whole() {
        Value value = sum();
        skip_spaces();
        if (at_ != text_.size()) {
            fail(fmt::format("'{}' is left over", text_.substr(at_)));
        }
        return value;
    }

private:
    [[noreturn]] void fail(const std::string& what) const {
        throw Unanswerable(fmt::format("In '{}', {}.", text_, what));
    }

    void skip_spaces() {
        while (at_ < text_.size() && text_[at_] == ' ') {
            ++at_;
        }
    }

    /// The operator that comes next, if it is one of these.
    char next(std::string_view operators) {
        skip_spaces();
        if (at_ < text_.size() && operators.find(text_[at_]) != std::string_view::npos) {
            return text_[at_++];
        }
        return 0;
    }

    const Number& number(const Value& value) const {
        if (const auto* const text = std::get_if<std::string>(&value)) {
            fail(fmt::format("'{}' is a text, which cannot be calculated with", *text));
        }
        return std::get<Number>(value);
    }

    /// Sums of figures are as exact as the less exact one; other results are for the author to say.
    Value sum() {
        Value left = product();
        while (const char sign = next("+-")) {
            const Value right = product();
            const Number a = number(left);
            const Number b = number(right);
            std::optional<int> digits;
            if (a.digits && b.digits) {
                digits = std::min(*a.digits, *b.digits);
            }
            left = Number{sign == '+' ? a.value + b.value : a.value - b.value, digits};
        }
        return left;
    }

    Value product() {
        Value left = power();
        while (const char sign = next("*/")) {
            const Value right = power();
            const Number a = number(left);
            const Number b = number(right);
            left = Number{sign == '*' ? a.value * b.value : a.value / b.value, std::nullopt};
        }
        return left;
    }

    Value power() {
        Value base = atom();
        if (next("^") == 0) {
            return base;
        }
        const Number exponent = number(atom());
        if (!exponent.value.is_integer() || exponent.value.numerator() < 0 ||
            exponent.value.numerator() > 60) {
            fail("a power is not a whole number from 0 to 60");
        }
        Rational result = 1;
        for (std::int64_t i = 0; i < exponent.value.numerator(); ++i) {
            result = result * number(base).value;
        }
        return Number{result, std::nullopt};
    }

    Value atom() {
        skip_spaces();
        if (next("(") != 0) {
            Value inner = sum();
            if (next(")") == 0) {
                fail("a parenthesis does not close");
            }
            return inner;
        }
        const std::size_t first = at_;
        while (at_ < text_.size() &&
               (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '.')) {
            ++at_;
        }
        if (at_ > first) {
            const auto read = read_number(text_.substr(first, at_ - first));
            if (!read) {
                fail(fmt::format("'{}' is no number", text_.substr(first, at_ - first)));
            }
            return *read;
        }
        return call();
    }

    Value call() {
        const std::size_t first = at_;
        while (at_ < text_.size() &&
               (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '-')) {
            ++at_;
        }
        if (at_ == first || at_ == text_.size() || text_[at_] != '(') {
            at_ = first;
            fail(first == text_.size() ? "something is missing at the end"
                                       : fmt::format("a number or name(...) should stand at '{}'",
                                                     text_.substr(first)));
        }
        const std::string name(text_.substr(first, at_ - first));
        const std::size_t close = text_.find(')', at_);
        if (close == std::string_view::npos) {
            fail("a parenthesis does not close");
        }
        const std::string_view words = text_.substr(at_ + 1, close - at_ - 1);
        at_ = close + 1;
        return lookup_({name, split_words(words)});
    }

    std::string_view text_;
    const Lookup& lookup_;
    std::size_t at_ = 0;
};

struct Wanted {
    std::string_view formula;
    std::optional<int> digits;
};

/// Takes "to N" off the end.
Wanted wanted_of(std::string_view expression) {
    expression = trimmed(expression);
    const auto at = expression.rfind(" to ");
    if (at == std::string_view::npos) {
        return {expression, std::nullopt};
    }
    const auto digits = read_number(trimmed(expression.substr(at + 4)));
    if (!digits || !digits->value.is_integer() || digits->value.numerator() > 9) {
        return {expression, std::nullopt}; // the words of a call; or left over, and said to be
    }
    return {trimmed(expression.substr(0, at)), static_cast<int>(digits->value.numerator())};
}

} // namespace

std::string evaluate(std::string_view expression, const Lookup& lookup) {
    const Wanted wanted = wanted_of(expression);
    const Value value = Reader(wanted.formula, lookup).whole();
    if (const auto* const text = std::get_if<std::string>(&value)) {
        if (wanted.digits) {
            throw Unanswerable(fmt::format("'{}' is a text: 'to' has no part in it.", *text));
        }
        return *text;
    }
    const Number& number = std::get<Number>(value);
    std::optional<int> digits = wanted.digits ? wanted.digits : number.digits;
    if (!digits && number.value.is_integer()) {
        digits = 0;
    }
    if (!digits) {
        throw Unanswerable(
            fmt::format("'{}' is not whole: say how many digits it should have after "
                        "the point, as in '{} to 2'.",
                        wanted.formula, wanted.formula));
    }
    return written(number.value, *digits);
}

} // namespace handouts
