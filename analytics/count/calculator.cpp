#include "analytics/count/calculator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <utility>

namespace kit {

namespace {

constexpr int most_depth = 20;
constexpr std::int64_t most_exponent = 64;

constexpr std::array<std::string_view, 10> superscripts{"⁰", "¹", "²", "³", "⁴",
                                                        "⁵", "⁶", "⁷", "⁸", "⁹"};

bool is_name_letter(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '-';
}

/// Reads from left to right, one precedence a function.
class Calculator {
public:
    Calculator(std::string_view text, const NumberByName& names, Notation notation)
        : rest_(text), names_(names), notation_(notation) {}

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
        return std::ranges::any_of(signs, [&](std::string_view sign) { return skip(sign); });
    }

    bool skip_operator(std::initializer_list<std::string_view> signs) {
        const bool is_there = skip_any(signs);
        has_operator_ = has_operator_ || is_there;
        return is_there;
    }

    bool skip_minus() { return skip_operator({"-", "−", "–"}); }

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
            const bool plus = skip_operator({"+"});
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
            } else if (skip_operator({"/", "÷"})) {
                left = computed(left.value / power().value);
            } else {
                return left;
            }
        }
    }

    /// A sign of multiplication; an x only between numbers, as a word may begin with it elsewhere.
    bool times() {
        if (!rest_.starts_with("**") && skip_operator({"*", "·", "×", "⋅"})) {
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
        if (skip_operator({"^", "**"})) {
            return raised(base.value, atom().value);
        }
        std::optional<std::int64_t> exponent;
        for (std::size_t digit = 0; digit < superscripts.size();) {
            if (!skip(superscripts.at(digit))) {
                ++digit;
                continue;
            }
            exponent = std::min(exponent.value_or(0), most_exponent) * 10 +
                       static_cast<std::int64_t>(digit);
            digit = 0;
        }
        return exponent ? raised(base.value, *exponent) : base;
    }

    Term raised(const Rational& base, const Rational& exponent) {
        if (!exponent.is_integer() || exponent.numerator() < 0 ||
            exponent.numerator() > most_exponent) {
            throw NotArithmetic("an exponent is not a whole number from 0 to {}", most_exponent);
        }
        Rational value = 1;
        for (std::int64_t i = 0; i < exponent.numerator(); ++i) {
            value = value * base;
        }
        return computed(value);
    }

    Term atom() {
        if (skip("⌈")) {
            return computed(closed("⌉").value.ceil());
        }
        if (skip("⌊")) {
            return computed(closed("⌋").value.floor());
        }
        if (skip_any({"ceil(", "ceil ("})) {
            return computed(closed(")").value.ceil());
        }
        if (skip_any({"floor(", "floor ("})) {
            return computed(closed(")").value.floor());
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

    Term named() {
        const auto end = std::ranges::find_if_not(rest_, is_name_letter);
        const std::string_view name =
            rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
        if (!rest_.substr(name.size()).starts_with('(')) {
            throw NotArithmetic("a number or name(...) should stand at '{}'", rest_);
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

    Term number() {
        skip_spaces();
        const bool begins =
            !rest_.empty() && (is_digit(rest_[0]) || rest_[0] == '.' || rest_[0] == ',');
        const auto number = begins ? numeral_at(rest_, notation_) : std::nullopt;
        if (!number) {
            if (begins) {
                throw NotArithmetic("'{}' begins with signs at places where no number has "
                                    "them; write decimals with a point, like 2.54",
                                    rest_);
            }
            refuse();
        }
        rest_.remove_prefix(number->bytes);
        result_.significant = number->significant;
        result_.has_decimals = result_.has_decimals || number->digits > 0;
        result_.has_scale = result_.has_scale || number->has_exponent;
        result_.has_doubtful_comma = result_.has_doubtful_comma || number->doubtful == ',';
        result_.has_doubtful_point = result_.has_doubtful_point || number->doubtful == '.';
        if (const std::int64_t factor = names_ ? 1 : scale(); factor != 1) {
            result_.has_scale = true;
            return computed(number->value * factor);
        }
        return {number->value, number->digits};
    }

    /// The factor of a k or M that belongs to this number of an expression, as in 14.4k/2 or 2*7k.
    /// Behind a single number it is left to the unit.
    std::int64_t scale() {
        constexpr std::int64_t kibi = 1024;
        constexpr std::int64_t kilo = 1000;
        for (const auto& [name, factor] : std::to_array<std::pair<std::string_view, std::int64_t>>(
                 {{"ki", kibi}, {"k", kilo}, {"mi", kibi * kibi}, {"m", kilo * kilo}})) {
            const std::string_view behind =
                rest_.substr(rest_.starts_with(name) ? name.size() : rest_.size());
            const std::size_t next = behind.find_first_not_of(' ');
            const bool goes_on =
                next != std::string_view::npos &&
                std::string_view(")*/+-^").find(behind[next]) != std::string_view::npos;
            if (rest_.starts_with(name) && (behind.empty() || !is_letter(behind.front())) &&
                (goes_on || has_operator_)) {
                rest_ = behind;
                return factor;
            }
        }
        return 1;
    }

    std::string_view rest_;
    const NumberByName& names_;
    Notation notation_;
    Calculation result_;
    int depth_ = 0;
    bool has_operator_ = false; ///< before what is read now
};

} // namespace

Calculation calculate(std::string_view text, const NumberByName& names, Notation notation) {
    return Calculator(text, names, notation).read();
}

} // namespace kit
