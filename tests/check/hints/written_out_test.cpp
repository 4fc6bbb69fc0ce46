// Macros, functions and lambdas written out where they are called.
#include "checker/check/hints/written_out.hpp"
#include "tests/catch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using namespace kit;

namespace {

/// The tokens from CALL on, with a blank between two.
std::string written(const std::string& text) {
    const Tokens all = written_out(tokens_of(text));
    std::vector<std::string_view> words;
    const auto begin = std::ranges::find(all, "CALL", &Token::text);
    for (auto at = begin; at != all.end(); ++at) {
        words.push_back(at->text);
    }
    return fmt::format("{}", fmt::join(words, " "));
}

} // namespace

TEST_CASE("a macro stands for its text, with its arguments as they are") {
    CHECK(written("#define IDX(i, j) ((i) * n + (j))\nCALL IDX(a + 1, b);") ==
          "CALL ( ( ( a + 1 ) * n + b ) ) ;");
    CHECK(written("#define TWICE(i) i * 2\nCALL TWICE(a + 1);") == "CALL ( a + 1 * 2 ) ;");
    CHECK(written("#define N (8)\nCALL N;") == "CALL N ;"); // takes nothing
}

TEST_CASE("a function that only returns stands for its value, with arguments in brackets") {
    const std::string index = "__device__ int idx(int i, int j, int n) { return i * n + j; }\n";
    CHECK(written(index + "CALL idx(a + 1, b, w);") == "CALL ( ( a + 1 ) * w + b ) ;");
    CHECK(written(index + "CALL idx(idx(a, b, c), d, e);") ==
          "CALL ( ( ( a * c + b ) ) * e + d ) ;");
    CHECK(written(index + "CALL idx(a, b);") == "CALL idx ( a , b ) ;"); // another one
    CHECK(written("const auto at = [=](int i) { return i + 1; };\nCALL at(x);") ==
          "CALL ( x + 1 ) ;");
    CHECK(written("int f(int i) { i += 1; return i; }\nCALL f(x);") == "CALL f ( x ) ;");
    CHECK(written("int f(int a[2]) { return a[1]; }\nCALL f(x);") == "CALL f ( x ) ;");
    CHECK(written("int f(int a = 0) { return a; }\nCALL f(x);") == "CALL f ( x ) ;");
    CHECK(written("#define F(...) __VA_ARGS__\nCALL F(x);") == "CALL F ( x ) ;");
    CHECK(written("constexpr int size() { return 8; }\nCALL size();") == "CALL ( 8 ) ;");
}

TEST_CASE("what has no end is written out a few times, and what grows or is long is left") {
    CHECK(written("int f(int i) { return f(i) + 1; }\nCALL f(x);").size() < 200);
    std::string text = "#define D(x) x x x x x x x x x x\n#define F(a, b) a\nCALL ";
    for (int i = 0; i < 20; ++i) {
        text += "D(";
    }
    text += "a" + std::string(20, ')');
    for (int i = 0; i < 100'000; ++i) {
        text += "F(";
    }
    for (int i = 0; i < 100'000; ++i) {
        text += " int f(";
    }
    const Tokens tokens = tokens_of(text);
    CHECK(written_out(tokens).size() < 800'000);
}
