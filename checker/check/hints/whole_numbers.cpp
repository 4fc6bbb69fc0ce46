#include "checker/check/hints/whole_numbers.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <string>

namespace kit {

namespace {

using Known = std::optional<WholeNumber>;

/// So many cells has no grid: larger numbers count as unknown, and all sums fit.
constexpr std::int64_t most = std::int64_t{1} << 40;

/// Binary operators, those of one rank side by side; the weakest first.
struct Operator {
    std::string_view text;
    int rank;
};

constexpr std::array operators{
    Operator{"||", 1}, Operator{"&&", 2}, Operator{"|", 3},  Operator{"&", 4},  Operator{"==", 5},
    Operator{"!=", 5}, Operator{"<=", 6}, Operator{">=", 6}, Operator{"<<", 7}, Operator{">>", 7},
    Operator{"<", 6},  Operator{">", 6},  Operator{"+", 8},  Operator{"-", 8},  Operator{"*", 9},
    Operator{"/", 9},  Operator{"%", 9}};

WholeNumber truth(bool is_true) {
    return {is_true ? 1 : 0};
}

/// The number as its type holds it.
Known held(WholeNumber number) {
    if (!number.is_wide) {
        number.value = number.is_unsigned
                           ? static_cast<std::int64_t>(static_cast<std::uint32_t>(number.value))
                           : static_cast<std::int64_t>(static_cast<std::int32_t>(number.value));
    }
    return number;
}

Known applied(std::string_view sign, WholeNumber a, WholeNumber b) {
    WholeNumber both{0, a.is_unsigned || b.is_unsigned, a.is_wide || b.is_wide};
    if (sign != "<<" && sign != ">>") { // one type for both
        for (WholeNumber* const one : {&a, &b}) {
            *one = *held({one->value, both.is_unsigned, both.is_wide});
        }
    }
    const std::int64_t x = a.value;
    const std::int64_t y = b.value;
    if (((sign == "/" || sign == "%") && y == 0) ||
        ((sign == "<<" || sign == ">>") && (y < 0 || y > 31 || x < 0 || x > UINT32_MAX))) {
        return std::nullopt;
    }
    // An int that overflows is anything.
    const auto with = [&](std::int64_t value) -> Known {
        const bool fits = both.is_unsigned || both.is_wide || value == std::int32_t(value);
        both.value = value;
        return fits && value < most && value > -most ? held(both) : std::nullopt;
    };
    if (sign == "*") {
        std::int64_t product = 0;
        return __builtin_mul_overflow(x, y, &product) ? std::nullopt : with(product);
    }
    switch (sign.front()) {
    case '+': return with(x + y);
    case '-': return with(x - y);
    case '/': return with(x / y);
    case '%': return with(x % y);
    case '=': return truth(x == y);
    case '!': return truth(x != y);
    case '<': return sign == "<<" ? with(x << y) : truth(sign == "<" ? x < y : x <= y);
    case '>': return sign == ">>" ? with(x >> y) : truth(sign == ">" ? x > y : x >= y);
    case '&': return sign == "&&" ? truth(x != 0 && y != 0) : with(x & y);
    default: return sign == "||" ? truth(x != 0 || y != 0) : with(x | y);
    }
}

/// Reads an expression from its begin; `at_` is what comes next.
class Reader {
public:
    Reader(TokenAt begin, TokenAt end, const ValueOfName& value_of, int depth)
        : at_(begin), end_(end), value_of_(value_of), depth_(depth) {}

    Known all() {
        const Known value = choice();
        return at_ == end_ && !has_failed_ ? value : std::nullopt;
    }

private:
    [[nodiscard]] bool is_next(std::string_view text) const { return at_ != end_ && at_->is(text); }

    /// The operator that begins here; empty if none does. Its marks stand side by side.
    [[nodiscard]] Operator next_operator() const {
        for (const Operator& one : operators) {
            const bool is_double = one.text.size() == 2;
            if (end_ - at_ > (is_double ? 1 : 0) && at_->text == one.text.substr(0, 1) &&
                (!is_double || (at_[1].text == one.text.substr(1) &&
                                at_->text.data() + 1 == at_[1].text.data()))) {
                return one;
            }
        }
        return {"", 0};
    }

    Known choice() {
        const Deeper here(depth_);
        if (depth_ > most_depth) {
            return fail();
        }
        const Known condition = ranked(1);
        if (!is_next("?")) {
            return condition;
        }
        ++at_;
        const Known one = choice();
        if (!is_next(":")) {
            return fail();
        }
        ++at_;
        const Known other = choice();
        return !condition ? std::nullopt : condition->value != 0 ? one : other;
    }

    /// A chain of operators of at least this rank.
    Known ranked(int rank) {
        Known left = single();
        for (Operator next = next_operator(); next.rank >= rank; next = next_operator()) {
            at_ += std::ssize(next.text);
            const Known right = ranked(next.rank + 1);
            const auto decides = [&](const Known& one, bool truth_value) {
                return one && (one->value != 0) == truth_value;
            };
            if (next.text == "&&" && (decides(left, false) || decides(right, false))) {
                left = truth(false);
            } else if (next.text == "||" && (decides(left, true) || decides(right, true))) {
                left = truth(true);
            } else {
                left = left && right ? applied(next.text, *left, *right) : std::nullopt;
            }
        }
        return left;
    }

    Known single() {
        const Deeper here(depth_);
        if (at_ == end_ || depth_ > most_depth) {
            return fail();
        }
        if (is_next("-") || is_next("+") || is_next("!")) {
            const std::string_view sign = (at_++)->text;
            const Known of = single();
            return !of           ? std::nullopt
                   : sign == "!" ? truth(of->value == 0)
                   : sign == "-" ? applied("-", {0}, *of)
                                 : of;
        }
        if (at_->kind == Token::Kind::number) {
            return literal((at_++)->text);
        }
        if (is_next("(")) {
            return in_brackets();
        }
        if (at_->kind != Token::Kind::word) {
            return fail();
        }
        return name();
    }

    static Known literal(std::string_view text) {
        WholeNumber number;
        const bool is_hex = text.starts_with("0x");
        const auto from = text.data() + (is_hex ? 2 : 0);
        const auto [rest, error] =
            std::from_chars(from, text.data() + text.size(), number.value, is_hex ? 16 : 10);
        for (const char* mark = rest; mark != text.data() + text.size(); ++mark) {
            if (std::string_view("uUlL").find(*mark) == std::string_view::npos) {
                return std::nullopt;
            }
            number.is_unsigned = number.is_unsigned || *mark == 'u' || *mark == 'U';
            number.is_wide = number.is_wide || *mark == 'l' || *mark == 'L';
        }
        return error == std::errc() && number.value < most ? std::optional(number) : std::nullopt;
    }

    /// "int", "unsigned int", "size_t": as a number of the type; nothing if it is none of whole numbers.
    static Known type_of(TokenAt begin, TokenAt end) {
        WholeNumber type;
        constexpr std::array words{"int",      "unsigned", "long",     "size_t",  "uint32_t",
                                   "uint64_t", "int64_t",  "const",    "int32_t", "std",
                                   ":",        "uint",     "ptrdiff_t"};
        for (auto at = begin; at != end; ++at) {
            if (!is_one_of(words, at->text)) {
                return std::nullopt;
            }
            const std::string_view word = at->text;
            type.is_unsigned = type.is_unsigned || word.starts_with("u") || word == "size_t";
            type.is_wide = type.is_wide || word == "long" || word.ends_with("64_t") ||
                           word == "size_t" || word == "ptrdiff_t";
        }
        return begin == end ? std::nullopt : std::optional(type);
    }

    static Known as_type(const Known& value, const Known& type) {
        return !value || !type ? std::nullopt
                               : held({value->value, type->is_unsigned, type->is_wide});
    }

    /// A cast or an expression.
    Known in_brackets() {
        const auto close = closing_bracket(at_, end_);
        if (close == end_) {
            return fail();
        }
        const Known type = type_of(std::next(at_), close);
        if (type) {
            at_ = std::next(close);
            return as_type(single(), type);
        }
        const Known value = Reader(std::next(at_), close, value_of_, depth_).all();
        at_ = std::next(close);
        return value;
    }

    Known name() {
        if (follows(at_, end_, {"std", ":", ":"})) {
            at_ += 3;
        }
        if (at_ == end_) {
            return fail();
        }
        const std::string_view word = at_->text;
        if (word == "static_cast") {
            const auto open = std::find_if(at_, end_, [](const auto& one) { return one.is("("); });
            if (open == end_ || open - at_ < 3) {
                return fail();
            }
            const Known type = type_of(at_ + 2, std::prev(open));
            at_ = open;
            return as_type(in_brackets(), type);
        }
        if (word == "true" || word == "false") {
            ++at_;
            return truth(word == "true");
        }
        ++at_;
        at_ += follows(at_, end_, {"<", "R", ">"}) ? 3 : 0; // a variable for each order
        if (is_next("(")) {
            return called(word);
        }
        if (is_next(".") && end_ - at_ > 1) { // a member: its text is the name with both
            const std::string_view all(word.data(),
                                       at_[1].text.data() + at_[1].text.size() - word.data());
            at_ += 2;
            return is_next("(") ? fail() : value_of_(all);
        }
        if (!is_next("[")) {
            return value_of_(word);
        }
        while (is_next("[")) { // an element: any value
            at_ = closing_bracket(at_, end_);
            if (at_ == end_) {
                return fail();
            }
            ++at_;
        }
        return std::nullopt;
    }

    /// min, max, abs, or a type: "int(x)".
    Known called(std::string_view word) {
        const auto close = closing_bracket(at_, end_);
        if (close == end_) {
            return fail();
        }
        int depth = 0;
        const auto comma = std::find_if(std::next(at_), close, [&depth](const Token& one) {
            depth += one.is("(") || one.is("[") ? 1 : one.is(")") || one.is("]") ? -1 : 0;
            return depth == 0 && one.is(",");
        });
        const Known first = Reader(std::next(at_), comma, value_of_, depth_).all();
        const Known second = comma == close
                                 ? std::nullopt
                                 : Reader(std::next(comma), close, value_of_, depth_).all();
        at_ = std::next(close);
        if ((word == "min" || word == "max") && first && second) {
            const Known is_less = applied("<", *first, *second);
            return !is_less                                   ? std::nullopt
                   : (is_less->value != 0) == (word == "min") ? first
                                                              : second;
        }
        if (word == "abs" && first) {
            return first->value < 0 ? applied("-", {0}, *first) : first;
        }
        if (comma == close && (word == "int" || word == "unsigned" || word == "size_t")) {
            return as_type(first, WholeNumber{0, word != "int", word == "size_t"});
        }
        return std::nullopt;
    }

    /// Nothing more can be read.
    Known fail() {
        at_ = end_;
        has_failed_ = true;
        return std::nullopt;
    }

    TokenAt at_;
    TokenAt end_;
    const ValueOfName& value_of_;
    int depth_;
    bool has_failed_ = false;
};

} // namespace

std::optional<WholeNumber> evaluate_whole(TokenAt begin, TokenAt end, const ValueOfName& value_of) {
    return begin == end ? std::nullopt : Reader(begin, end, value_of, 0).all();
}

} // namespace kit
