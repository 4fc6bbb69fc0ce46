// What the screening sees of a text, and what it refuses.
#include "checker/compile/screening/allowed_names.hpp"
#include "checker/compile/screening/assembly_rules.hpp"
#include "checker/compile/screening/language_rules.hpp"
#include "checker/compile/screening/symbol_rules.hpp"
#include "checker/compile/screening/text_rules.hpp"
#include "checker/compile/screening/tokens.hpp"
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

std::string refused_language(const std::string& text) {
    const auto finding = breach_in_language(tokens_of(text), file_of(text));
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

TEST_CASE("a splice joins what it cuts") {
    CHECK(without_splices("as\\\nm") == "asm");
    CHECK(without_splices("as\\ \t\r\nm") == "asm");
    CHECK(without_splices("a\\b\nc") == "a\\b\nc");
}

TEST_CASE("line markers say where a token comes from") {
    const std::string text = "# 7 \"kernel.cu\"\na\n# 1 \"/usr/include/math.h\" 1 3 4\nb\nc\n"
                             "# 9 \"kernel.cu\" 2\nd\n";
    std::string places;
    for (const Token& token : tokens_of(text)) {
        if (token.kind == Token::Kind::word) {
            places += std::string(token.text) + std::to_string(token.line) +
                      (token.own ? "own " : "header ");
        }
    }
    CHECK(places == "a7own b8header c8header d9own ");
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

TEST_CASE("attributes, pragmas and built-ins are allowed by name") {
    CHECK(refused_language("__attribute__((noinline, aligned(16))) void f();").empty());
    CHECK(refused_language("[[maybe_unused]] int a; b[c[0]]; [[using gnu: noinline]] void g();")
              .empty());
    CHECK(refused_language("__attribute__((section(\"kit_constant\"))) float w[3];").empty());
    CHECK(refused_language("#pragma unroll 4\n#pragma GCC diagnostic push\n").empty());
    CHECK(refused_language("int a = __builtin_popcount(3) + __builtin_fabsf(2);").empty());
    CHECK_FALSE(refused_language("__attribute__((noinline, naked)) void f();").empty());
    CHECK_FALSE(
        refused_language("__attribute__((section(\"kit_constant,\\\"x\\\"\"))) int a;").empty());
    CHECK_FALSE(refused_language("[[using gnu: unused, weak]] int a;").empty());
    CHECK_FALSE(refused_language("[[gnu::constructor]] void f();").empty());
    CHECK_FALSE(refused_language("<:<:gnu::naked:>:> void f();").empty());
    CHECK_FALSE(refused_language("#pragma GCC optimize(\"O0\")\n").empty());
    CHECK_FALSE(refused_language("#pragma weak a\n").empty());
    CHECK_FALSE(refused_language("#ident \"a\"\n").empty());
    CHECK_FALSE(refused_language("void* p = __builtin_return_address(0);").empty());
    CHECK_FALSE(refused_language("__builtin_ia32_sfence();").empty());
    CHECK_FALSE(refused_language("goto *p;").empty());
    CHECK_FALSE(refused_language("int kit_mine;").empty());
}

TEST_CASE("assembly is refused but for labels of headers") {
    const std::string header = "# 1 \"/usr/include/a.h\" 1 3\n";
    CHECK_FALSE(refused_language("asm(\"nop\");").empty());
    CHECK_FALSE(refused_language("int f() asm(\"g_h\");").empty());
    CHECK(refused_language(header + "int f() __asm__(\"\" \"__isoc99_f\");").empty());
    CHECK(refused_language(header + "int f() noexcept (true) __asm(\"index\");").empty());
    CHECK_FALSE(refused_language(header + "void f() { if (a) __asm__(\"syscall\"); }").empty());
    CHECK_FALSE(refused_language(header + "int f() __asm__(\"a_b\\n\\tsyscall\");").empty());
    CHECK_FALSE(refused_language(header + "void f() { __asm__ volatile(\"a_b\"); }").empty());
}

TEST_CASE("block functions get the runtime's names") {
    const std::string text = "memcpy(a, \"memcpy\", 3); __builtin_memset(b, 0, my_memset);";
    CHECK(with_watched_blocks(text, tokens_of(text)) ==
          "kit_memcpy(a, \"memcpy\", 3); kit_memset(b, 0, my_memset);");
}

TEST_CASE("symbols are allowed by name") {
    for (const char* name :
         {"sqrtf", "kit_block_barrier", "__tsan_write4", "printf", "malloc", "exit"}) {
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

#if defined(__x86_64__)
TEST_CASE("assembly: what leaves the program, and stores that nothing announces") {
    const SubmissionFile file = file_of("");
    CHECK_FALSE(breach_in_assembly("f:\n\tmovl\t%eax, (%rdi)\n\tret\n", file));
    CHECK(breach_in_assembly("f:\n#APP\n\tnop\n#NO_APP\n", file));
    CHECK(breach_in_assembly("f:\n\tlock addl\t$1, (%rdi)\n", file));
    CHECK(breach_in_assembly("f:\n\txchgl\t%eax, (%rdi)\n", file));
    CHECK(breach_in_assembly("f:\n\tsyscall\n", file));
    CHECK(stores_unseen("f:\n\tmovl\t%ebx, (%rsp,%rbp,4)\n"));
    CHECK(stores_unseen("f:\n\tleaq\t16(%rsp), %rdx\n\tmovl\t%ebx, (%rdx,%rax,4)\n"));
    CHECK_FALSE(stores_unseen("f:\n\tleaq\t16(%rsp), %rdx\n\tcall\t__tsan_write4\n"
                              "\tmovl\t%ebx, (%rdx,%rax,4)\n"));
    CHECK(stores_unseen("f:\n\tleaq\t16(%rsp), %rdx\n\tcall\t__tsan_write4\n"
                        "\tmovl\t%ebx, (%rdi)\n\tmovl\t%ebx, (%rdx,%rax,4)\n"));
    CHECK_FALSE(stores_unseen("f:\n\tmovl\t%ebx, 16(%rsp)\n\tmovl\t8(%rsp,%rax,4), %eax\n"));
}
#endif
