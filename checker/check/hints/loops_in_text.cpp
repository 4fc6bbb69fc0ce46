#include "checker/check/hints/loops_in_text.hpp"

#include <algorithm>
#include <iterator>

namespace kit {

TokenAt end_of_statement(TokenAt at, TokenAt end) {
    while (end - at > 1 && (at->is("for") || at->is("while") || at->is("if")) &&
           std::next(at)->is("(")) {
        const TokenAt close = closing_bracket(std::next(at), end);
        at = close == end ? end : std::next(close);
    }
    return at == end || !at->is("{") ? std::ranges::find(at, end, ";", &Token::text)
                                     : closing_bracket(at, end);
}

std::vector<LoopInText> loops_in(const Tokens& tokens) {
    const auto end = tokens.end();
    const auto semicolon = [](auto from, auto to) {
        return std::ranges::find(from, to, ";", &Token::text);
    };
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
        const auto first = is_for ? semicolon(open, close) : open;
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
