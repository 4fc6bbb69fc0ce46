// A kernel as its words, without what is changed to hide a copy, and the runs of words that are looked up in
// other files.
//
// The idea is winnowing: Schleimer, Wilkerson, Aiken, "Winnowing: local algorithms for document
// fingerprinting", SIGMOD 2003. Of every `window` consecutive runs the one with the least hash is kept, so
// that two files choose the same runs of a common stretch, and never miss one of `run` + `window` − 1 words.
#pragma once

#include "checker/base/tokens.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// The text's words, those of its directives among them. They refer to the text.
[[nodiscard]] Tokens kernel_tokens(std::string_view text);

/// A token without what is changed to hide a copy.
struct PlainToken {
    std::uint64_t symbol = 0;
    int line = 1;
};

/// Names with a meaning in C++ or CUDA keep it; all other names are one symbol, and so are all
/// whole-number types. Numbers count by value, without suffix and separators. Leaves out braces and
/// words that change no step of the computation (const, static, __restrict__, ...).
[[nodiscard]] std::vector<PlainToken> plain_tokens(const Tokens& tokens);

/// Whether the name has a meaning in C++ or CUDA.
[[nodiscard]] bool is_known_name(std::string_view name);

/// A number without what its value does not depend on: "1'024u" is "1024", "2.50f" is "2.5".
[[nodiscard]] std::string number_text(std::string_view number);

/// Consecutive words, as one hash.
struct TokenRun {
    std::uint64_t hash = 0;
    int first_line = 1; ///< of the run's first word
    int last_line = 1;

    friend bool operator==(const TokenRun&, const TokenRun&) = default;
};

/// Every run of `run` words, in their order; none if there are fewer words. Expects run ≥ 1.
[[nodiscard]] std::vector<TokenRun> runs_of(const std::vector<PlainToken>& tokens, std::size_t run);

/// The chosen runs, in their order, each once; all of them with a window of 1, at least one of any.
/// Expects window ≥ 1.
[[nodiscard]] std::vector<TokenRun> winnowed(const std::vector<TokenRun>& runs, std::size_t window);

} // namespace kit
