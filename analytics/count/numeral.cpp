#include "analytics/count/numeral.hpp"

#include <algorithm>
#include <charconv>
#include <regex>
#include <string>

namespace kit {

namespace {

constexpr std::size_t most_digits = 40;
constexpr int most_power_of_ten = 18;

using Match = std::match_results<std::string_view::const_iterator>;

/// Groups of three digits with one kind of sign, or with commas of two before a last one of three; then
/// decimals.
std::optional<Match> match(std::string_view numeral, Notation notation) {
    static const std::regex point(
        R"((\d*|\d{1,3}([,'_ ])\d{3}(?:\2\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})(?:\.(\d+))?)");
    static const std::regex comma(R"((\d*|\d{1,3}([.'_ ])\d{3}(?:\2\d{3})*)(?:,(\d+))?)");
    Match found;
    return std::regex_match(numeral.begin(), numeral.end(), found,
                            notation == Notation::point ? point : comma)
               ? std::optional(found)
               : std::nullopt;
}

std::size_t digits_at(std::string_view text, std::size_t at) {
    return std::min(text.find_first_not_of("0123456789", at), text.size()) - at;
}

/// Digits and the signs between them. A space belongs to it only before exactly three digits.
std::string_view signs_and_digits(std::string_view text) {
    std::size_t end = digits_at(text, 0);
    while (end < text.size() &&
           std::string_view(",.'_ ").find(text[end]) != std::string_view::npos) {
        const std::size_t next = digits_at(text, end + 1);
        if (next == 0 || (text[end] == ' ' && next != 3)) {
            break;
        }
        end += 1 + next;
    }
    return text.substr(0, end);
}

bool goes_on(std::string_view text, std::size_t at) {
    return at < text.size() && (is_letter(text[at]) || is_digit(text[at]));
}

/// 0x191218 and 0b1010.
std::optional<Numeral> radix(std::string_view text) {
    if (text.size() < 3 || text[0] != '0' || (text[1] != 'x' && text[1] != 'b')) {
        return std::nullopt;
    }
    std::int64_t value = 0;
    const auto [stop, error] =
        std::from_chars(text.data() + 2, text.data() + text.size(), value, text[1] == 'x' ? 16 : 2);
    const auto bytes = static_cast<std::size_t>(stop - text.data());
    if (error != std::errc{} || text[2] == '-' || goes_on(text, bytes)) {
        return std::nullopt;
    }
    return Numeral{.value = value, .bytes = bytes};
}

/// Takes the power of ten from the beginning of the text; 0 where there is none.
int take_exponent(std::string_view& text) {
    const std::size_t sign = text.size() > 1 && (text[1] == '-' || text[1] == '+') ? 1 : 0;
    const std::size_t digits =
        text.starts_with('e') ? digits_at(text, std::min(1 + sign, text.size())) : 0;
    if (digits == 0) {
        return 0;
    }
    int power = most_power_of_ten + 1; // as from_chars() leaves it where it does not fit
    std::from_chars(text.data() + 1 + sign, text.data() + 1 + sign + digits, power);
    const bool is_negative = text[1] == '-';
    text.remove_prefix(1 + sign + digits);
    return is_negative ? -power : power;
}

std::size_t ending_at(std::string_view text, bool has_decimals) {
    for (const std::string_view ending : {"ull", "ul", "u", "ll", "l", "f"}) {
        if (text.starts_with(ending) && !goes_on(text, ending.size()) &&
            (ending != "f" || has_decimals)) {
            return ending.size();
        }
    }
    return 0;
}

std::int64_t value_of_digits(std::string_view digits) {
    std::int64_t value = 0;
    for (const char digit : digits) {
        value = checked_add(checked_mul(value, 10), digit - '0');
    }
    return value;
}

} // namespace

std::optional<Numeral> numeral_at(std::string_view text, Notation notation) {
    if (auto number = radix(text)) {
        return number;
    }
    const std::string_view written = signs_and_digits(text);
    const auto found = match(written, notation);
    if (written.empty() || written.size() > most_digits || !found) {
        return std::nullopt;
    }
    Numeral number;
    std::string digits = found->str(1);
    std::erase_if(digits, [](char letter) { return !is_digit(letter); });
    const auto other =
        match(written, notation == Notation::point ? Notation::comma : Notation::point);
    if (other && other->str(3) != found->str(3)) {
        number.doubtful = written.find(',') != std::string_view::npos ? ',' : '.';
    }
    std::string_view rest = text.substr(written.size());
    // A point that ends the number: "8000."
    const bool has_decimals = found->length(3) > 0;
    if (!has_decimals && rest.starts_with('.') && (rest.size() == 1 || !is_letter(rest[1]))) {
        rest.remove_prefix(1);
    }
    if (!rest.empty() && (rest.front() == '.' || is_digit(rest.front()))) {
        return std::nullopt; // "2..5", "2.5.": no number ends so
    }
    const std::size_t before = rest.size();
    const int power = take_exponent(rest);
    number.has_exponent = rest.size() < before;
    if (power > most_power_of_ten || power < -most_power_of_ten) {
        return std::nullopt;
    }
    digits += found->str(3);
    const int behind_point = static_cast<int>(found->length(3)) - power;
    digits.append(static_cast<std::size_t>(std::max(0, -behind_point)), '0');
    number.digits = std::max(0, behind_point);
    number.significant = static_cast<int>(
        digits.size() - std::min(digits.find_first_not_of('0'), digits.size() - 1));
    number.value = Rational(value_of_digits(digits)) / Rational(checked_pow(10, number.digits));
    rest.remove_prefix(ending_at(rest, number.digits > 0));
    number.bytes = text.size() - rest.size();
    return number;
}

} // namespace kit
