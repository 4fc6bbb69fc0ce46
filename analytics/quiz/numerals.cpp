#include "analytics/quiz/numerals.hpp"

#include "analytics/quiz/plain_signs.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <utility>
#include <vector>

namespace kit {

namespace {

constexpr std::size_t most_digits = 40;
constexpr int most_power_of_ten = 18;
constexpr std::string_view separators = ",.'_ ";

std::size_t digits_at(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end])) {
        ++end;
    }
    return end - at;
}

/// Digits and the signs between them, from the beginning of the text. A space belongs to it only
/// before exactly three digits.
std::string_view numeral_at(std::string_view text) {
    std::size_t end = digits_at(text, 0);
    while (end < text.size() && separators.find(text[end]) != std::string_view::npos) {
        const std::size_t next = digits_at(text, end + 1);
        if (next == 0 || (text[end] == ' ' && next != 3)) {
            break;
        }
        end += 1 + next;
    }
    return text.substr(0, end);
}

/// Digits before and behind the decimal sign.
struct Decimal {
    std::string whole;
    std::string decimals;
};

/// Whether the groups are of three digits each, or with commas of two before a last one of three.
bool are_groups(const std::vector<std::string_view>& groups, char sign) {
    const auto have = [&](std::size_t digits, std::size_t but_last) {
        return std::all_of(groups.begin() + 1, groups.end() - static_cast<std::ptrdiff_t>(but_last),
                           [&](std::string_view group) { return group.size() == digits; });
    };
    if (groups.front().empty() || groups.back().size() != 3) {
        return false;
    }
    return (groups.front().size() <= 3 && have(3, 0)) ||
           (sign == ',' && groups.front().size() <= 2 && have(2, 1));
}

std::optional<Decimal> decimal_in(std::string_view numeral, Notation notation) {
    const char mark = notation == Notation::point ? '.' : ',';
    Decimal decimal;
    const std::size_t point = numeral.find(mark);
    std::string_view whole = numeral.substr(0, point);
    if (point != std::string_view::npos) {
        decimal.decimals = numeral.substr(point + 1);
        if (!std::all_of(decimal.decimals.begin(), decimal.decimals.end(), is_digit)) {
            return std::nullopt;
        }
    }
    const std::size_t first = whole.find_first_of(separators);
    if (first == std::string_view::npos) {
        decimal.whole = whole;
        return decimal;
    }
    const char sign = whole[first];
    std::vector<std::string_view> groups;
    while (true) {
        const std::size_t end = whole.find(sign);
        groups.push_back(whole.substr(0, end));
        if (!std::all_of(groups.back().begin(), groups.back().end(), is_digit)) {
            return std::nullopt; // two kinds of signs between groups
        }
        decimal.whole += groups.back();
        if (end == std::string_view::npos) {
            break;
        }
        whole.remove_prefix(end + 1);
    }
    return are_groups(groups, sign) ? std::optional(decimal) : std::nullopt;
}

/// The decimal times a power of ten.
std::optional<Decimal> shifted(Decimal decimal, int power) {
    if (power > most_power_of_ten || power < -most_power_of_ten) {
        return std::nullopt;
    }
    for (; power > 0; --power) {
        decimal.whole += decimal.decimals.empty() ? '0' : decimal.decimals.front();
        decimal.decimals.erase(0, 1);
    }
    for (; power < 0; ++power) {
        decimal.decimals.insert(decimal.decimals.begin(),
                                decimal.whole.empty() ? '0' : decimal.whole.back());
        if (!decimal.whole.empty()) {
            decimal.whole.pop_back();
        }
    }
    return decimal;
}

/// What stands directly behind a number within an expression, by what it multiplies.
constexpr auto glued_scales = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"ki", "1024"}, {"k", "1000"}, {"mi", "1048576"}, {"m", "1000000"}});

class Rewriter {
public:
    Rewriter(std::string_view text, Notation notation) : rest_(text), notation_(notation) {}

    std::optional<PlainNumbers> run() {
        while (!rest_.empty()) {
            const bool number =
                is_digit(rest_.front()) || (rest_.size() > 1 && is_digit(rest_[1]) &&
                                            (rest_.front() == '.' || rest_.front() == ','));
            if (is_letter(rest_.front()) && !is_times()) {
                word();
            } else if (!number) {
                pass(1);
            } else if (!radix() && !numeral()) {
                return std::nullopt;
            }
        }
        return result_;
    }

private:
    void pass(std::size_t letters) {
        result_.text += rest_.substr(0, letters);
        rest_.remove_prefix(letters);
    }

    /// An x between numbers, as in 20x20.
    [[nodiscard]] bool is_times() const {
        return rest_.front() == 'x' && (rest_.size() == 1 || !is_letter(rest_[1]));
    }

    /// A word with the digits in it, as in dim3: they are no number.
    void word() {
        std::size_t end = 1;
        while (end < rest_.size() &&
               (is_letter(rest_[end]) || is_digit(rest_[end]) || rest_[end] == '_')) {
            ++end;
        }
        pass(end);
    }

    /// Passes the ending if no other letter or digit follows.
    bool skip_ending(std::string_view ending) {
        if (!rest_.starts_with(ending) ||
            (rest_.size() > ending.size() &&
             (is_letter(rest_[ending.size()]) || is_digit(rest_[ending.size()])))) {
            return false;
        }
        rest_.remove_prefix(ending.size());
        return true;
    }

    /// 0x191218 and 0b1010.
    bool radix() {
        if (rest_.size() < 3 || rest_[0] != '0' || (rest_[1] != 'x' && rest_[1] != 'b')) {
            return false;
        }
        std::int64_t value = 0;
        const char* const first = rest_.data() + 2;
        const char* const last = rest_.data() + rest_.size();
        const auto [stop, error] = std::from_chars(first, last, value, rest_[1] == 'x' ? 16 : 2);
        if (error != std::errc{} || *first == '-' ||
            (stop != last && (is_letter(*stop) || is_digit(*stop)))) {
            return false;
        }
        rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
        result_.text += std::to_string(value);
        return true;
    }

    /// The power of ten behind a number; 0 where there is none.
    int exponent() {
        if (rest_.size() < 2 || rest_[0] != 'e') {
            return 0;
        }
        const std::size_t sign = rest_[1] == '-' || rest_[1] == '+' ? 1 : 0;
        const std::size_t digits = digits_at(rest_, 1 + sign);
        if (digits == 0) {
            return 0;
        }
        constexpr std::size_t plenty = 3;
        const int size = digits > plenty ? most_power_of_ten + 1
                                         : std::stoi(std::string(rest_.substr(1 + sign, digits)));
        const bool negative = rest_[1] == '-';
        rest_.remove_prefix(1 + sign + digits);
        result_.has_scale = true;
        return negative ? -size : size;
    }

    void mark_doubt(std::string_view numeral, const Decimal& here) {
        const auto other =
            decimal_in(numeral, notation_ == Notation::point ? Notation::comma : Notation::point);
        if (other && (other->whole != here.whole || other->decimals != here.decimals)) {
            const bool comma = numeral.find(',') != std::string_view::npos;
            (comma ? result_.has_doubtful_comma : result_.has_doubtful_point) = true;
        }
    }

    /// The factor of a k or M that belongs to this number of an expression, as in 14.4k/2 or 2*7k.
    /// Behind a single number it is left to the unit.
    std::string_view scale() {
        const bool continues = result_.text.find_last_of("*/+-^") != std::string::npos;
        for (const auto& [name, factor] : glued_scales) {
            if (!rest_.starts_with(name)) {
                continue;
            }
            const std::size_t next = rest_.find_first_not_of(' ', name.size());
            const bool ends = rest_.size() == name.size() || (!is_letter(rest_[name.size()]));
            const bool goes_on =
                next != std::string_view::npos &&
                std::string_view(")*/+-^").find(rest_[next]) != std::string_view::npos;
            if (ends && (goes_on || continues)) {
                rest_.remove_prefix(name.size());
                result_.has_scale = true;
                return factor;
            }
        }
        return {};
    }

    bool numeral() {
        const std::string_view numeral = numeral_at(rest_);
        std::optional<Decimal> decimal = decimal_in(numeral, notation_);
        if (!decimal || numeral.size() > most_digits) {
            return false;
        }
        mark_doubt(numeral, *decimal);
        rest_.remove_prefix(numeral.size());
        // A point that ends the number: "8000."
        if (decimal->decimals.empty() && rest_.starts_with('.') &&
            (rest_.size() == 1 || !is_letter(rest_[1]))) {
            rest_.remove_prefix(1);
        }
        if (!rest_.empty() && (rest_.front() == '.' || is_digit(rest_.front()))) {
            return false; // "2..5", "2.5.": no number ends so
        }
        decimal = shifted(*decimal, exponent());
        if (!decimal) {
            return false;
        }
        const bool has_ending = skip_ending("u") || skip_ending("ul") || skip_ending("ull") ||
                                skip_ending("l") || skip_ending("ll") ||
                                (!decimal->decimals.empty() && skip_ending("f"));
        const std::string_view factor = has_ending ? std::string_view() : scale();
        result_.text += factor.empty() ? "" : "(";
        result_.text += decimal->whole.empty() ? "0" : decimal->whole;
        result_.text += decimal->decimals.empty() ? "" : "." + decimal->decimals;
        result_.text += factor.empty() ? "" : "*" + std::string(factor) + ")";
        return true;
    }

    std::string_view rest_;
    Notation notation_;
    PlainNumbers result_;
};

} // namespace

std::optional<PlainNumbers> plain_numbers(std::string_view text, Notation notation) {
    return Rewriter(text, notation).run();
}

} // namespace kit
