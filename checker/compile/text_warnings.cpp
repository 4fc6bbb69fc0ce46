#include "checker/compile/text_warnings.hpp"

#include "checker/base/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace kit {

namespace {

/// The tokens between ';', '{' and '}', of statements inside braces.
std::vector<TokenSpan> statements_of(TokenSpan tokens) {
    std::vector<TokenSpan> statements;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const bool opens = tokens[i].is("{");
        const bool closes = tokens[i].is("}");
        if (!opens && !closes && !tokens[i].is(";")) {
            continue;
        }
        if (depth > 0 && i > begin) {
            statements.push_back(tokens.subspan(begin, i - begin));
        }
        depth += opens ? 1 : closes ? -1 : 0;
        begin = i + 1;
    }
    return statements;
}

bool has_one_of(TokenSpan tokens, const std::set<std::string_view>& words) {
    return std::ranges::any_of(tokens,
                               [&](const Token& token) { return words.contains(token.text); });
}

/// The name that "float name[8][8]" declares; null for another statement.
const Token* declared_array(TokenSpan statement) {
    constexpr std::array<std::string_view, 8> other{"__shared__", "extern",  "static", "return",
                                                    "using",      "typedef", "else",   "do"};
    if (std::ranges::any_of(statement,
                            [&](const Token& token) { return is_one_of(other, token.text); })) {
        return nullptr;
    }
    const auto bracket = std::ranges::find(statement, "[", &Token::text);
    const auto words = std::distance(statement.begin(), bracket);
    const bool only_words = std::all_of(statement.begin(), bracket, [](const Token& token) {
        return token.kind == Token::Kind::word;
    });
    return bracket != statement.end() && words >= 2 && only_words ? &*std::prev(bracket) : nullptr;
}

/// Whether the statement stores to an element of the array that an index of the thread names.
bool stores_at_thread(TokenSpan statement, std::string_view array,
                      const std::set<std::string_view>& names) {
    for (std::size_t i = 0; i + 1 < statement.size(); ++i) {
        if (!statement[i].is(array) || !statement[i + 1].is("[")) {
            continue;
        }
        int depth = 0;
        std::size_t end = i + 1;
        for (; end < statement.size(); ++end) {
            depth += statement[end].is("[") ? 1 : statement[end].is("]") ? -1 : 0;
            if (depth == 0 && !statement[end].is("]")) {
                break;
            }
        }
        const bool assigns = end < statement.size() && statement[end].is("=") &&
                             (end + 1 == statement.size() || !statement[end + 1].is("="));
        if (assigns && has_one_of(statement.subspan(i + 1, end - i - 1), names)) {
            return true;
        }
    }
    return false;
}

Finding warning(const SubmissionFile& submission, int line, std::string message, std::string hint,
                std::string cause) {
    return {.kind = FindingKind::compiler_warning,
            .severity = Severity::warning,
            .message = std::move(message),
            .lines = {{submission.shown_path, line, 0, submission.line(line)}},
            .hint = std::move(hint),
            .cause = {Cause::Kind::texts_warning, std::move(cause)}};
}

void add_unshared_arrays(const Tokens& tokens, const SubmissionFile& submission,
                         std::vector<Finding>& findings) {
    if (!has_token(tokens, "__syncthreads")) {
        return;
    }
    const std::vector<TokenSpan> statements = statements_of(tokens);
    const std::set<std::string_view> names = names_set_from(tokens, {"threadIdx"});
    for (const TokenSpan& statement : statements) {
        const Token* const array = declared_array(statement);
        if (array == nullptr || std::ranges::none_of(statements, [&](const TokenSpan& other) {
                return stores_at_thread(other, array->text, names);
            })) {
            continue;
        }
        findings.push_back(warning(
            submission, array->line,
            fmt::format("Each thread has its own '{}': it is declared without __shared__.",
                        array->text),
            "__shared__ before the declaration makes one array for all threads of the block.",
            fmt::format("unshared {}", array->text)));
    }
}

/// Whether a '<' may open a template's arguments: a '>' comes before the comparison ends.
bool may_open_arguments(const Tokens& tokens, std::size_t sign) {
    constexpr std::array<std::string_view, 6> ends{"&", "|", ";", "{", "}", ")"};
    for (std::size_t i = sign + 1; i < tokens.size() && !is_one_of(ends, tokens[i].text); ++i) {
        if (tokens[i].is(">") && !tokens[i - 1].is("-")) {
            return true;
        }
    }
    return false;
}

/// 1 <= i <= n - 2 and 0 < i < n. Neither sign may be a template's.
void add_chained_comparisons(const Tokens& tokens, const SubmissionFile& submission,
                             std::vector<Finding>& findings) {
    constexpr std::array<std::string_view, 12> end_of_comparison{"&", "|", "?", ":", ",", ";",
                                                                 "{", "}", "(", ")", "[", "]"};
    std::size_t first = 0; ///< the sign of a comparison that has not ended; 0: there is none
    for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
        const Token& token = tokens[i];
        if (is_one_of(end_of_comparison, token.text) || token.kind == Token::Kind::directive) {
            first = 0;
        }
        const bool is_shift = tokens[i - 1].is(token.text) || tokens[i + 1].is(token.text);
        if ((!token.is("<") && !token.is(">")) || is_shift || tokens[i - 1].is("-")) {
            continue;
        }
        const auto is_comparison = [&](std::size_t sign) {
            return tokens[sign + 1].is("=") ||
                   (tokens[sign].is("<") && !may_open_arguments(tokens, sign));
        };
        if (first == 0 || !tokens[first].is(token.text)) {
            first = i;
        } else if (is_comparison(first) && is_comparison(i)) {
            const bool is_told = !findings.empty() && first_line(findings.back()) == token.line;
            first = 0;
            if (is_told) {
                continue;
            }
            findings.push_back(
                warning(submission, token.line,
                        "Two comparisons in a row: the second one compares the first one's "
                        "result, which is 0 or 1.",
                        "a < b < c is (a < b) < c. Write a < b && b < c.", "chained comparison"));
        }
    }
}

/// A parameter of a function, "float v".
struct Parameter {
    std::string_view name;
    bool is_copy = true; ///< neither a pointer, nor a reference, nor an array
};

/// The parameters that stand between a function's brackets.
std::vector<Parameter> parameters_in(TokenSpan list) {
    std::vector<Parameter> parameters;
    Parameter parameter;
    for (std::size_t i = 0; i <= list.size(); ++i) {
        if (i == list.size() || list[i].is(",")) {
            parameters.push_back(parameter);
            parameter = {};
        } else if (list[i].kind == Token::Kind::word) {
            parameter.name = list[i].text;
        } else {
            parameter.is_copy = false;
        }
    }
    return parameters;
}

/// The line that stores to the variable, "v = ..." or "v *= ...", what no token after it reads; 0 if none does.
int line_of_lost_store(TokenSpan body, std::string_view name) {
    constexpr std::array<std::string_view, 5> operators{"+", "-", "*", "/", "%"};
    int line = 0;
    for (const TokenSpan& statement : statements_of(body)) {
        const bool joins =
            statement.size() > 3 && is_one_of(operators, statement[1].text) && statement[2].is("=");
        const bool assigns = statement.size() > 2 && statement[1].is("=") && !statement[2].is("=");
        if (statement[0].is(name) && (joins || assigns)) {
            line = statement[0].line;
        } else if (has_token(statement, name)) {
            line = 0;
        }
    }
    return has_one_of(body, {"for", "while", "do", "goto"}) ? 0 : line;
}

/// __device__ void square(float v) { v = v * v; }: the caller never sees it.
void add_changed_copies(const Tokens& tokens, const SubmissionFile& submission,
                        std::vector<Finding>& findings) {
    for (std::size_t i = 0; i + 3 < tokens.size(); ++i) {
        if (!tokens[i].is("void") || tokens[i + 1].kind != Token::Kind::word ||
            !tokens[i + 2].is("(") || i == 0 ||
            !is_one_of(std::array{"__device__", "inline", "__forceinline__"}, tokens[i - 1].text)) {
            continue;
        }
        const auto open = tokens.begin() + static_cast<std::ptrdiff_t>(i) + 2;
        const auto close = closing_bracket(open, tokens.end());
        if (close == tokens.end() || std::next(close) == tokens.end() ||
            !std::next(close)->is("{")) {
            continue;
        }
        const auto end = closing_bracket(std::next(close), tokens.end());
        const TokenSpan body(std::next(close), end);
        const auto parameters = parameters_in(TokenSpan(std::next(open), close));
        if (!std::ranges::all_of(parameters, [](const Parameter& each) { return each.is_copy; })) {
            continue;
        }
        for (const Parameter& parameter : parameters) {
            if (const int line = line_of_lost_store(body, parameter.name); line != 0) {
                findings.push_back(warning(
                    submission, line,
                    fmt::format("'{}' is a copy that ends with {}(): the caller's variable keeps "
                                "its value.",
                                parameter.name, tokens[i + 1].text),
                    "Return the result, and store it where the function is called.",
                    fmt::format("changed copy {}", parameter.name)));
                break;
            }
        }
    }
}

/// The first argument between the brackets that is a sum, "k - 1", of those for the parameters named: its tokens.
struct SumGiven {
    std::size_t parameter = 0;
    TokenSpan argument;
};

std::optional<SumGiven> sum_given(TokenSpan arguments, const std::vector<Parameter>& parameters,
                                  const std::set<std::string_view>& bare) {
    std::size_t number = 0;
    std::size_t begin = 0;
    int depth = 0;
    bool is_sum = false;
    for (std::size_t i = 0; i <= arguments.size() && number < parameters.size(); ++i) {
        if (i == arguments.size() || (depth == 0 && arguments[i].is(","))) {
            if (is_sum && bare.contains(parameters[number].name)) {
                return SumGiven{number, arguments.subspan(begin, i - begin)};
            }
            ++number;
            begin = i + 1;
            is_sum = false;
            continue;
        }
        const Token& token = arguments[i];
        is_sum = is_sum || (depth == 0 && i > begin && (token.is("+") || token.is("-")));
        depth += token.is("(") || token.is("[") ? 1 : token.is(")") || token.is("]") ? -1 : 0;
    }
    return std::nullopt;
}

/// #define AT(i, j) (i * n + j), and AT(i - 1, j): that is i - 1 * n + j.
void add_bare_macro_parameters(const Tokens& tokens, const SubmissionFile& submission,
                               std::vector<Finding>& findings) {
    constexpr std::array<std::string_view, 3> factors{"*", "/", "%"};
    for (const Token& directive : tokens) {
        const Tokens parts =
            directive.kind == Token::Kind::directive ? parts_of(directive) : Tokens();
        if (parts.size() < 4 || !parts[0].is("define") ||
            parts[1].text.data() + parts[1].text.size() != parts[2].text.data() ||
            !parts[2].is("(")) {
            continue;
        }
        const auto close = closing_bracket(parts.begin() + 2, parts.end());
        if (close == parts.end()) {
            continue;
        }
        const auto parameters = parameters_in(TokenSpan(parts.begin() + 3, close));
        std::set<std::string_view> bare;
        for (auto at = close + 1; at != parts.end(); ++at) {
            const bool multiplied =
                std::next(at) != parts.end() && is_one_of(factors, std::next(at)->text);
            if (multiplied || is_one_of(factors, std::prev(at)->text) || std::prev(at)->is("-")) {
                bare.insert(at->text);
            }
        }
        for (auto use = tokens.begin(); tokens.end() - use > 1; ++use) {
            if (!use->is(parts[1].text) || !std::next(use)->is("(")) {
                continue;
            }
            const auto end = closing_bracket(std::next(use), tokens.end());
            const auto given = sum_given(TokenSpan(use + 2, end), parameters, bare);
            if (end == tokens.end() || !given) {
                continue;
            }
            const TokenSpan& sum = given->argument;
            const std::string_view name = parameters[given->parameter].name;
            findings.push_back(warning(
                submission, directive.line,
                fmt::format("The macro {} has its parameter '{}' in a product or after a minus "
                            "without parentheses, and line {} gives it '{}'.",
                            parts[1].text, name, use->line,
                            std::string_view(sum.front().text.data(),
                                             sum.back().text.data() + sum.back().text.size())),
                fmt::format("A macro takes its argument as text: in a * x with b - 1 for x, only b "
                            "is multiplied. Write ({}) in the macro.",
                            name),
                fmt::format("bare macro parameter {}", name)));
            break;
        }
    }
}

} // namespace

std::vector<Finding> text_warnings(const SubmissionFile& submission) {
    const Tokens tokens = tokens_of(submission.text);
    std::vector<Finding> findings;
    add_unshared_arrays(tokens, submission, findings);
    add_chained_comparisons(tokens, submission, findings);
    add_changed_copies(tokens, submission, findings);
    add_bare_macro_parameters(tokens, submission, findings);
    return findings;
}

} // namespace kit
