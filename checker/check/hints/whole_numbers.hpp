// What an expression of whole numbers in a kernel's text is worth for one thread.
#pragma once

#include "checker/base/tokens.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace kit {

/// An int, an unsigned int, or one of 64 bits.
struct WholeNumber {
    std::int64_t value = 0;
    bool is_unsigned = false;
    bool is_wide = false;
};

/// The value of a name: "n", "threadIdx.x"; nothing where it has none that is known.
using ValueOfName = std::function<std::optional<WholeNumber>(std::string_view)>;

/// How deep brackets and statements may be in each other: a text must not exhaust the stack.
constexpr int most_depth = 200;

/// While it lives, the depth is one more.
class Deeper {
public:
    explicit Deeper(int& depth) : depth_(depth) { ++depth_; }

    ~Deeper() { --depth_; }

    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

private:
    int& depth_;
};

/// By C++'s rules for int and unsigned int, of + - * / % << >>, comparisons, &&, ||, !, ?:, brackets, casts to whole
/// numbers, min, max and abs. Nothing where it has anything else whose value counts, where it divides by 0, or where
/// tokens are left over. && and || need no operand that does not decide.
[[nodiscard]] std::optional<WholeNumber> evaluate_whole(TokenAt begin, TokenAt end,
                                                        const ValueOfName& value_of);

} // namespace kit
