#include "analytics/quiz/typed_answer.hpp"

#include "analytics/quiz/answer_units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace analytics {

namespace {

constexpr std::size_t most_bytes = 200;
constexpr int most_depth = 20;
constexpr int least_significant_digits = 2;

constexpr std::array<std::string_view, 10> superscripts{"⁰", "¹", "²", "³", "⁴",
                                                        "⁵", "⁶", "⁷", "⁸", "⁹"};

bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

/// Reads from left to right, one precedence a function.
class AnswerReader {
public:
    explicit AnswerReader(std::string_view text) : all_(text), rest_(text) {}

    TypedAnswer read() {
        for (const std::string_view sign : {"=", "≈", "~"}) {
            skip(sign);
        }
        if (at_end()) {
            throw BadInput("An answer is missing, such as 8,000 or 20^3.");
        }
        TypedAnswer answer;
        answer.value = sum();
        read_unit(answer);
        settle_precision(answer);
        return answer;
    }

private:
    [[noreturn]] void refuse() {
        skip_spaces();
        const std::string where =
            rest_.empty() ? "it ends too early" : fmt::format("'{}' cannot be read", rest_);
        throw BadInput(fmt::format("An answer is a number such as 8,000, a product such as 20^3 or "
                                   "a fraction such as 13/28, with or without a unit; in '{}' {}.",
                                   all_, where));
    }

    void skip_spaces() {
        while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) {
            rest_.remove_prefix(1);
        }
    }

    bool at_end() {
        skip_spaces();
        return rest_.empty();
    }

    /// Passes the sign if it comes next.
    bool skip(std::string_view sign) {
        skip_spaces();
        if (rest_.substr(0, sign.size()) != sign) {
            return false;
        }
        rest_.remove_prefix(sign.size());
        return true;
    }

    bool skip_any(std::initializer_list<std::string_view> signs) {
        return std::any_of(signs.begin(), signs.end(),
                           [&](std::string_view sign) { return skip(sign); });
    }

    Rational sum() {
        if (++depth_ > most_depth) {
            throw BadInput("An answer nests its parentheses too deeply.");
        }
        Rational value = product();
        while (true) {
            if (skip("+")) {
                value = value + product();
            } else if (skip_any({"-", "−", "–"})) {
                value = value - product();
            } else {
                --depth_;
                return value;
            }
            steps_ = true;
        }
    }

    Rational product() {
        Rational value = power();
        while (true) {
            if (times()) {
                value = value * power();
            } else if (skip_any({"/", "÷"})) {
                value = value / power();
            } else {
                return value;
            }
            steps_ = true;
        }
    }

    /// A sign of multiplication; an x only between numbers, as it may begin a word elsewhere.
    bool times() {
        if (rest_.substr(0, 2) != "**" && skip_any({"*", "·", "×", "⋅"})) {
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

    Rational power() {
        if (skip_any({"-", "−", "–"})) {
            return Rational(0) - power();
        }
        const Rational base = atom();
        if (skip_any({"^", "**"})) {
            const Rational exponent = atom();
            steps_ = true;
            return raised(base, exponent);
        }
        for (std::size_t digit = 0; digit < superscripts.size(); ++digit) {
            if (skip(superscripts.at(digit))) {
                steps_ = true;
                return raised(base, Rational(static_cast<std::int64_t>(digit)));
            }
        }
        return base;
    }

    [[nodiscard]] Rational raised(const Rational& base, const Rational& exponent) const {
        constexpr std::int64_t most = 64;
        if (!exponent.is_integer() || exponent.numerator() < 0 || exponent.numerator() > most) {
            throw BadInput(
                fmt::format("In '{}' an exponent is no whole number from 0 to {}.", all_, most));
        }
        Rational value = 1;
        for (std::int64_t i = 0; i < exponent.numerator(); ++i) {
            value = value * base;
        }
        return value;
    }

    Rational atom() {
        if (skip("⌈")) {
            return rounded(closed("⌉"), true);
        }
        if (skip("⌊")) {
            return rounded(closed("⌋"), false);
        }
        if (skip("ceil(") || skip("ceil (")) {
            return rounded(closed(")"), true);
        }
        if (skip("floor(") || skip("floor (")) {
            return rounded(closed(")"), false);
        }
        return skip("(") ? closed(")") : number();
    }

    /// What stands before the closing sign.
    Rational closed(std::string_view close) {
        const Rational value = sum();
        if (!skip(close)) {
            refuse();
        }
        return value;
    }

    Rational rounded(const Rational& value, bool up) {
        steps_ = true;
        const std::int64_t below = value.numerator() / value.denominator() -
                                   (value.numerator() < 0 && !value.is_integer() ? 1 : 0);
        return up && !value.is_integer() ? checked_add(below, 1) : below;
    }

    std::string_view digits() {
        std::size_t count = 0;
        while (count < rest_.size() && is_digit(rest_[count])) {
            ++count;
        }
        const std::string_view found = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return found;
    }

    /// Passes a sign between groups of three digits, as in 1,643,032.
    bool skip_group_sign() {
        for (const std::string_view sign : {",", "_", "'", " ", "\u00a0", "\u202f"}) {
            const std::string_view behind = rest_.substr(0, sign.size()) == sign
                                                ? rest_.substr(sign.size())
                                                : std::string_view();
            if (behind.size() >= 3 && is_digit(behind[0]) && is_digit(behind[1]) &&
                is_digit(behind[2]) && (behind.size() == 3 || !is_digit(behind[3]))) {
                rest_.remove_prefix(sign.size());
                return true;
            }
        }
        return false;
    }

    Rational number() {
        skip_spaces();
        std::string whole(digits());
        if (!whole.empty() && whole.size() <= 3) {
            while (skip_group_sign()) {
                whole += digits();
            }
        }
        std::string after;
        if (!rest_.empty() && rest_.front() == '.') {
            rest_.remove_prefix(1);
            after = digits();
            decimals_ = true;
        } else if (!rest_.empty() && rest_.front() == ',') {
            throw BadInput(fmt::format("In '{}' the comma does not stand between groups of three "
                                       "digits; write decimals with a point, like 2.54.",
                                       all_));
        }
        if (whole.empty() && after.empty()) {
            refuse();
        }
        digits_ = static_cast<int>(after.size());
        const std::string all = whole + after;
        const std::size_t first = all.find_first_not_of('0');
        significant_ = first == std::string::npos ? 1 : static_cast<int>(all.size() - first);
        return scaled(all) / power_of_ten(digits_) * ten_to_the_exponent();
    }

    static Rational scaled(const std::string& digits) {
        std::int64_t value = 0;
        for (const char digit : digits) {
            value = checked_add(checked_mul(value, 10), digit - '0');
        }
        return value;
    }

    static Rational power_of_ten(int exponent) { return checked_pow(10, exponent); }

    /// Of "1.6e6", what stands behind the number's digits.
    Rational ten_to_the_exponent() {
        if (rest_.size() < 2 || (rest_.front() != 'e' && rest_.front() != 'E')) {
            return 1;
        }
        const bool negative = rest_[1] == '-';
        const std::size_t first = negative || rest_[1] == '+' ? 2 : 1;
        if (first >= rest_.size() || !is_digit(rest_[first])) {
            return 1;
        }
        rest_.remove_prefix(first);
        const Rational exponent = scaled(std::string(digits()));
        constexpr std::int64_t most = 18;
        if (exponent.numerator() > most) {
            throw BadInput(fmt::format("'{}' does not fit in 64 bits.", all_));
        }
        steps_ = true;
        const Rational factor = power_of_ten(static_cast<int>(exponent.numerator()));
        return negative ? Rational(1) / factor : factor;
    }

    /// What is left, in lower case, with single spaces and no point at its end.
    std::string last_words() {
        std::string words;
        for (const char letter : rest_) {
            const bool space = letter == ' ' || letter == '\t';
            if (!space) {
                words += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
            } else if (!words.empty() && words.back() != ' ') {
                words += ' ';
            }
        }
        while (!words.empty() && (words.back() == ' ' || words.back() == '.')) {
            words.pop_back();
        }
        return words;
    }

    void read_unit(TypedAnswer& answer) {
        if (at_end()) {
            return;
        }
        const std::string words = last_words();
        const auto known = unit_words();
        const auto found = std::find_if(known.begin(), known.end(),
                                        [&](const UnitWord& each) { return each.word == words; });
        if (words.empty() && rest_ == ".") {
            return;
        }
        if (found == known.end()) {
            refuse();
        }
        answer.unit = found->unit;
        answer.value = answer.value * found->factor;
        if (found->factor != 1) {
            steps_ = true;
        }
        if (found->element_bytes != 0) {
            answer.element_bytes = found->element_bytes;
        }
    }

    void settle_precision(TypedAnswer& answer) const {
        if (!decimals_ || digits_ == 0) {
            return;
        }
        if (steps_) {
            answer.precision = TypedAnswer::Precision::computed;
            return;
        }
        answer.precision = TypedAnswer::Precision::rounded;
        answer.digits = digits_;
        answer.significant = significant_;
    }

    std::string_view all_;
    std::string_view rest_;
    bool decimals_ = false; ///< some number has a point
    bool steps_ = false;    ///< more than one number
    int digits_ = 0;        ///< after the last number's point
    int significant_ = 0;   ///< of the last number
    int depth_ = 0;
};

/// |a − b| ≤ most.
bool within(const Rational& a, const Rational& b, const Rational& most) {
    const Rational difference = a < b ? b - a : a - b;
    return !(most < difference);
}

} // namespace

TypedAnswer typed_answer(std::string_view text) {
    if (text.size() > most_bytes) {
        throw BadInput(fmt::format("An answer has at most {} characters.", most_bytes));
    }
    return AnswerReader(text).read();
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

} // namespace analytics
