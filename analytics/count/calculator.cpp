#include "analytics/count/calculator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>

namespace kit {

namespace {

constexpr int most_depth = 20;
constexpr std::int64_t most_exponent = 64;
constexpr std::int64_t most_power_of_ten = 18;

constexpr std::array<std::string_view, 10> superscripts{"⁰", "¹", "²", "³", "⁴",
                                                        "⁵", "⁶", "⁷", "⁸", "⁹"};

bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

bool is_name_letter(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '-';
}

Rational whole_number(const std::string& digits) {
    std::int64_t value = 0;
    for (const char digit : digits) {
        value = checked_add(checked_mul(value, 10), digit - '0');
    }
    return value;
}

/// Reads from left to right, one precedence a function.
class Calculator {
public:
    Calculator(std::string_view text, const NumberByName& names) : rest_(text), names_(names) {}

    Calculation read() {
        const Term term = sum();
        result_.value = term.value;
        result_.digits = term.digits;
        skip_spaces();
        result_.rest = rest_;
        return result_;
    }

private:
    struct Term {
        Rational value;
        std::optional<int> digits = std::nullopt;
    };

    [[noreturn]] void refuse() {
        skip_spaces();
        throw NotArithmetic(rest_.empty() ? "it ends too early"
                                          : fmt::format("'{}' cannot be read", rest_));
    }

    void skip_spaces() {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size()));
    }

    /// Passes the sign if it comes next.
    bool skip(std::string_view sign) {
        skip_spaces();
        if (!rest_.starts_with(sign)) {
            return false;
        }
        rest_.remove_prefix(sign.size());
        return true;
    }

    bool skip_any(std::initializer_list<std::string_view> signs) {
        return std::any_of(signs.begin(), signs.end(),
                           [&](std::string_view sign) { return skip(sign); });
    }

    bool skip_minus() { return skip_any({"-", "−", "–"}); }

    /// A term that is the result of an operation.
    Term computed(const Rational& value, std::optional<int> digits = std::nullopt) {
        result_.is_single = false;
        return {value, digits};
    }

    Term sum() {
        if (++depth_ > most_depth) {
            throw NotArithmetic("parentheses nest too deeply");
        }
        Term left = product();
        while (true) {
            const bool plus = skip("+");
            if (!plus && !skip_minus()) {
                --depth_;
                return left;
            }
            const Term right = product();
            const auto digits = left.digits && right.digits
                                    ? std::optional(std::min(*left.digits, *right.digits))
                                    : std::nullopt;
            left = computed(plus ? left.value + right.value : left.value - right.value, digits);
        }
    }

    Term product() {
        Term left = power();
        while (true) {
            if (times()) {
                left = computed(left.value * power().value);
            } else if (skip_any({"/", "÷"})) {
                left = computed(left.value / power().value);
            } else {
                return left;
            }
        }
    }

    /// A sign of multiplication; an x only between numbers, as a word may begin with it elsewhere.
    bool times() {
        if (!rest_.starts_with("**") && skip_any({"*", "·", "×", "⋅"})) {
            return true;
        }
        skip_spaces();
        if (rest_.empty() || (rest_.front() != 'x' && rest_.front() != 'X')) {
            return false;
        }
        const std::size_t next = rest_.find_first_not_of(" \t", 1);
        if (next == std::string_view::npos || (!is_digit(rest_[next]) && rest_[next] != '(')) {
            return false;
        }
        rest_.remove_prefix(1);
        return true;
    }

    Term power() {
        if (skip_minus()) {
            const Term term = power();
            return {Rational(0) - term.value, term.digits};
        }
        const Term base = atom();
        if (skip_any({"^", "**"})) {
            return raised(base.value, atom().value);
        }
        for (std::size_t digit = 0; digit < superscripts.size(); ++digit) {
            if (skip(superscripts.at(digit))) {
                return raised(base.value, Rational(static_cast<std::int64_t>(digit)));
            }
        }
        return base;
    }

    Term raised(const Rational& base, const Rational& exponent) {
        if (!exponent.is_integer() || exponent.numerator() < 0 ||
            exponent.numerator() > most_exponent) {
            throw NotArithmetic(
                fmt::format("an exponent is not a whole number from 0 to {}", most_exponent));
        }
        Rational value = 1;
        for (std::int64_t i = 0; i < exponent.numerator(); ++i) {
            value = value * base;
        }
        return computed(value);
    }

    Term atom() {
        if (skip("⌈")) {
            return rounded(closed("⌉").value, true);
        }
        if (skip("⌊")) {
            return rounded(closed("⌋").value, false);
        }
        if (skip_any({"ceil(", "ceil ("})) {
            return rounded(closed(")").value, true);
        }
        if (skip_any({"floor(", "floor ("})) {
            return rounded(closed(")").value, false);
        }
        if (skip("(")) {
            return closed(")");
        }
        const bool is_name = !rest_.empty() && std::isalpha(static_cast<unsigned char>(rest_[0]));
        return names_ && is_name ? named() : number();
    }

    /// The sum up to the closing sign.
    Term closed(std::string_view close) {
        const Term term = sum();
        if (!skip(close)) {
            if (rest_.empty()) {
                throw NotArithmetic("a parenthesis does not close");
            }
            refuse();
        }
        return term;
    }

    Term rounded(const Rational& value, bool up) {
        const std::int64_t below = value.numerator() / value.denominator() -
                                   (value.numerator() < 0 && !value.is_integer() ? 1 : 0);
        return computed(up && !value.is_integer() ? checked_add(below, 1) : below);
    }

    Term named() {
        const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_name_letter);
        const std::string_view name =
            rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
        if (!rest_.substr(name.size()).starts_with('(')) {
            throw NotArithmetic(fmt::format("a number or name(...) should stand at '{}'", rest_));
        }
        const std::size_t close = rest_.find(')');
        if (close == std::string_view::npos) {
            throw NotArithmetic("a parenthesis does not close");
        }
        const NamedNumber found =
            names_(name, rest_.substr(name.size() + 1, close - name.size() - 1));
        rest_.remove_prefix(close + 1);
        return {found.value, found.digits};
    }

    std::string_view digits() {
        const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_digit);
        const auto found = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
        rest_.remove_prefix(found.size());
        return found;
    }

    /// Passes a sign between groups of three digits, as in 1,643,032.
    bool skip_group_sign() {
        for (const std::string_view sign : {",", "_", "'", " ", "\u00a0", "\u202f"}) {
            const std::string_view behind =
                rest_.starts_with(sign) ? rest_.substr(sign.size()) : std::string_view();
            if (behind.size() >= 3 && std::all_of(behind.begin(), behind.begin() + 3, is_digit) &&
                (behind.size() == 3 || !is_digit(behind[3]))) {
                rest_.remove_prefix(sign.size());
                return true;
            }
        }
        return false;
    }

    Term number() {
        skip_spaces();
        std::string all(digits());
        if (!all.empty() && all.size() <= 3) {
            while (skip_group_sign()) {
                all += digits();
            }
        }
        int after = 0;
        if (rest_.starts_with('.')) {
            rest_.remove_prefix(1);
            const std::string_view decimals = digits();
            after = static_cast<int>(decimals.size());
            all += decimals;
        } else if (rest_.starts_with(',')) {
            throw NotArithmetic("the comma does not stand between groups of three digits; write "
                                "decimals with a point, like 2.54");
        }
        if (all.empty()) {
            refuse();
        }
        const std::size_t first = all.find_first_not_of('0');
        result_.significant = first == std::string::npos ? 1 : static_cast<int>(all.size() - first);
        result_.has_decimals = result_.has_decimals || after > 0;
        const Term number{whole_number(all) / Rational(checked_pow(10, after)), after};
        return with_exponent(number);
    }

    /// The number times the power of ten behind its digits, as in "1.6e6".
    Term with_exponent(const Term& number) {
        if (rest_.size() < 2 || (rest_.front() != 'e' && rest_.front() != 'E')) {
            return number;
        }
        const bool negative = rest_[1] == '-';
        const std::size_t first = negative || rest_[1] == '+' ? 2 : 1;
        if (first >= rest_.size() || !is_digit(rest_[first])) {
            return number;
        }
        rest_.remove_prefix(first);
        const Rational exponent = whole_number(std::string(digits()));
        if (exponent.numerator() > most_power_of_ten) {
            throw NotArithmetic("a number does not fit in 64 bits");
        }
        const Rational factor = checked_pow(10, static_cast<int>(exponent.numerator()));
        return computed(negative ? number.value / factor : number.value * factor);
    }

    std::string_view rest_;
    const NumberByName& names_;
    Calculation result_;
    int depth_ = 0;
};

} // namespace

Calculation calculate(std::string_view text, const NumberByName& names) {
    return Calculator(text, names).read();
}

} // namespace kit
