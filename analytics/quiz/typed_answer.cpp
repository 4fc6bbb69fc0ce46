#include "analytics/quiz/typed_answer.hpp"

#include "analytics/count/calculator.hpp"
#include "analytics/quiz/plain_signs.hpp"
#include "checker/base/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace kit {

namespace {

constexpr std::size_t most_answer_bytes = 200;
constexpr int least_significant_digits = 2;

/// A part of an answer, which is taken apart at its signs of equality.
struct Side {
    std::string text;
    bool is_approximate = false; ///< behind ≈
};

constexpr std::string_view approximate_sign = "≈";

/// The text without quotation marks around it and signs behind it that end sentences; "187:73" as a
/// division.
std::string tidied(std::string text) {
    text = std::string(trimmed(text, " \r\n\"`"));
    while (!text.empty() &&
           (text.back() == ';' || text.back() == '!' || text.back() == ',' || text.back() == ' ')) {
        text.pop_back();
    }
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        const std::size_t next = text.find_first_not_of(' ', i + 1);
        const std::size_t last = text.find_last_not_of(' ', i - 1);
        if (text[i] == ':' && next != std::string::npos && last != std::string::npos &&
            is_digit(text[next]) && is_digit(text[last])) {
            text[i] = '/';
        }
    }
    return text;
}

/// What stands between = and ≈, of "118^3 = 1643032" two sides; never empty. "8000 (20^3)" has two sides,
/// too. Quotation marks around the answer and signs that end it are gone, sizeof(float) is 4 and "13:28"
/// a division.
std::vector<Side> sides_of(std::string_view answer) {
    std::string text = tidied(std::string(answer));
    if (text.ends_with(')')) {
        std::size_t open = text.rfind('(');
        while (open != std::string::npos && behind_parenthesis(text, open) != text.size()) {
            open = open == 0 ? std::string::npos : text.rfind('(', open - 1);
        }
        const std::string_view before =
            trimmed(std::string_view(text).substr(0, open == std::string::npos ? 0 : open), " ");
        const bool calls = before.ends_with("ceil") || before.ends_with("floor");
        const bool has_comma =
            open == std::string::npos || text.find(',', open) != std::string::npos;
        if (!before.empty() && !calls && !has_comma && open > before.size() &&
            (is_letter(before.back()) || is_digit(before.back()) || before.back() == '.') &&
            std::any_of(text.begin() + static_cast<std::ptrdiff_t>(open), text.end(), is_digit)) {
            text.replace(open, 1, "=");
            text.pop_back();
        }
    }
    std::vector<Side> sides{{}};
    for (std::string_view rest = text; !rest.empty();) {
        const bool about = rest.starts_with(approximate_sign);
        if (about || rest.front() == '=') {
            sides.push_back({"", about});
            rest.remove_prefix(about ? approximate_sign.size() : 1);
        } else {
            sides.back().text += rest.front();
            rest.remove_prefix(1);
        }
    }
    for (Side& side : sides) {
        side.text = std::string(trimmed(side.text, " "));
    }
    if (sides.front().text.empty() && sides.size() > 1) {
        sides.erase(sides.begin());
    }
    return sides;
}

/// |a − b| ≤ most.
bool within(const Rational& a, const Rational& b, const Rational& most) {
    const Rational difference = a < b ? b - a : a - b;
    return !(most < difference);
}

/// Reads the sides of one answer in one notation.
class Reader {
public:
    Reader(std::string_view typed, Notation notation) : typed_(typed), notation_(notation) {}

    std::vector<TypedAnswer> read(const std::vector<Side>& sides) {
        std::vector<TypedAnswer> answer;
        for (std::size_t i = 0; i < sides.size(); ++i) {
            const bool last = i + 1 == sides.size();
            if (!last && answer.empty() && take_label(sides[i].text)) {
                continue;
            }
            std::vector<TypedAnswer> next = side(sides[i].text);
            if (answer.empty()) {
                for (TypedAnswer& each : next) {
                    each.is_approximate = each.is_approximate || sides[i].is_approximate;
                }
                answer = std::move(next);
            } else {
                answer = agreed(answer, next, sides[i].is_approximate);
            }
        }
        for (TypedAnswer& each : answer) {
            each.label = label_;
            if (!each.unit && labelled_.unit) {
                each.unit = labelled_.unit;
                each.unit_words = labelled_.words;
            } else if (each.unit && labelled_.unit && each.unit != labelled_.unit) {
                refuse("two units stand");
            }
        }
        return answer;
    }

private:
    [[noreturn]] void refuse(const std::string& reason) const {
        throw BadInput("An answer is a number such as 8,000, a product such as 20^3 or a "
                       "fraction such as 13/28, with or without a unit; in '{}' {}.",
                       typed_, reason);
    }

    /// A name such as "blocks", "N" or "1c", or a formula of names such as (n-2r)^3, before the number.
    bool take_label(std::string_view text) {
        constexpr auto launch_names = std::to_array<std::string_view>(
            {"grid", "griddim", "grid_dim", "dimgrid", "gridsize", "numblocks", "num_blocks",
             "nblocks", "dim3 grid", "dim3 griddim", "dim3 dimgrid"});
        if (is_filler(text) ||
            std::find(launch_names.begin(), launch_names.end(), text) != launch_names.end()) {
            return true;
        }
        const bool is_id = text.size() == 2 && (text[0] == '1' || text[0] == '2');
        if (is_id && text[1] >= 'a' && text[1] <= 'e') {
            label_ = text;
            return true;
        }
        if (text.size() == 1 && is_letter(text.front())) {
            return true; // a variable, not a unit
        }
        const bool starts = !text.empty() && (is_letter(text.front()) || text.front() == '(');
        if (!starts) {
            return false;
        }
        if (const auto unit = unit_phrase(text); unit && unit->unit && unit->threads_each.empty()) {
            labelled_ = *unit;
            return true;
        }
        return (text.find('^') != std::string_view::npos ||
                text.find("²") != std::string_view::npos ||
                text.find("³") != std::string_view::npos) &&
               std::all_of(
                   text.begin(), text.end(),
                   [](char letter) {
                       return std::string_view("nrdptbk0123456789 +-*/^²³().").find(letter) !=
                              std::string_view::npos;
                   }) &&
               std::any_of(text.begin(), text.end(), is_letter);
    }

    /// "1c) 8000", "answer: 8000", "blocks: 8000", "about 8000": from the number on.
    std::string_view without_lead(std::string_view text) {
        const std::size_t colon = text.find(':');
        const std::size_t bracket = text.find(')');
        const bool bracketed = bracket < text.find('(');
        const std::size_t end = colon != std::string_view::npos ? colon
                                : bracketed                     ? bracket
                                                                : std::string_view::npos;
        const std::string_view label =
            end == std::string_view::npos ? "" : trimmed(text.substr(0, end), " ");
        if (!label.empty() && take_label(label)) {
            if (label.size() == 1 && label.front() <= 'e') {
                label_ = label; // "b) 3375": the part of the exercise
            }
            text = trimmed(text.substr(end + 1), " ");
        }
        while (!text.empty() && (is_letter(text.front()) || (text.front() & 0x80) != 0)) {
            const std::size_t space = text.find(' ');
            const std::string_view word = text.substr(0, space);
            if (space == std::string_view::npos || !is_filler(word)) {
                break;
            }
            about_ = about_ || word == "about" || word.starts_with("approx") || word == "roughly" ||
                     word == "around" || word.starts_with("ca") || word == "etwa" ||
                     word == "environ" || word == "circa" || word == "rund" || word == "ungefähr";
            text = trimmed(text.substr(space), " ");
        }
        return text.starts_with('+') ? trimmed(text.substr(1), " ") : text;
    }

    std::vector<TypedAnswer> side(std::string_view text) {
        about_ = false;
        text = without_lead(text);
        if (text.empty()) {
            refuse("a number is missing");
        }
        std::vector<TypedAnswer> found;
        bool only_tuple = false;
        if (auto tuple = tuple_in(text, only_tuple)) {
            found.push_back(std::move(*tuple));
        }
        if (!only_tuple) {
            std::vector<TypedAnswer> numbers = number_with_unit(text);
            // The number before the tuple: "(1,643,032)" is one first of all.
            found.insert(found.begin(), numbers.begin(), numbers.end());
        }
        for (TypedAnswer& each : found) {
            each.notation = notation_;
            each.is_approximate = each.is_approximate || about_;
        }
        return found;
    }

    /// "(15, 15, 15)", "dim3 grid(15,15,15)", with a unit behind it or none.
    std::optional<TypedAnswer> tuple_in(std::string_view text, bool& only) {
        const std::size_t open = text.find('(');
        const std::string_view name =
            trimmed(text.substr(0, open == std::string_view::npos ? 0 : open), " ");
        const bool is_dim3 = name.starts_with("dim3") || name == "grid" || name == "griddim";
        const std::size_t end =
            open == std::string_view::npos ? open : behind_parenthesis(text, open);
        if (end == std::string_view::npos || (!name.empty() && !is_dim3)) {
            return std::nullopt;
        }
        std::vector<std::string_view> parts;
        const std::string_view inside = text.substr(open + 1, end - open - 2);
        int depth = 0;
        std::size_t begin = 0;
        bool groups = true; // "(118,118,118)" could be one number
        for (std::size_t i = 0; i <= inside.size(); ++i) {
            depth += i < inside.size() ? (inside[i] == '(' ? 1 : inside[i] == ')' ? -1 : 0) : 0;
            if (i == inside.size() || (inside[i] == ',' && depth == 0)) {
                const std::string_view part = inside.substr(begin, i - begin);
                groups = groups && std::all_of(part.begin(), part.end(), is_digit) &&
                         (begin == 0 ? part.size() <= 3 : part.size() == 3);
                parts.push_back(trimmed(part, " "));
                begin = i + 1;
            }
        }
        if (parts.size() > 3 || (parts.size() == 1 && !is_dim3)) {
            return std::nullopt;
        }
        only = is_dim3 || !groups;
        TypedAnswer tuple;
        Extents axes;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (!only && parts[i].front() == '0') {
                return std::nullopt; // a group of "(8,000)", as no size begins with 0
            }
            const Calculation done = calculated(parts[i], Notation::point);
            if (!done.rest.empty() || !done.value.is_integer() || done.value < 1) {
                refuse("the numbers between parentheses are not sizes");
            }
            axes[static_cast<int>(i)] = done.value.numerator();
        }
        tuple.axes = axes;
        tuple.value = total(axes);
        tuple.is_single = false;
        const auto unit = unit_phrase(text.substr(end));
        if (!unit || unit->factor != Rational(1)) {
            if (!only) {
                return std::nullopt; // "(20,200)*2": arithmetic
            }
            refuse(fmt::format("'{}' cannot be read", text.substr(end)));
        }
        apply(*unit, tuple);
        return tuple;
    }

    Calculation calculated(std::string_view text, Notation notation) {
        try {
            return calculate(text, {}, notation);
        } catch (const NotArithmetic& error) {
            refuse(error.what());
        }
    }

    void apply(const UnitPhrase& unit, TypedAnswer& answer) {
        answer.unit = unit.unit;
        answer.unit_words = unit.words;
        answer.element_bytes = unit.element_bytes;
        if (!unit.threads_each.empty()) {
            const Calculation each = calculated(unit.threads_each, notation_);
            if (!each.rest.empty()) {
                refuse(fmt::format("'{}' cannot be read", each.rest));
            }
            answer.threads_each = each.value;
        }
    }

    /// One reading, or two where a k or kB can be 1,000 or 1,024.
    std::vector<TypedAnswer> number_with_unit(std::string_view text) {
        const Calculation typed = calculated(text, notation_);
        const auto unit = unit_phrase(typed.rest);
        if (!unit) {
            refuse(fmt::format("'{}' cannot be read", typed.rest));
        }
        TypedAnswer answer;
        apply(*unit, answer);
        answer.value = typed.value * unit->factor;
        answer.is_single = typed.is_single;
        answer.has_doubtful_comma = typed.has_doubtful_comma;
        answer.has_doubtful_point = typed.has_doubtful_point;
        answer.has_scale = typed.has_scale || 1 < unit->factor;
        answer.is_approximate = answer.has_scale;
        if (typed.has_decimals && typed.is_single && unit->factor == Rational(1)) {
            answer.precision = TypedAnswer::Precision::rounded;
            answer.digits = typed.digits.value_or(0);
            answer.significant = typed.significant;
        } else if (typed.has_decimals) {
            answer.precision = TypedAnswer::Precision::computed;
        }
        std::vector<TypedAnswer> found{answer};
        if (unit->factor_too) {
            answer.value = typed.value * *unit->factor_too;
            answer.is_other_scale = true;
            found.push_back(answer);
        }
        return found;
    }

    /// The number in bytes where its unit is elements of a known type.
    static Rational comparable(const TypedAnswer& answer, const TypedAnswer& other) {
        const bool convert = other.unit == Unit::bytes && answer.element_bytes;
        return convert ? answer.value * *answer.element_bytes : answer.value;
    }

    /// The side that counts of "left = right" or "left ≈ right". Throws where they are not the same.
    std::vector<TypedAnswer> agreed(const std::vector<TypedAnswer>& left,
                                    const std::vector<TypedAnswer>& right, bool approximately) {
        std::vector<TypedAnswer> both;
        for (const TypedAnswer& a : left) {
            for (const TypedAnswer& b : right) {
                const Rational x = comparable(a, b);
                const Rational y = comparable(b, a);
                const bool same =
                    approximately
                        ? within(x, y, (x < 0 ? Rational(0) - x : x) * Rational(1, 100))
                        : x == y ||
                              (b.precision == TypedAnswer::Precision::rounded && agrees(b, x)) ||
                              (a.precision == TypedAnswer::Precision::rounded && agrees(a, y));
                const bool units =
                    !a.unit || !b.unit || a.unit == b.unit || !(x == a.value) || !(y == b.value);
                if (same && units) {
                    // An approximation does not replace what it approximates.
                    TypedAnswer kept = approximately ? a : b;
                    const TypedAnswer& other = approximately ? b : a;
                    if (!kept.unit) {
                        kept.unit = other.unit;
                        kept.unit_words = other.unit_words;
                        kept.element_bytes = other.element_bytes;
                    }
                    kept.axes = kept.axes ? kept.axes : other.axes;
                    both.push_back(std::move(kept));
                }
            }
        }
        if (both.empty()) {
            refuse("the sides of the equation are not the same");
        }
        return both;
    }

    std::string_view typed_;
    Notation notation_;
    UnitPhrase labelled_;
    std::optional<std::string> label_;
    bool about_ = false;
};

/// Whether a whole number is the other, rounded to fewer digits: 1,600,000 of 1,643,032.
bool is_rounding_of(const Rational& rounded, const Rational& exact) {
    if (!rounded.is_integer() || !exact.is_integer() || rounded == exact ||
        !(Rational(0) < rounded)) {
        return false;
    }
    std::int64_t place = 1;
    for (std::int64_t rest = rounded.numerator(); rest % 10 == 0; rest /= 10) {
        place = checked_mul(place, 10);
    }
    return 2 * place > 1 && within(rounded, exact, Rational(place, 2));
}

} // namespace

std::vector<TypedAnswer> readings(std::string_view text) {
    if (text.size() > most_answer_bytes) {
        throw BadInput("An answer has at most {} characters.", most_answer_bytes);
    }
    const std::vector<Side> sides = sides_of(plain_signs(text));
    if (std::all_of(sides.begin(), sides.end(),
                    [](const Side& side) { return side.text.empty(); })) {
        throw BadInput("An answer is missing, such as 8,000 or 20^3.");
    }
    std::vector<TypedAnswer> all;
    std::optional<BadInput> problem;
    for (const Notation notation : {Notation::point, Notation::comma}) {
        try {
            for (TypedAnswer& each : Reader(text, notation).read(sides)) {
                const bool known = std::any_of(all.begin(), all.end(), [&](const TypedAnswer& one) {
                    return one.value == each.value && one.unit == each.unit &&
                           one.axes == each.axes;
                });
                if (!known) {
                    all.push_back(std::move(each));
                }
            }
        } catch (const BadInput& error) {
            problem = problem ? problem : error;
        }
    }
    if (all.empty()) {
        throw BadInput(*problem);
    }
    return all;
}

TypedAnswer typed_answer(std::string_view text) {
    return readings(text).front();
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
    if (value.is_integer()) {
        return typed.is_approximate && is_rounding_of(typed.value, value);
    }
    const bool whole = typed.precision == TypedAnswer::Precision::exact && typed.value.is_integer();
    const bool short_decimal = typed.precision == TypedAnswer::Precision::rounded &&
                               typed.significant < least_significant_digits;
    return (whole || short_decimal) && within(typed.value, value, 1);
}

} // namespace kit
