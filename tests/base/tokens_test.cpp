#include "checker/base/tokens.hpp"
#include "tests/catch.hpp"

#include <set>
#include <string_view>

using namespace kit;

TEST_CASE("a bracket is closed by the one of its kind and depth") {
    const auto tokens = tokens_of("f(a[i], (b)) { x; }");
    const auto closes = [&](std::size_t open) {
        return closing_bracket(tokens.begin() + static_cast<std::ptrdiff_t>(open), tokens.end()) -
               tokens.begin();
    };
    CHECK(tokens[1].is("("));
    CHECK(closes(1) == 10);
    CHECK(tokens[3].is("["));
    CHECK(closes(3) == 5);
    CHECK(tokens[11].is("{"));
    CHECK(closes(11) == 14);
    const auto open = tokens_of("(a");
    CHECK(closing_bracket(open.begin(), open.end()) == open.end());
}

TEST_CASE("a word that stands for an operator is cut as that operator") {
    const auto tokens = tokens_of("a and b or\nnot_eq android");
    const auto marks = tokens_of("a && b ||\n!= android");
    REQUIRE(tokens.size() == marks.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        CHECK(tokens[i].text == marks[i].text);
        CHECK(tokens[i].kind == marks[i].kind);
        CHECK(tokens[i].line == marks[i].line);
    }
}

TEST_CASE("names of a thread are those that are set from threadIdx, or from one of them") {
    const auto tokens = tokens_of("const int tx = threadIdx.x; int i = blockIdx.x * 8 + tx;\n"
                                  "int step = gridDim.x * 8; if (step == tx) { n += 1; }\n"
                                  "for (int k = i; k < n; k += step) { last[k] = k; }");
    CHECK(names_set_from(tokens, {"threadIdx"}) ==
          std::set<std::string_view>{"threadIdx", "tx", "i", "k"});
}
