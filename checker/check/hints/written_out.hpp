// A submission's text with its short functions and macros written out where they are used.
#pragma once

#include "checker/base/tokens.hpp"

namespace kit {

/// The tokens, with what they stand for in place of calls of macros, of functions and lambdas that only return a value:
/// "((i * n + j) * n + k)" for IDX(i, j, k). What a function stands for has the lines of its text, what a macro stands
/// for that of the call, as compilers say it. A text that would grow without end is left as it is from there on.
[[nodiscard]] Tokens written_out(const Tokens& tokens);

} // namespace kit
