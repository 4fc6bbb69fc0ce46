#include "checker/grading/similarity/expression_reader.hpp"

#include "checker/base/fingerprint.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace kit {

namespace {

constexpr int deepest = 60;
constexpr std::size_t most_words = 4000; // of one expression, with what its names stand for

int precedence(std::string_view mark) {
    static const std::map<std::string_view, int> all{
        {"?", 1},  {"||", 2}, {"&&", 3}, {"|", 4},  {"^", 5},  {"&", 6},  {"==", 7},
        {"!=", 7}, {"<", 8},  {">", 8},  {"<=", 8}, {">=", 8}, {"<<", 9}, {">>", 9},
        {"+", 10}, {"-", 10}, {"*", 11}, {"/", 11}, {"%", 11}};
    const auto found = all.find(mark);
    return found == all.end() ? 0 : found->second;
}

bool opens(std::string_view mark) {
    return mark == "(" || mark == "[" || mark == "{";
}

bool closes(std::string_view mark) {
    return mark == ")" || mark == "]" || mark == "}";
}

bool is_type(std::string_view word) {
    static const std::array<std::string_view, 16> types{
        "int",      "unsigned", "long",     "short",   "size_t",    "float",  "double", "bool",
        "uint32_t", "int32_t",  "uint64_t", "int64_t", "ptrdiff_t", "signed", "char",   "const"};
    return std::find(types.begin(), types.end(), word) != types.end();
}

class Reader {
public:
    Reader(Words words, const Meanings& meanings, int depth, std::size_t& budget)
        : words_(words), meanings_(meanings), depth_(depth), budget_(budget) {}

    Value read() {
        Value value = binary(1);
        while (at_ < words_.size()) { // words that are no expression
            value = Value::atom(combined(value.hash(), unary().hash()));
        }
        return value;
    }

private:
    [[nodiscard]] std::string_view peek(std::size_t ahead = 0) const {
        return at_ + ahead < words_.size() ? words_[at_ + ahead].spelling : std::string_view();
    }

    [[nodiscard]] bool is_spent() const { return depth_ > deepest || budget_ > most_words; }

    /// The rest as one atom.
    Value rest() {
        Hash hash = 1;
        for (; at_ < words_.size(); ++at_) {
            hash = combined(hash, hash_of(words_[at_].spelling));
        }
        return Value::atom(hash);
    }

    Value inner(Words words) {
        Reader reader(words, meanings_, depth_ + 1, budget_);
        return reader.read();
    }

    Value binary(int least) {
        if (++depth_ > deepest || is_spent()) {
            Value value = rest();
            --depth_;
            return value;
        }
        Value left = unary();
        while (at_ < words_.size()) {
            const std::string_view mark = peek();
            const int level = precedence(mark);
            if (level == 0 || level < least) {
                break;
            }
            ++at_;
            if (mark == "?") {
                const Value first = binary(1);
                at_ += peek() == ":" ? 1 : 0;
                left = chosen(left, first, binary(1));
            } else {
                left = together(left, mark, binary(level + 1));
            }
        }
        --depth_;
        return left;
    }

    static Value chosen(const Value& condition, const Value& first, const Value& second) {
        const Hash yes = condition.as_condition().hash();
        const Hash no = condition.negated().hash();
        // "a ? b : c" is "!a ? c : b".
        return Value::atom(yes < no ? combined(yes, combined(first.hash(), second.hash()))
                                    : combined(no, combined(second.hash(), first.hash())));
    }

    static Value together(const Value& left, std::string_view mark, const Value& right) {
        const auto polynomials = [&] {
            return std::pair(left.as_polynomial(), right.as_polynomial());
        };
        if (mark == "&&" || mark == "||") {
            return left.and_or(right, mark == "&&");
        }
        const auto [a, b] = polynomials();
        if (mark == "+" || mark == "-") {
            return {a.plus(b, mark == "+" ? 1 : -1), {}, true};
        }
        if (mark == "*") {
            return {a.times(b), {}, true};
        }
        if (mark == "<" || mark == ">") {
            return mark == "<" ? Value::at_least(b, a, 1) : Value::at_least(a, b, 1);
        }
        if (mark == "<=" || mark == ">=") {
            return mark == "<=" ? Value::at_least(b, a, 0) : Value::at_least(a, b, 0);
        }
        if (mark == "==" || mark == "!=") {
            const Value equal = Value::equal(a, b);
            return mark == "==" ? equal : equal.negated();
        }
        if (mark == "/" && b.is_number() && b.value() == 1) {
            return left;
        }
        if (mark == "&" || mark == "|" || mark == "^") {
            return Value::atom(
                combined(hash_of(mark), combined_in_any_order({a.hash(), b.hash()})));
        }
        return Value::atom(combined(hash_of(mark), combined(a.hash(), b.hash())));
    }

    Value unary() {
        bool minus = false;
        bool negated = false;
        int elements = 0;
        Hash others = 0;
        for (; at_ < words_.size(); ++at_) {
            const std::string_view mark = peek();
            if (mark == "-") {
                minus = !minus;
            } else if (mark == "!") {
                negated = !negated;
            } else if (mark == "*") {
                ++elements;
            } else if (mark == "&" || mark == "~" || mark == "++" || mark == "--") {
                others = combined(others, hash_of(mark));
            } else if (mark != "+") {
                break;
            }
        }
        Value value = primary();
        for (; elements > 0; --elements) {
            value = element(value.as_polynomial());
        }
        if (others != 0) {
            value = Value::atom(combined(others, value.hash()));
        }
        if (minus) {
            value = {Polynomial().plus(value.as_polynomial(), -1), {}, true};
        }
        return negated ? value.negated() : value;
    }

    Value primary() {
        if (at_ >= words_.size() || is_spent()) {
            return rest();
        }
        ++budget_;
        const KernelToken& word = words_[at_];
        Value value;
        if (word.spelling == "(") {
            const std::size_t end = after_group(words_, at_);
            const Words inside = words_.subspan(at_ + 1, end - at_ - 1 - (end > at_ + 1 ? 1 : 0));
            at_ = end;
            if (!inside.empty() && std::all_of(inside.begin(), inside.end(), [](const auto& one) {
                    return is_type(one.spelling);
                })) {
                ++depth_;
                Value converted = is_spent() ? rest() : unary();
                --depth_;
                return converted;
            }
            value = inner(inside);
        } else if (word.spelling == "static_cast" || word.spelling == "reinterpret_cast") {
            while (at_ < words_.size() && peek() != "(") {
                ++at_;
            }
            return at_ < words_.size() ? primary() : rest();
        } else if (word.kind == KernelToken::Kind::number) {
            ++at_;
            return number(word.spelling);
        } else if (word.kind == KernelToken::Kind::name) {
            ++at_;
            if (is_type(word.spelling)) {
                return at_ < words_.size() ? primary() : rest();
            }
            value = named(word.spelling);
        } else if (opens(word.spelling)) {
            value = group(hash_of(word.spelling));
        } else {
            ++at_;
            return Value::atom(hash_of(word.spelling));
        }
        return postfix(std::move(value));
    }

    static Value number(std::string_view spelling) {
        const std::string text = number_text(spelling);
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        return error == std::errc() && end == text.data() + text.size()
                   ? Value::number(value)
                   : Value::atom(hash_of(text));
    }

    Value named(std::string_view name) {
        if (peek() == "(") {
            if (const ShortFunction* function = meanings_.function(name)) {
                return called(*function);
            }
            const std::size_t end = after_group(words_, at_);
            const Words inside = words_.subspan(at_ + 1, end - at_ - 1 - (end > at_ + 1 ? 1 : 0));
            at_ = end;
            Hash hash = hash_of(is_known_name(name) ? name : "a function");
            const bool any_order = name == "min" || name == "max";
            std::vector<Hash> arguments;
            std::vector<Polynomial> numbers;
            for (const Words argument : split_at(inside, ",")) {
                const Value value = inner(argument);
                arguments.push_back(value.hash());
                numbers.push_back(value.as_polynomial());
            }
            if (numbers.size() == 3 && (name == "fma" || name == "fmaf" || name == "__fmaf_rn")) {
                return {numbers[0].times(numbers[1]).plus(numbers[2], 1), {}, true};
            }
            if (any_order) {
                return Value::atom(combined(hash, combined_in_any_order(std::move(arguments))));
            }
            for (const Hash argument : arguments) {
                hash = combined(hash, argument);
            }
            return Value::atom(hash);
        }
        const Value* known = meanings_.value(name);
        return known != nullptr ? *known : Value::atom(hash_of(name));
    }

    Value called(const ShortFunction& function) {
        const std::size_t end = after_group(words_, at_);
        const Words inside = words_.subspan(at_ + 1, end - at_ - 1 - (end > at_ + 1 ? 1 : 0));
        at_ = end;
        if (is_spent()) {
            return rest();
        }
        Meanings within;
        within.outer = &meanings_;
        within.called = meanings_.called;
        const std::vector<Words> arguments = split_at(inside, ",");
        for (std::size_t i = 0; i < function.parameters.size() && i < arguments.size(); ++i) {
            within.values[function.parameters[i]] = inner(arguments[i]);
        }
        // No function calls itself or another that is not told yet.
        Reader reader(function.result, within, depth_ + 4, budget_);
        Value value = reader.read();
        if (meanings_.called == nullptr || value.tests.size() < 2) {
            return value;
        }
        meanings_.called->push_back(value);
        return value.named();
    }

    /// "a[i]" and "*(a + i)".
    static Value element(const Polynomial& place) {
        return Value::atom(combined(hash_of("["), place.hash()));
    }

    Value bracketed() {
        const std::size_t end = after_group(words_, at_);
        const Words inside = words_.subspan(at_ + 1, end - at_ - 1 - (end > at_ + 1 ? 1 : 0));
        at_ = end;
        return inner(inside);
    }

    Value group(Hash hash) {
        const std::size_t end = after_group(words_, at_);
        const Words inside = words_.subspan(at_ + 1, end - at_ - 1 - (end > at_ + 1 ? 1 : 0));
        at_ = end;
        for (const Words part : split_at(inside, ",")) {
            hash = combined(hash, inner(part).hash());
        }
        return Value::atom(hash);
    }

    Value postfix(Value value) {
        while (at_ < words_.size()) {
            const std::string_view mark = peek();
            if (mark == "[") {
                const Value index = bracketed();
                value = element(value.as_polynomial().plus(index.as_polynomial(), 1));
            } else if (mark == "(") {
                value = group(combined(value.hash(), hash_of(mark)));
            } else if (mark == "." || mark == "->") {
                value = Value::atom(combined(value.hash(), hash_of(peek(1))));
                at_ += at_ + 1 < words_.size() ? 2 : 1;
            } else if (mark == "++" || mark == "--" || mark == "::") {
                ++at_;
            } else {
                break;
            }
        }
        return value;
    }

    Words words_;
    const Meanings& meanings_;
    int depth_;
    std::size_t& budget_;
    std::size_t at_ = 0;
};

} // namespace

const Value* Meanings::value(std::string_view name) const {
    for (const Meanings* one = this; one != nullptr; one = one->outer) {
        if (const auto found = one->values.find(name); found != one->values.end()) {
            return &found->second;
        }
    }
    return nullptr;
}

const ShortFunction* Meanings::function(std::string_view name) const {
    for (const Meanings* one = this; one != nullptr; one = one->outer) {
        if (const auto found = one->functions.find(name); found != one->functions.end()) {
            return &found->second;
        }
    }
    return nullptr;
}

std::vector<std::size_t> group_ends(Words words) {
    std::vector<std::size_t> ends(words.size(), 0);
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (opens(words[i].spelling)) {
            open.push_back(i);
            ends[i] = words.size();
        } else if (closes(words[i].spelling) && !open.empty()) {
            ends[open.back()] = i + 1;
            open.pop_back();
        }
    }
    return ends;
}

std::size_t after_group(Words words, std::size_t open) {
    std::size_t depth = 0;
    for (std::size_t i = open; i < words.size(); ++i) {
        if (opens(words[i].spelling)) {
            ++depth;
        } else if (closes(words[i].spelling) && --depth == 0) {
            return i + 1;
        }
    }
    return words.size();
}

std::vector<Words> split_at(Words words, std::string_view mark) {
    std::vector<Words> parts;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (opens(words[i].spelling)) {
            i = after_group(words, i) - 1;
        } else if (words[i].spelling == mark) {
            parts.push_back(words.subspan(begin, i - begin));
            begin = i + 1;
        }
    }
    if (begin < words.size() || !parts.empty()) {
        parts.push_back(words.subspan(begin));
    }
    return parts;
}

Value value_of(Words words, const Meanings& meanings) {
    std::size_t budget = 0;
    return Reader(words, meanings, 0, budget).read();
}

} // namespace kit
