#include "checker/check/hints/loops_in_text.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace kit {

TokenAt outside_brackets(TokenAt at, TokenAt end, std::string_view mark, std::string_view other) {
    for (; at != end && !at->is(mark) && !at->is(other); ++at) {
        if (at->is("(") || at->is("{") || at->is("[")) {
            at = closing_bracket(at, end);
            if (at == end) {
                break;
            }
        }
    }
    return at;
}

TokenAt end_of_value(TokenAt at, TokenAt end) {
    return outside_brackets(at, end, ";", ",");
}

TokenAt semicolon(TokenAt at, TokenAt end) {
    return outside_brackets(at, end, ";");
}

TokenAt end_of_statement(TokenAt at, TokenAt end) {
    while (end - at > 1 && (at->is("for") || at->is("while") || at->is("if")) &&
           std::next(at)->is("(")) {
        const TokenAt close = closing_bracket(std::next(at), end);
        at = close == end ? end : std::next(close);
    }
    return at == end || !at->is("{") ? semicolon(at, end) : closing_bracket(at, end);
}

bool changes_variables(TokenAt begin, TokenAt end) {
    std::vector<std::string_view> own; // variables declared there
    for (auto at = begin; at != end; ++at) {
        if (at->is("return") || at->is("continue") || follows(at, end, {"+", "+"}) ||
            follows(at, end, {"-", "-"})) {
            return true;
        }
        if (!at->is("=") || at == begin || std::prev(at)->is("]")) {
            continue;
        }
        const auto before = std::prev(at);
        const auto name = before->kind == Token::Kind::word ? before : std::prev(before);
        if (std::prev(name)->kind == Token::Kind::word) {
            own.push_back(name->text);
        } else if (std::ranges::find(own, name->text) == own.end()) {
            return true;
        }
    }
    return false;
}

std::vector<LoopInText> loops_in(const Tokens& tokens) {
    const auto end = tokens.end();
    std::vector<LoopInText> loops;
    for (auto head = tokens.begin(); head != end; ++head) {
        const bool is_for = head->is("for");
        const auto open = std::next(head);
        if (!(is_for || head->is("while")) || open == end || !open->is("(")) {
            continue;
        }
        const auto close = closing_bracket(open, end);
        if (close == end || std::next(close) == end) {
            continue;
        }
        const auto body = std::next(close);
        const auto body_end = end_of_statement(body, end);
        const auto first = is_for ? semicolon(std::next(open), close) : open;
        const auto second = is_for && first != close ? semicolon(std::next(first), close) : close;
        if (body == body_end || body_end == end || (is_for && second == close)) {
            continue;
        }
        const auto begin = std::next(open);
        loops.push_back(is_for ? LoopInText{head->line,
                                            {begin, first},
                                            {std::next(first), second},
                                            {std::next(second), close},
                                            {body, body_end}}
                               : LoopInText{head->line, {}, {begin, close}, {}, {body, body_end}});
    }
    return loops;
}

} // namespace kit
