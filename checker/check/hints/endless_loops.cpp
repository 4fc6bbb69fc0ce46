#include "checker/check/hints/endless_loops.hpp"

#include "checker/base/tokens.hpp"
#include "checker/check/hints/loops_in_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

namespace {

/// Whether it is an argument of a macro, which by custom has a name in capitals: "IDX(i, j, k)".
bool is_of_macro(TokenSpan part, std::size_t at) {
    int depth = 0;
    while (at > 0 && depth >= 0) {
        --at;
        depth += part[at].is(")") ? 1 : part[at].is("(") ? -1 : 0;
    }
    return at > 0 && part[at - 1].kind == Token::Kind::word &&
           std::ranges::none_of(part[at - 1].text, [](char letter) {
               return std::islower(static_cast<unsigned char>(letter)) != 0;
           });
}

/// Whether it is stored to: "i = ", "i += ", "++i", "i++"; or its address is taken.
bool may_change(TokenSpan part, std::string_view name) {
    constexpr std::array<std::string_view, 8> joined{"+", "-", "*", "/", "%", "<", ">", "^"};
    const auto is = [&](std::size_t at, std::string_view mark) {
        return at < part.size() && part[at].is(mark);
    };
    for (std::size_t i = 0; i < part.size(); ++i) {
        if (!part[i].is(name)) {
            continue;
        }
        const bool is_stepped =
            (is(i + 1, "+") && is(i + 2, "+")) || (is(i + 1, "-") && is(i + 2, "-")) ||
            (i >= 2 && ((is(i - 1, "+") && is(i - 2, "+")) || (is(i - 1, "-") && is(i - 2, "-"))));
        const bool is_set = is(i + 1, "=") && !is(i + 2, "=");
        const bool is_joined = i + 2 < part.size() && is_one_of(joined, part[i + 1].text) &&
                               (is(i + 2, "=") || is(i + 3, "="));
        const bool is_given = i > 0 && (is(i - 1, "&") || is(i - 1, "(") || is(i - 1, ",")) &&
                              (is(i + 1, ")") || is(i + 1, ",")) && // perhaps by reference
                              !is_of_macro(part, i);
        if (is_stepped || is_set || is_joined || is_given) {
            return true;
        }
    }
    return false;
}

/// The variables of a condition on variables and numbers alone.
std::set<std::string_view> variables_of(TokenSpan condition) {
    std::set<std::string_view> names;
    for (const Token& token : condition) {
        if (token.is("[") || token.is("(") || token.is("*") || token.is(">")) {
            return {}; // of memory, a function, or one that goes down
        }
        if (token.is("true")) {
            return {}; // the loop ends elsewhere
        }
        if (token.kind == Token::Kind::word) {
            names.insert(token.text);
        }
    }
    return names;
}

/// Why the step of a for keeps the condition; empty if nothing tells.
std::string why_step_keeps(const Tokens& tokens, const LoopInText& loop) {
    const TokenSpan step = loop.step;
    const int line = loop.line;
    if (step.size() < 3 || step[0].kind != Token::Kind::word ||
        !has_token(loop.condition, step[0].text)) {
        return "";
    }
    const std::string_view name = step[0].text;
    if (step[1].is("+") && !step[2].is("+") && !step[2].is("=")) {
        return fmt::format("Line {0}: '{1} + ...' changes nothing. Write {1} += ... as the loop's "
                           "step.",
                           line, name);
    }
    if (step[1].is("=") && !has_token(step.subspan(2), name)) {
        return fmt::format("Line {0} sets {1} to the same number after every round: write {1} += "
                           "..., so that it goes on.",
                           line, name);
    }
    if (step[1].is("*") && step[2].is("=")) {
        return fmt::format("Line {} multiplies {} after each round: what begins at 0 stays 0.",
                           line, name);
    }
    const std::set<std::string_view> of_blocks = names_set_from(tokens, {"blockIdx"});
    const std::set<std::string_view> of_others = names_set_from(tokens, {"threadIdx", "gridDim"});
    const bool is_zero = std::any_of(step.begin() + 2, step.end(), [&](const Token& token) {
        return of_blocks.contains(token.text) && !of_others.contains(token.text);
    });
    return is_zero && step[1].is("+") && step[2].is("=")
               ? fmt::format("The loop of line {} advances by a multiple of blockIdx, which is 0 "
                             "in block 0: the "
                             "number of blocks is gridDim.",
                             line)
               : "";
}

/// A loop that counts away from its limit: "for (p = 0; p < N; --p)".
std::string why_away(const LoopInText& loop) {
    const TokenSpan condition = loop.condition;
    if (has_token(loop.begin, "unsigned") || has_token(loop.begin, "size_t")) {
        return ""; // below 0 it is above every limit
    }
    for (std::size_t i = 1; i < condition.size(); ++i) {
        const bool is_below = condition[i].is("<");
        const std::string_view name = condition[i - 1].text;
        const char* const sign = is_below ? "-" : "+";
        const auto counts = [&](std::initializer_list<std::string_view> texts) {
            return std::search(loop.step.begin(), loop.step.end(), texts.begin(), texts.end(),
                               [](const Token& token, std::string_view text) {
                                   return token.is(text);
                               }) != loop.step.end();
        };
        if ((is_below || condition[i].is(">")) &&
            (counts({sign, sign, name}) || counts({name, sign, sign}))) {
            return fmt::format(
                "The loop of line {0} goes on while {1} is {2} its limit, and counts "
                "{1} {3}: it never comes there.",
                loop.line, name, is_below ? "below" : "above", is_below ? "down" : "up");
        }
    }
    return "";
}

std::string why_endless(const Tokens& tokens, const LoopInText& loop) {
    const std::set<std::string_view> names = variables_of(loop.condition);
    const bool changes = std::ranges::any_of(names, [&](std::string_view name) {
        return may_change(loop.body, name) || may_change(loop.step, name) ||
               may_change(loop.condition, name);
    });
    const bool is_left = has_token(loop.body, "break") || has_token(loop.body, "return");
    if (!loop.step.empty()) {
        if (const std::string why = why_step_keeps(tokens, loop); !why.empty()) {
            return why;
        }
        if (const std::string why = why_away(loop); !why.empty()) {
            return why;
        }
    }
    return names.empty() || changes || is_left
               ? ""
               : fmt::format("Nothing in the loop of line {} changes {}: its condition stays what "
                             "it is.",
                             loop.line, fmt::join(names, " or "));
}

} // namespace

bool speak_of_endless_loop(const SubmissionFile& submission, Finding& late) {
    const Tokens tokens = tokens_of(submission.text);
    const int where = first_line(late);
    const bool may_be_endless = late.kind == FindingKind::timeout ||
                                (where != 0 && (late.kind == FindingKind::crash ||
                                                late.kind == FindingKind::out_of_bounds_global ||
                                                late.kind == FindingKind::out_of_bounds_shared));
    if (!may_be_endless) {
        return false;
    }
    for (const LoopInText& loop : loops_in(tokens)) {
        const bool is_within = where == 0 || (where >= loop.line && where <= loop.last_line());
        if (!is_within && late.kind != FindingKind::timeout) {
            continue;
        }
        // A line outside the loop may be one of a function that the loop calls.
        const std::string why = is_within ? why_endless(tokens, loop) : why_away(loop);
        if (!why.empty()) {
            late.hint = why;
            return true;
        }
    }
    return false;
}

} // namespace kit
