// The loops and statements of a kernel.cu, found in its tokens.
#pragma once

#include "checker/base/tokens.hpp"

#include <string_view>
#include <vector>

namespace kit {

/// "for (begin; condition; step) body" or "while (condition) body".
struct LoopInText {
    int line = 0;
    TokenSpan begin; ///< empty: a while
    TokenSpan condition;
    TokenSpan step; ///< empty: a while
    /// From its '{' on, or the one statement; what ends it, '}' or ';', stands right behind.
    TokenSpan body;

    [[nodiscard]] int last_line() const { return (body.data() + body.size())->line; }
};

/// In the order of the text, those in others included. Left out are a loop over a range, the while of a do, and what is
/// not closed.
[[nodiscard]] std::vector<LoopInText> loops_in(const Tokens& tokens);

/// The first of these marks from `at` on that does not stand in brackets; `end` if there is none.
[[nodiscard]] TokenAt outside_brackets(TokenAt at, TokenAt end, std::string_view mark,
                                       std::string_view other = {});

/// Where the statement that begins here ends: at its ";", whatever stands in brackets before it.
[[nodiscard]] TokenAt semicolon(TokenAt at, TokenAt end);

/// Where the value of a variable that begins here ends: at a "," or ";" outside of brackets.
[[nodiscard]] TokenAt end_of_value(TokenAt at, TokenAt end);

/// The '}' or ';' that ends the statement at `at`: of a loop or an if without braces, that of what it holds.
[[nodiscard]] TokenAt end_of_statement(TokenAt at, TokenAt end);

/// Whether statements may do more than store to arrays, so that a later store depends on them.
[[nodiscard]] bool changes_variables(TokenAt begin, TokenAt end);

} // namespace kit
