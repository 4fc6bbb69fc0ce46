#include "checker/check/hints/endless_loops.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

/// What is said of a kernel with this loop, in which time ran out; empty: nothing.
std::string said_of(const std::string& loop) {
    Finding late{.kind = FindingKind::timeout};
    return speak_of_endless_loop({"kernel.cu", "void f() {\n" + loop + "\n}\n"}, late) ? late.hint
                                                                                       : "";
}

} // namespace

TEST_CASE("a loop that nothing ends is named") {
    CHECK(
        said_of("while (i < n) out[i] = 0;").starts_with("Nothing in the loop of line 2 changes"));
    CHECK(said_of("while (left) { a = b; }").find("changes left:") != std::string::npos);
    CHECK(said_of("for (int i = t; i < n; i + step) {}").find("Write i += ...") !=
          std::string::npos);
    CHECK(said_of("for (int i = t; i < n; i = step) {}").find("same number") != std::string::npos);
    CHECK(said_of("for (int i = t; i < n; i *= 2) {}").find("0 stays 0") != std::string::npos);
    CHECK(said_of("int s = blockIdx.x * 8; for (int i = t; i < n; i += s) {}").find("gridDim") !=
          std::string::npos);
}

TEST_CASE("nothing is said of loops that may end") {
    for (const char* loop :
         {"for (int i = t; i < n; ++i) {}", "for (int i = t; i < n; i += 4) {}",
          "for (int i = t; i < n; i = i + step) {}", "for (;;) { if (done()) break; }",
          "while (i < n) { i = next(i); }", "while (i < n) { out[i++] = 0; }",
          "while (i < n) { step(&i); }", "while (i < n) { step(i, 2); }",
          "while (left) { if (a) return; }", "while (flags[0] < want) {}",
          "do { i += 1; } while (i < n);", "for (int r = 32; r > 0; r /= 2) {}",
          "int s = gridDim.x * blockDim.x; for (int i = blockIdx.x; i < n; i += s) {}"}) {
        CAPTURE(loop);
        CHECK(said_of(loop).empty());
    }
}

TEST_CASE("a loop elsewhere is not meant") {
    Finding late{.kind = FindingKind::timeout, .lines = {{"kernel.cu", 5, 0, ""}}};
    CHECK_FALSE(speak_of_endless_loop(
        {"kernel.cu", "void f() {\nwhile (i < n) g = 0;\n\n\nh = 1;\n}\n"}, late));
}
