#include "checker/check/hints/written_out.hpp"

#include "checker/check/hints/loops_in_text.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace kit {

namespace {

/// A macro, a function or a lambda whose call stands for an expression.
struct Formula {
    std::string_view name;
    std::vector<std::string_view> parameters;
    Tokens value;
    bool is_macro = false;
    const Token* definition = nullptr; ///< its name there
};

/// Where to stop: what is longer is not written out, so that no text takes long.
TokenAt near_end(TokenAt at, TokenAt end) {
    constexpr std::ptrdiff_t most = 200;
    return at + std::min(most, end - at);
}

/// The parts between these brackets that commas separate.
std::vector<TokenSpan> parts_between(TokenAt open, TokenAt close) {
    std::vector<TokenSpan> parts;
    for (auto at = std::next(open); at < close;) {
        const auto end = std::min(end_of_value(at, close), close);
        parts.emplace_back(at, end);
        at = end == close ? close : std::next(end);
    }
    return parts;
}

/// The names of the parameters between these brackets; an empty text for one that has none at its end ("int a[2]").
std::vector<std::string_view> names_between(TokenAt open, TokenAt close) {
    std::vector<std::string_view> names;
    for (const TokenSpan parameter : parts_between(open, close)) {
        const bool is_name = !parameter.empty() && parameter.back().kind == Token::Kind::word &&
                             !has_token(parameter, "=");
        names.push_back(is_name ? parameter.back().text : "");
    }
    return names;
}

/// "#define IDX(i, j) ((i) * n + (j))"
std::optional<Formula> macro(const Tokens& parts) {
    const bool is_call = parts.size() > 4 && parts[0].is("define") && parts[2].is("(") &&
                         parts[1].text.data() + parts[1].text.size() == parts[2].text.data();
    const auto close = is_call ? closing_bracket(parts.begin() + 2, parts.end()) : parts.end();
    if (close == parts.end()) {
        return std::nullopt;
    }
    return Formula{parts[1].text, names_between(parts.begin() + 2, close),
                   Tokens(std::next(close), parts.end()), true, nullptr};
}

/// "int idx(int i, int j) { return i * 8 + j; }", and a lambda that is given the name.
std::optional<Formula> function(TokenAt name, TokenAt begin, TokenAt end) {
    end = near_end(name, end);
    auto open = std::next(name);
    const bool is_lambda = follows(open, end, {"=", "["});
    if (is_lambda) {
        open = closing_bracket(std::next(open), end);
        open += open != end ? 1 : 0;
    } else if (name == begin || std::prev(name)->kind != Token::Kind::word ||
               std::prev(name)->is("return")) {
        return std::nullopt; // no type stands before it
    }
    const auto close = follows(open, end, {"("}) ? closing_bracket(open, end) : end;
    if (close == end || !follows(std::next(close), end, {"{", "return"})) {
        return std::nullopt;
    }
    const auto value = std::next(close, 3);
    const auto last = semicolon(value, end);
    if (last == end || !follows(std::next(last), end, {"}"})) {
        return std::nullopt;
    }
    return Formula{name->text, names_between(open, close), Tokens(value, last), false, &*name};
}

class Writer {
public:
    explicit Writer(const Tokens& tokens) {
        for (auto at = tokens.begin(); at != tokens.end(); ++at) {
            auto formula = at->kind == Token::Kind::directive ? macro(parts_of(*at))
                           : at->kind == Token::Kind::word
                               ? function(at, tokens.begin(), tokens.end())
                               : std::nullopt;
            if (formula && formulas_.size() < most_formulas &&
                !is_one_of(formula->parameters, "")) {
                formulas_.push_back(std::move(*formula));
            }
        }
        write(tokens, 0);
    }

    Tokens written; ///< all of the text

private:
    static constexpr int most_deep = 8; ///< calls in what calls stand for
    static constexpr std::size_t most_tokens = 200'000;
    static constexpr std::size_t most_formulas = 200;

    void write(const Tokens& tokens, int depth) {
        for (auto at = tokens.begin(); at != tokens.end(); ++at) {
            const auto formula = std::ranges::find(formulas_, at->text, &Formula::name);
            const bool is_call = formula != formulas_.end() && formula->definition != &*at &&
                                 depth < most_deep && follows(std::next(at), tokens.end(), {"("});
            const auto end = near_end(at, tokens.end());
            const auto close = is_call ? closing_bracket(std::next(at), end) : end;
            const auto arguments =
                close == end ? std::vector<TokenSpan>() : parts_between(std::next(at), close);
            const auto size = static_cast<std::size_t>(close - at); // of what the call has
            if (close == end || arguments.size() != formula->parameters.size() ||
                written.size() + formula->value.size() * size > most_tokens) {
                written.push_back(*at);
                continue;
            }
            write(expression(*formula, *std::next(at), arguments, *close), depth + 1);
            at = close;
        }
    }

    /// The formula's value for these arguments, in brackets.
    static Tokens expression(const Formula& formula, const Token& open,
                             const std::vector<TokenSpan>& arguments, const Token& close) {
        Tokens value{open};
        for (const Token& one : formula.value) {
            const auto parameter = std::ranges::find(formula.parameters, one.text);
            const bool is_parameter = parameter != formula.parameters.end();
            const TokenSpan words =
                is_parameter
                    ? arguments[static_cast<std::size_t>(parameter - formula.parameters.begin())]
                    : TokenSpan(&one, 1);
            const bool needs_brackets = words.size() > 1 && !formula.is_macro;
            value.insert(value.end(), needs_brackets ? 1 : 0, open);
            for (const Token& word : words) {
                value.push_back({word.kind, word.text, formula.is_macro ? open.line : one.line});
            }
            value.insert(value.end(), needs_brackets ? 1 : 0, close);
            drop_brackets(value);
        }
        value.push_back(close);
        return value;
    }

    /// Those that end here round one token: "(i)", but not "f(i)".
    static void drop_brackets(Tokens& tokens) {
        const auto end = tokens.end();
        if (tokens.size() > 3 && end[-1].is(")") && end[-3].is("(") &&
            end[-4].kind == Token::Kind::mark) {
            tokens.erase(end - 1);
            tokens.erase(tokens.end() - 2);
        }
    }

    std::vector<Formula> formulas_;
};

} // namespace

Tokens written_out(const Tokens& tokens) {
    return std::move(Writer(tokens).written);
}

} // namespace kit
