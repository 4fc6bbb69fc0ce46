#include "analytics/quiz/typed_answer.hpp"

#include "analytics/count/calculator.hpp"
#include "analytics/quiz/plain_signs.hpp"
#include "checker/base/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <regex>
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

/// What stands between = and ≈, of "118^3 = 1643032" two sides; never empty. "8000 (20^3)" has two sides,
/// too. Quotation marks around the answer and signs that end it are gone, and "13:28" is a division.
std::vector<Side> sides_of(std::string text) {
    static const std::regex ends(R"(^[ \r\n"`]+|[ \r\n"`;!,]+$)");
    static const std::regex ratio(R"((\d) *: *(?=\d))");
    static const std::regex twice(R"((.*[a-z0-9.]) +\(((?:[^(),]|\([^(),]*\))*)\))");
    text = std::regex_replace(std::regex_replace(text, ends, ""), ratio, "$1/");
    if (std::smatch parts; std::regex_match(text, parts, twice)) {
        const std::string before = parts[1];
        const std::string inside = parts[2];
        if (!before.ends_with("ceil") && !before.ends_with("floor") &&
            std::ranges::any_of(inside, is_digit)) {
            text = before + "=" + inside;
        }
    }
    static const std::regex side("(=|≈|^) *([^=]*?) *(?=$|=|≈)");
    std::vector<Side> sides;
    for (std::sregex_iterator found(text.begin(), text.end(), side), end; found != end; ++found) {
        sides.push_back({found->str(2), found->str(1) == "≈"});
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
                static_cast<WrittenUnit&>(each) = labelled_;
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
        static const std::regex id("[12][a-e]");
        static const std::regex name("[a-z]|(dim3 )?(grid|griddim|dimgrid)|grid_dim|gridsize|"
                                     "num_?blocks|nblocks");
        static const std::regex formula("(?=.*[a-z])(?=.*(\\^|²|³))[-nrdptbk0-9 +*/^²³().]*");
        const std::string label(text);
        if (std::regex_match(label, id)) {
            label_ = label;
            return true;
        }
        if (is_filler(text) || std::regex_match(label, name)) {
            return true; // a variable is not a unit
        }
        if (text.empty() || !(is_letter(text.front()) || text.front() == '(')) {
            return false;
        }
        if (const auto unit = unit_phrase(text); unit && unit->unit && unit->threads_each.empty()) {
            labelled_ = *unit;
            return true;
        }
        return std::regex_match(label, formula);
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
            about_ = about_ || has_word("about|approx|approx.|approximately|roughly|around|ca|ca.|"
                                        "etwa|environ|circa|rund|ungefähr",
                                        word);
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
        static const std::regex sizes(
            R"((dim3[^()]*|grid|griddim)? *\(((?:[^()]|\([^()]*\))*)\)(.*))");
        static const std::regex size(R"((?:[^(),]|\([^()]*\))+)");
        static const std::regex groups(R"(\d{1,3}(,\d{3})*)"); // of one number, perhaps
        std::match_results<std::string_view::const_iterator> found;
        if (!std::regex_match(text.begin(), text.end(), found, sizes)) {
            return std::nullopt;
        }
        const bool is_dim3 = found.length(1) > 0;
        const std::string inside = found[2];
        const std::vector<std::string> parts(
            std::sregex_token_iterator(inside.begin(), inside.end(), size), {});
        if (parts.empty() || parts.size() > 3 || (parts.size() == 1 && !is_dim3)) {
            return std::nullopt;
        }
        only = is_dim3 || !std::regex_match(inside, groups);
        TypedAnswer tuple;
        Extents axes;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (!only && parts[i].front() == '0') {
                return std::nullopt; // a group of "(8,000)", as no size begins with 0
            }
            const Calculation done = calculated(trimmed(parts[i], " "), Notation::point);
            if (!done.rest.empty() || !done.value.is_integer() || done.value < 1) {
                refuse("the numbers between parentheses are not sizes");
            }
            axes[i] = done.value.numerator();
        }
        tuple.axes = axes;
        tuple.value = total(axes);
        tuple.is_single = false;
        const auto unit = unit_phrase(found.str(3));
        if (!unit || unit->factor != Rational(1)) {
            if (!only) {
                return std::nullopt; // "(20,200)*2": arithmetic
            }
            refuse(fmt::format("'{}' cannot be read", found.str(3)));
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
        static_cast<WrittenUnit&>(answer) = unit;
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
                        static_cast<WrittenUnit&>(kept) = other;
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
    if (std::ranges::all_of(sides, [](const Side& side) { return side.text.empty(); })) {
        throw BadInput("An answer is missing, such as 8,000 or 20^3.");
    }
    std::vector<TypedAnswer> all;
    std::optional<BadInput> problem;
    for (const Notation notation : {Notation::point, Notation::comma}) {
        try {
            for (TypedAnswer& each : Reader(text, notation).read(sides)) {
                const bool known = std::ranges::any_of(all, [&](const TypedAnswer& one) {
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
