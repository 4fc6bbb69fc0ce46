// A kernel as the words it consists of, so that two files can be compared without their names,
// comments and line breaks.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace kit {

struct KernelToken {
    enum class Kind { name, number, text, mark };

    Kind kind = Kind::mark;
    std::string_view spelling; ///< within the tokenized text
    int line = 1;              ///< where it begins, from 1
};

/// C++ and CUDA: comments, white space and continued lines dropped; strings, characters and raw
/// strings whole. Any bytes are accepted: what is no token of the language is a mark of one byte.
[[nodiscard]] std::vector<KernelToken> kernel_tokens(std::string_view text);

/// A token without what is changed to hide a copy. `symbol` is 0 for what is left out.
struct PlainToken {
    std::uint64_t symbol = 0;
    int line = 1;
};

/// Names that C++ and CUDA give a meaning keep it; every other name is the same symbol, so are all
/// whole-number types. Numbers count by value, without suffix and separators. Left out: braces and
/// words that change no step of the computation (const, static, __restrict__, ...).
[[nodiscard]] std::vector<PlainToken> plain_tokens(const std::vector<KernelToken>& tokens);

/// Whether C++ or CUDA give this name a meaning.
[[nodiscard]] bool is_known_name(std::string_view name);

} // namespace kit
