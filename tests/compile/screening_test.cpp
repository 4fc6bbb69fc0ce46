// What the screening sees of a text, and what it refuses.
#include "checker/base/tokens.hpp"
#include "checker/compile/screening/symbol_rules.hpp"
#include "checker/compile/screening/text_rules.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

std::string words_of(const std::string& text) {
    std::string words;
    for (const Token& token : tokens_of(text)) {
        words += (words.empty() ? "" : "|") + std::string(token.text);
    }
    return words;
}

SubmissionFile file_of(const std::string& text) {
    return {"kernel.cu", text};
}

std::string refused_text(const std::string& text) {
    const auto finding = breach_in_text(file_of(text));
    return finding ? finding->message : "";
}

} // namespace

TEST_CASE("texts and comments are no words") {
    CHECK(words_of("a /* asm */ \"asm\" // asm\n'\"' b") == "a|\"asm\"|'\"'|b");
    CHECK(words_of("R\"x(asm)\" )x\" c") == "R\"x(asm)\" )x\"|c");
    CHECK(words_of("1'000'000 + 0x1p-3f") == "1'000'000|+|0x1p-3f");
    CHECK(words_of("u8\"\\\"asm\" d") == "u8\"\\\"asm\"|d");
    CHECK(words_of("\xef\xbb\xbf#include <a>\nb") == "#include <a>|b");
}

TEST_CASE("the marks of an unfinished merge are told as such") {
    const auto merged = refuse_text(file_of("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> mine\n"));
    REQUIRE(merged);
    CHECK(merged->lines.at(0).line == 2);
    CHECK(merged->message.find("a merge that was not finished") != std::string::npos);
    CHECK_FALSE(refuse_text(file_of("kernel<<<1, 1>>>();\n<<<<<<< alone\n")));
}

TEST_CASE("a splice joins what it cuts") {
    CHECK(without_splices("as\\\nm") == "asm");
    CHECK(without_splices("as\\ \t\r\nm") == "asm");
    CHECK(without_splices("a\\b\nc") == "a\\b\nc");
}

TEST_CASE("what takes over names or places is refused in the text") {
    CHECK(refused_text("#define N 120\n#pragma unroll\n#if N > 3\n#endif\n").empty());
    CHECK(refused_text("/*\n#line 3\n*/ const char* t = R\"(\n#ident \"x\"\n)\";\n").empty());
    CHECK_FALSE(refused_text("  # define float double\n").empty());
    CHECK_FALSE(refused_text("%:define blockIdx fake\n").empty());
    CHECK_FALSE(refused_text("/* */ # /* */ undef __shared__\n").empty());
    CHECK_FALSE(refused_text("#de\\\nfine __syncthreads()\n").empty());
    CHECK_FALSE(refused_text("#line 3\n").empty());
    CHECK_FALSE(refused_text("# 3 \"lab.cuh\" 1 3\n").empty());
    CHECK_FALSE(refused_text("#include \"../secret.h\"\n").empty());
    const auto finding = breach_in_text(file_of("a\\\nb\n#line 9\n"));
    REQUIRE(finding);
    CHECK(finding->lines.at(0).line == 3);
}

TEST_CASE("symbols are allowed by name") {
    for (const char* name :
         {"sqrtf", "kit_block_barrier", "__tsan_write4", "printf", "kit_malloc", "kit_exit"}) {
        CHECK(is_allowed_symbol(name));
    }
    for (const char* name : {"mmap", "syscall", "frexp", "modff", "strcpy", "_ZSt9terminatev"}) {
        CHECK_FALSE(is_allowed_symbol(name));
    }
    CHECK(is_free_symbol("weights"));
    CHECK(is_free_symbol("_Z6systemf"));
    CHECK_FALSE(is_free_symbol("main"));
    CHECK_FALSE(is_free_symbol("__tsan_write4"));
    CHECK_FALSE(is_free_symbol("_ZN3kit7runtime6launchEv"));
}

TEST_CASE("brackets that go too deep are refused before a compiler sees them") {
    const std::string open(200'000, '[');
    CHECK(refused_text("int x = 0;\nint y = " + open + ";\n") ==
          "More than 256 brackets are open here.");
    CHECK(breach_in_text(file_of("int x = 0;\nint y = " + open))->lines[0].line == 2);
    CHECK(refused_text("// " + open + "\nconst char* s = \"" + open + "\";\n").empty());
    std::string many;
    for (int i = 0; i < 10'000; ++i) {
        many += "{ (void)(1 + (2)); }\n";
    }
    CHECK(refused_text(many).empty());
}

TEST_CASE("a name for which the compiler would take minutes is refused") {
    CHECK(refused_text("int x = " + std::string(200'000, 'a') + ";\n") ==
          "A name here has more than 1000 letters.");
    CHECK(refused_text("// " + std::string(2000, 'a') + "\nint " + std::string(1000, 'a') + ";\n")
              .empty());
}

TEST_CASE("a file of a hundred thousand lines is read once, not once for each word") {
    std::string text;
    for (int i = 0; i < 100'000; ++i) {
        text += "int a;\\\n"; // a splice in each line: the line to name is counted anew
    }
    text += "\n#pragma clang system_header\n";
    const auto finding = breach_in_text(file_of(text)); // took minutes once
    REQUIRE(finding);
    CHECK(finding->lines[0].line == 100'002);
}
