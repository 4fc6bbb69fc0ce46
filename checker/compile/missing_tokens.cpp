#include "checker/compile/student_sentences.hpp"

#include "checker/base/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <vector>

namespace kit {

namespace {

/// Whether the next line is a statement that only computes a value, such as `x[i];`.
bool value_follows(const SubmissionFile& submission, int line) {
    constexpr std::array<std::string_view, 8> no_values{"if",     "for",    "while", "do",
                                                        "return", "switch", "else",  "break"};
    const Tokens tokens = tokens_of(submission.text);
    auto token =
        std::ranges::find_if(tokens, [line](const Token& each) { return each.line > line; });
    if (token == tokens.end() || token->line > line + 1 ||
        (token->kind != Token::Kind::word && token->kind != Token::Kind::number) ||
        is_one_of(no_values, token->text) || (token + 1 != tokens.end() && (token + 1)->is("("))) {
        return false;
    }
    Token before;
    for (; token != tokens.end() && !token->is(";"); ++token) {
        const bool is_step = (token->is("+") || token->is("-")) && before.text == token->text;
        const bool declares = token->kind == Token::Kind::word && before.kind == token->kind;
        if (token->is("=") || token->is("{") || token->is("}") || is_step || declares) {
            return false;
        }
        before = *token;
    }
    return true;
}

/// Two values side by side where the statement goes on: `i >= 1 i <= n`. `tokens`: from the first of the two on.
/// `expected`: the mark that the compiler misses.
std::optional<StudentSentence> operator_missing(const Tokens& tokens, const std::string& expected) {
    const auto is_value = [&](std::size_t at) {
        return at < tokens.size() &&
               (tokens[at].kind == Token::Kind::word || tokens[at].kind == Token::Kind::number);
    };
    if (!tokens.empty() && (tokens[0].is("]") || tokens[0].is(")")) && is_value(1) &&
        !has_token(tokens, "=")) {
        return StudentSentence{
            fmt::format("Before '{}' an operator or a '{}' is missing.", tokens[1].text, expected),
            "A product needs its '*'.", true};
    }
    if (!is_value(0) || !is_value(1)) {
        return std::nullopt;
    }
    if (tokens[1].is("AND") || tokens[1].is("OR")) {
        return StudentSentence{fmt::format("C++ has no '{}'.", tokens[1].text),
                               tokens[1].is("AND") ? "Write && for it." : "Write || for it.", true};
    }
    if (tokens.size() < 3 || is_value(2) || tokens[2].is("=") || tokens[2].is("(")) {
        return std::nullopt; // another statement begins
    }
    return StudentSentence{fmt::format("Between '{}' and '{}' an operator or a '{}' is missing.",
                                       tokens[0].text, tokens[1].text, expected),
                           "Which operator should join the two?", true};
}

/// Where a value or a name is missing between what stands before `column` and what is there. `error`: clang's "expected
/// expression" or "expected unqualified-id".
std::optional<StudentSentence> value_missing(const std::string& error, const std::string& source,
                                             int column, const Tokens& tokens) {
    constexpr std::array<std::string_view, 7> types{"int",  "float",    "double", "bool",
                                                    "auto", "unsigned", "T"};
    constexpr std::string_view no_value = ")]};}";
    const char* const place = source.data() + column - 1;
    const auto next = std::ranges::find_if(
        tokens, [&](const Token& token) { return token.text.data() >= place; });
    if (next == tokens.end() || next == tokens.begin()) {
        return std::nullopt;
    }
    const Token& before = *std::prev(next);
    if (error.starts_with("expected unqualified-id")) {
        if (before.is(",") && next->kind == Token::Kind::number) {
            return StudentSentence{"A number has a decimal point, not a comma.",
                                   "Write 0.5f for 0,5."};
        }
        return is_one_of(types, before.text) && next->kind == Token::Kind::mark
                   ? std::optional(StudentSentence{
                         fmt::format("Behind '{}' a name is missing.", before.text), ""})
                   : std::nullopt;
    }
    if (before.kind != Token::Kind::mark || no_value.find(before.text) != no_value.npos ||
        next->kind != Token::Kind::mark) {
        return std::nullopt;
    }
    if (before.is("(") && next->is(";")) {
        return StudentSentence{"A ')' is missing.", ""};
    }
    if (before.is("=") && (next->is(">") || next->is("<")) &&
        before.text.data() + 1 == next->text.data()) {
        return StudentSentence{fmt::format("C++ has no operator '={}'.", next->text),
                               fmt::format("Write {}= for it.", next->text)};
    }
    std::string sign(before.text);
    for (auto token = std::prev(next);
         token != tokens.begin() && std::prev(token)->kind == Token::Kind::mark &&
         std::prev(token)->text.data() + 1 == token->text.data() && sign.size() < 2 &&
         std::string_view("<>=!&|+-*/").find(std::prev(token)->text) != std::string_view::npos;
         --token) {
        sign.insert(0, std::prev(token)->text);
    }
    return StudentSentence{fmt::format("Behind '{}' a value is missing.", sign),
                           fmt::format("A '{}' stands in its place.", next->text)};
}

/// Whether the line's `if` or `while` has this place in its brackets.
bool is_in_condition(const Tokens& tokens, const char* place) {
    const auto begin = std::ranges::find_if(
        tokens, [](const Token& token) { return token.is("if") || token.is("while"); });
    if (begin == tokens.end() || !follows(std::next(begin), tokens.end(), {"("})) {
        return false;
    }
    const TokenAt close = closing_bracket(std::next(begin), tokens.end());
    return begin->text.data() < place && (close == tokens.end() || place < close->text.data());
}

} // namespace

std::optional<StudentSentence> token_missing(const std::string& error, int line, int column,
                                             const SubmissionFile& submission) {
    const std::string source = submission.line(line);
    const Tokens tokens = tokens_of(source);
    // "i < n && && j < n": to clang the second one takes a label's address.
    constexpr int marks = 4;
    const auto is_mark = [](const Token& token, std::string_view mark) { return token.is(mark); };
    if (std::search_n(tokens.begin(), tokens.end(), marks, "&", is_mark) != tokens.end()) {
        return StudentSentence{"'&&' stands twice.",
                               "Leave one out, or write the condition that belongs between them.",
                               true};
    }
    if (has_part(error, "const-qualified") && is_in_condition(tokens, source.data() + column - 1)) {
        return StudentSentence{"'=' stores a value. In a condition == compares.", "Write ==.",
                               true};
    }
    if (error.starts_with("expected ';'") && value_follows(submission, line)) {
        return StudentSentence{"Between this line and the next an operator or a ';' is missing.",
                               "The next line goes on with a value: which operator should join "
                               "the two?",
                               true};
    }
    if (error.starts_with("expected ';'") || error.starts_with("expected ')'")) {
        const char* const place =
            source.data() + std::clamp<std::ptrdiff_t>(column - 1, 0, std::ssize(source));
        const auto next = std::ranges::find_if(
            tokens, [&](const Token& token) { return token.text.data() >= place; });
        return next == tokens.begin()
                   ? std::nullopt
                   : operator_missing({std::prev(next), tokens.end()}, first_quoted(error));
    }
    return error.starts_with("expected expression") || error.starts_with("expected unqualified-id")
               ? value_missing(error, source, column, tokens)
               : std::nullopt;
}

} // namespace kit
