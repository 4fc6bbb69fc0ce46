// Tests of checker/grading/similarity/tokens.hpp: what is a word of a kernel, and what it is worth.
#include "checker/grading/similarity/tokens.hpp"
#include "tests/catch.hpp"

#include <string>

using namespace kit;

namespace {

std::string spelled(std::string_view text) {
    std::string words;
    for (const Token& token : kernel_tokens(text)) {
        words += std::string(words.empty() ? "" : " ") + std::string(token.text);
    }
    return words;
}

std::vector<std::uint64_t> symbols(std::string_view text) {
    std::vector<std::uint64_t> all;
    for (const PlainToken& token : plain_tokens(kernel_tokens(text))) {
        all.push_back(token.symbol);
    }
    return all;
}

} // namespace

TEST_CASE("words of directives are words", "[similarity]") {
    CHECK(spelled("#define N 8\na<<=b; // c") == "define N 8 a < < = b ;");
}

TEST_CASE("comments, white space and continued lines are no words", "[similarity]") {
    CHECK(spelled("a // b\nc /* d\n e */ f") == "a c f");
    CHECK(spelled("a // b \\\n still b\nc") == "a c");
    CHECK(spelled("a\\\r\n b") == "a b");
    CHECK(spelled("a /* never closed") == "a");
    CHECK(spelled("// never ended \\") == "");
    CHECK(kernel_tokens("a /* \n */ b\n\"t\" c")[1].line == 2);
    CHECK(kernel_tokens("a /* \n */ b\n\"t\" c")[3].line == 3);
}

TEST_CASE("any bytes are read to their end", "[similarity]") {
    for (const std::string& text :
         {std::string("\"open"), std::string("'"), std::string("\\"), std::string("R\"("),
          std::string("R\""), std::string("\0\0a", 3), std::string("\xff\xfe@`$"),
          std::string("1'"), std::string("0x"), std::string("\"\\")}) {
        CHECK_NOTHROW(plain_tokens(kernel_tokens(text)));
    }
}

TEST_CASE("names, types and spelling of numbers do not count", "[similarity]") {
    CHECK(symbols("int near = 2 * halo;") == symbols("int a = 2u * b;"));
    CHECK(symbols("const int a = 1;") == symbols("unsigned long a = 1;"));
    CHECK(symbols("if (a) { b = 2.0f; }") == symbols("if (a) b = 2;"));
    CHECK(symbols("1'024") == symbols("1024UL"));
    CHECK(symbols("0xFFu") == symbols("0xff"));
    CHECK(symbols("10") != symbols("1"));
    CHECK(symbols("threadIdx.x") != symbols("blockIdx.x"));
    CHECK(symbols("__syncthreads();") != symbols("my_function();"));
    CHECK(symbols("a < b") != symbols("a <= b"));
}
