#include "checker/check/hints/whole_numbers.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

using namespace kit;

namespace {

// What the texts' names are worth, here as for the compiler.
constexpr int n = 33;
constexpr int low = -1;
constexpr unsigned u = 2;

std::optional<WholeNumber> worth(const std::string& text) {
    const Tokens tokens = tokens_of(text);
    return evaluate_whole(tokens.begin(), tokens.end(),
                          [](std::string_view name) -> std::optional<WholeNumber> {
                              return name == "n"             ? std::optional(WholeNumber{n})
                                     : name == "low"         ? std::optional(WholeNumber{low})
                                     : name == "u"           ? std::optional(WholeNumber{u, true})
                                     : name == "threadIdx.x" ? std::optional(WholeNumber{7, true})
                                                             : std::nullopt;
                          });
}

} // namespace

// The compiler says what is right.
#define SAME(expression)                                                                           \
    {                                                                                              \
        CAPTURE(#expression);                                                                      \
        const auto found = worth(#expression);                                                     \
        REQUIRE(found);                                                                            \
        CHECK(found->value == static_cast<std::int64_t>(expression));                              \
    }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wlogical-not-parentheses"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wtype-limits"

TEST_CASE("expressions of whole numbers are worth what C++ says") {
    SAME(1 + 2 * 3 - 4);
    SAME(10 - 4 - 3);
    SAME(n / 8 * 8 + n % 8);
    SAME(-n % 8 - -low);
    SAME((n + 8 - 1) / 8);
    SAME(n << 2 >> 1);
    SAME(n < 33 || n >= 33 && low < 0);
    SAME(n == 33 ? 1 : 2);
    SAME(n > 40 ? 1 : n > 30 ? 2 : 3);
    SAME(!n == low);
    SAME(n & 31 | 64);
    SAME(u - 3);
    SAME(u - 3 < n);
    SAME(low < u);
    SAME(int(u - 3) < n);
    SAME(static_cast<int>(u) - 3);
    SAME((int)u - 3 < 0);
    SAME((unsigned)low > 5);
    SAME(std::min(n, 40) + std::max(low, -2));
    SAME(0x1f + 10u);
    SAME(true && n != 32);
    SAME((std::size_t)n * n * n);
    SAME(+n - (-(low)));
}

#pragma GCC diagnostic pop

TEST_CASE("what is not known decides only where it must") {
    CHECK(worth("threadIdx.x + 1")->value == 8);
    CHECK(worth("n < 3 && other")->value == 0);
    CHECK(worth("other && n < 3")->value == 0);
    CHECK(worth("n > 3 || in[other] > 0")->value == 1);
    CHECK(worth("n > 3 ? 5 : other")->value == 5);
    for (const char* text : {"other",
                             "n + other",
                             "n > 3 && other",
                             "in[n]",
                             "f(n)",
                             "1.5f",
                             "n / (low + 1)",
                             "n +",
                             "(n",
                             "n)",
                             "n n",
                             "",
                             "int",
                             "a.b.c",
                             "n > 3 ? 5",
                             "f(n) ? 1 : 2",
                             "1 << 40",
                             "n * n * n * n * n * n * n",
                             "min(n)",
                             "3e5",
                             "sizeof(n)"}) {
        CAPTURE(text);
        CHECK_FALSE(worth(text));
    }
}
