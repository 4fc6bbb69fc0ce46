// What both compilers printed of the same mistakes, and what imitates it.
#include "checker/compile/compiler_warnings.hpp"
#include "checker/compile/diagnostics.hpp"
#include "checker/compile/fix_it.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

const SubmissionFile file{"mine/kernel.cu", "#include \"lab.cuh\"\n"                          // 1
                                            "struct Point { float x; }\n"                     // 2
                                            "__device__ float of(Point* p) { return p.x; }\n" // 3
                                            "__global__ void k(float* out, int n) {\n"        // 4
                                            "\tint i = blockIx.x * 8;\n"                      // 5
                                            "    float sum;\n"                                // 6
                                            "    if (i = n) { sum += out[i; }\n"              // 7
                                            "    if (n & 3 == 1) { out[0] == sum; }\n"        // 8
                                            "}\n"};

Lab lab() {
    Lab lab;
    lab.kernel = "k";
    return lab;
}

/// The hint of the only finding in what a compiler printed.
std::string hint_of_error(const std::string& printed, const SubmissionFile& submission = file) {
    const auto findings =
        findings_from_compiler(without_source_lines(printed, submission.text), lab(), submission);
    REQUIRE(findings.size() == 1);
    return findings.front().hint;
}

std::string hint_of_warning(const std::string& printed) {
    const auto findings = warnings_from_compiler(without_source_lines(printed, file.text), file);
    REQUIRE(findings.size() == 1);
    return findings.front().hint;
}

const std::string fix = "fix-it:\"./kernel.cu\":";

} // namespace

TEST_CASE("a line with a fix is read") {
    const auto read = fix_it(R"(fix-it:"a \"b\"\\c.cu":{5:13-5:20}:"blockIdx")");
    REQUIRE(read);
    CHECK(read->file == "a \"b\"\\c.cu");
    CHECK(read->line == 5);
    CHECK(read->begin == 13);
    CHECK(read->end == 20);
    CHECK(read->text == "blockIdx");
    CHECK(fix_it(R"(fix-it:"k":{6:20-6:20}:"")"));
    for (const char* other :
         {"", "fix-it:", "fix-it:\"k", R"( fix-it:"k":{6:20-6:20}:";")",
          R"(fix-it:"k":{6:20-7:20}:";")", R"(fix-it:"k":{6:20-6:19}:";")",
          R"(fix-it:"k":{0:20-0:20}:";")", R"(fix-it:"k":{6:0-6:2}:";")",
          R"(fix-it:"k":{6:20-6:20}:";" and more)", R"(fix-it:"k":{6:20-6:20}:"a\n")",
          R"(fix-it:"k":{6:20-6:20}:"\303\266")", R"(fix-it:"k":{6:20-6:20}:";)",
          R"(fix-it:"k":{6:-6:20}:";")", "fix-it:\"k\":{6:20-6:20}:\"\\"}) {
        INFO(other);
        CHECK_FALSE(fix_it(other));
    }
}

TEST_CASE("one name for another, as clang 14 and 19 print it") {
    const std::string message =
        "In file included from device.cu:1:\n./kernel.cu:5:10: error: use of "
        "undeclared identifier 'blockIx'; did you mean 'blockIdx'?\n";
    const std::string place = fix + "{5:10-5:17}:\"blockIdx\"\n";
    const std::string note = "include/kit/places.h:13:11: note: 'blockIdx' declared here\n";
    CHECK(hint_of_error(message +
                        "        int i = blockIx.x * 8;\n                ^~~~~~~\n"
                        "                blockIdx\n" +
                        place + note + "KIT_PLACE blockIdx __asm__(\"x\");\n          ^\n") ==
          "Perhaps: write 'blockIdx' for 'blockIx'.");
    CHECK(hint_of_error(message +
                        "    5 |         int i = blockIx.x * 8;\n      |                 ^~~~~~~\n"
                        "      |                 blockIdx\n" +
                        place + note + "   13 | KIT_PLACE blockIdx __asm__(\"x\");\n") ==
          "Perhaps: write 'blockIdx' for 'blockIx'.");
}

TEST_CASE("text that is added, removed, or changed at two places") {
    const std::string error = "./kernel.cu:2:25: error: expected\n";
    CHECK(hint_of_error(error + fix + "{2:26-2:26}:\";\"\n") ==
          "Perhaps: add ';' at the end of the line.");
    CHECK(hint_of_error(error + fix + "{7:30-7:30}:\"]\"\n") ==
          "Perhaps in line 7: add ']' after 'out[i'.");
    CHECK(hint_of_error(error + fix + "{2:1-2:1}:\"const \"\n") ==
          "Perhaps: add 'const' before 'struct'.");
    CHECK(hint_of_error(error + fix + "{2:16-2:22}:\"\"\n") == "Perhaps: remove 'float'.");
    CHECK(hint_of_error("./kernel.cu:3:41: error: is a pointer\n" + fix + "{3:41-3:42}:\"->\"\n") ==
          "Perhaps: write '->' for '.'.");
    // Of a pair, in the order of printing that some compilers have.
    CHECK(hint_of_error("./kernel.cu:8:11: error: mixed\n" + fix + "{8:14-8:14}:\")\"\n" + fix +
                        "{8:9-8:9}:\"(\"\n") == "Perhaps: write '(n & 3)' for 'n & 3'.");
}

TEST_CASE("fixes that no sentence can hold, or that are not the student's to make") {
    const std::string error = "./kernel.cu:5:10: error: expected\n";
    for (const std::string& none :
         {fix + "{5:10-5:99}:\"x\"\n", fix + "{99:1-99:1}:\"x\"\n",
          fix + "{5:10-5:17}:\"blockIdx\"\n" + fix + "{6:5-6:10}:\"double\"\n",
          fix + "{5:10-5:17}:\"blockIdx\"\n" + fix + "{5:12-5:18}:\"x\"\n",
          fix + "{5:10-5:17}:\"kit_block_index\"\n", fix + "{5:10-5:17}:\"blockIx\"\n",
          fix + "{5:10-5:17}:\"" + std::string(100, 'x') + "\"\n",
          std::string("fix-it:\"/usr/include/math.h\":{5:10-5:17}:\"blockIdx\"\n"),
          std::string("fix-it:\"kit-device.cu\":{5:10-5:17}:\"blockIdx\"\n"),
          "a.h:3:3: warning: other\n" + fix + "{5:10-5:17}:\"blockIdx\"\n"}) {
        INFO(none);
        CHECK(hint_of_error(error + none).empty());
    }
    // Where the kit has words of its own, they stand.
    CHECK(hint_of_error("./kernel.cu:5:10: error: variable length array\n" + fix +
                        "{5:10-5:17}:\"blockIdx\"\n")
              .starts_with("Use a constant"));
}

TEST_CASE("a source line that imitates the compiler's lines is none") {
    SubmissionFile own = file;
    const std::string imitation = "fix-it:\"kernel.cu\":{2:1-2:7}:\"union\"";
    own.text = imitation + " nonsense\n" + imitation +
               "\nx/kernel.cu:2:1: error: \xc3\xa4 own words\n" + file.text;
    // Clang 14 shows the line as it is, with tabs as blanks.
    CHECK(hint_of_error("./kernel.cu:2:1: error: unknown\n" + imitation + "\n^\n", own).empty());
    CHECK(hint_of_error("./kernel.cu:3:1: error: unknown\n"
                        "x/kernel.cu:2:1: error: <U+00E4> own words\n^\n",
                        own)
              .empty());
    // Clang 19 shows several, each with its number.
    CHECK(hint_of_error("./kernel.cu:1:1: error: unknown\n    1 | " + imitation +
                            " nonsense\n    2 | " + imitation +
                            "\n    3 | x/kernel.cu:2:1: error: own words\n      | ^\n",
                        own)
              .empty());
    // One that comes after no message at all.
    CHECK(hint_of_error(imitation + "\n./kernel.cu:1:1: error: unknown\n", own).empty());
    // The message below an equal line is the compiler's.
    CHECK(without_source_lines("./kernel.cu:2:1: error: unknown\n" + imitation + "\n" + imitation +
                                   "\n",
                               own.text) == "./kernel.cu:2:1: error: unknown\n" + imitation + "\n");
}

TEST_CASE("source lines are left out, messages stay") {
    const std::string first = "./kernel.cu:7:11: warning: one [-Wparentheses]\n";
    const std::string next =
        "./kernel.cu:7:11: error: at the same place, so the line is not shown\n";
    CHECK(without_source_lines(first + next + "    if (i = n) { sum += out[i; }\n          ^\n",
                               file.text) == first + next + "          ^\n");
    const std::string header = "In file included from device.cu:1:\nnew:5:1: note: declared here\n";
    CHECK(without_source_lines(header + "class bad_alloc;\n^\n", file.text) == header + "^\n");
    CHECK(without_source_lines("LLVM ERROR: out of memory\n", file.text) ==
          "LLVM ERROR: out of memory\n");
}

TEST_CASE("warnings say the fix that their notes propose, and none that only silences them") {
    CHECK(hint_of_warning("./kernel.cu:7:11: warning: using the result of an assignment as a "
                          "condition without parentheses [-Wparentheses]\n"
                          "    7 |     if (i = n) { sum += out[i; }\n      |         ~~^~~\n"
                          "./kernel.cu:7:11: note: place parentheses around the assignment to "
                          "silence this warning\n" +
                          fix + "{7:9-7:9}:\"(\"\n" + fix + "{7:14-7:14}:\")\"\n" +
                          "./kernel.cu:7:11: note: use '==' to turn this assignment into an "
                          "equality comparison\n" +
                          fix + "{7:11-7:12}:\"==\"\n") == "If a comparison is meant, write ==.");
    CHECK(hint_of_warning("./kernel.cu:8:11: warning: & has lower precedence than ==; == will be "
                          "evaluated first [-Wparentheses]\n"
                          "./kernel.cu:8:11: note: place parentheses around the '==' expression to "
                          "silence this warning\n" +
                          fix + "{8:13-8:13}:\"(\"\n" + fix + "{8:19-8:19}:\")\"\n" +
                          "./kernel.cu:8:11: note: place parentheses around the & expression to "
                          "evaluate it first\n" +
                          fix + "{8:9-8:9}:\"(\"\n" + fix + "{8:14-8:14}:\")\"\n") ==
          "Perhaps: write '(n & 3)' for 'n & 3'.");
    CHECK(
        hint_of_warning("./kernel.cu:7:18: warning: variable 'sum' is uninitialized when used here "
                        "[-Wuninitialized]\n    if (i = n) { sum += out[i; }\n"
                        "./kernel.cu:6:14: note: initialize the variable 'sum' to silence this "
                        "warning\n    float sum;\n" +
                        fix + "{6:14-6:14}:\" = 0.0f\"\n") ==
        "Give it a value where it is declared. Perhaps in line 6: add '= 0.0f' after 'sum'.");
    CHECK(hint_of_warning("./kernel.cu:8:5: warning: own [-Warray-bounds]\n"
                          "./kernel.cu:8:5: warning: second in the line [-Wshift]\n" +
                          fix + "{8:9-8:9}:\"(\"\n") ==
          "Compare the index with the array's extent.");
}
