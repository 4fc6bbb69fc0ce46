#include "checker/check/hints/condition_hints.hpp"
#include "checker/check/hints/loop_hints.hpp"
#include "tests/catch.hpp"

#include <string>

using namespace kit;

namespace {

Finding outside_tile(std::int64_t index, const std::string& line) {
    Finding access{.kind = FindingKind::out_of_bounds_shared, .array = "s", .index = index};
    access.lines = {{"kernel.cu", 2, 0, line}};
    access.message = "An index of s is 10; in that dimension s[10][10] has 0 to 9.";
    access.cause.kind = index < 0 ? Cause::Kind::before_row : Cause::Kind::past_row;
    return access;
}

std::string said_of_loops(const std::string& loops, const std::string& store) {
    Finding access = outside_tile(10, store);
    speak_of_loop_past_extent({"kernel.cu", loops + "\n" + store + "\n} }\n"}, access);
    return access.hint;
}

std::string said_of_remainder(const std::string& store) {
    Finding access = outside_tile(-1, store);
    speak_of_negative_remainder(access);
    return access.hint;
}

std::string said_of_bounds(const std::string& condition) {
    Finding wrong{.kind = FindingKind::out_of_bounds_global};
    speak_of_joined_bounds(
        {"kernel.cu", "__global__ void f(const float* in, int n) {\n" + condition + "\n}\n"},
        wrong);
    return wrong.hint;
}

} // namespace

TEST_CASE("a loop that goes on to the extent is named where all indices are counted by loops") {
    CHECK(said_of_loops("for (int y = 0; y < N; ++y) { for (int x = 0; x <= N; ++x) {",
                        "s[y][x] = 1;") ==
          "Line 1 lets x = N through, one past the end: write x < N.");
    // The other index may be the one that is outside.
    CHECK(said_of_loops("for (int r = 1; r <= R; ++r) {", "s[r][tx + 1] = 1;").empty());
    CHECK(said_of_loops("for (int r = 1; r <= R; ++r) {", "s[r][tx] = 1;").empty());
    CHECK(said_of_loops("for (int x = 0; x < N; ++x) {", "s[x] = 1;").empty());
}

TEST_CASE("a remainder below 0 is named where no other index can be below 0") {
    CHECK(said_of_remainder("s[(z - 1) % 3][y] = 1;").starts_with("(z - 1) % 3 is -1 here"));
    CHECK(said_of_remainder("s[(z - 1) % 3][y - 1] = 1;").empty());
    CHECK(said_of_remainder("s[(z + 2) % 3][y] = 1;").empty());
}

TEST_CASE("bounds that are joined by the wrong word are named, a question for one cell is not") {
    CHECK(said_of_bounds("if (i == 0 && i >= n - 1 && k == 0 && k >= n - 1) return;")
              .starts_with("Line 2: with && only a thread returns"));
    CHECK(said_of_bounds("if (i > 0 && i < n - 1 && j > 0 || j < n - 1) { }")
              .starts_with("Line 2: with || one of these is enough"));
    CHECK(said_of_bounds("for (int d = -1; d <= 1; d++) { if (d == 0 && e == 0) continue; }")
              .empty());
    CHECK(said_of_bounds("if (i == 0 || i >= n - 1 || k == 0 || k >= n - 1) return;").empty());
}

TEST_CASE("a text that begins with a choice is read to its end") {
    Finding wrong{.kind = FindingKind::wrong_output};
    speak_of_swallowed_sum({"kernel.cu", "= ? a[0] : b;"}, wrong);
    CHECK(wrong.hint.empty());
    speak_of_swallowed_sum({"kernel.cu", "v = a[0] + a[1] * x >= 1 ? b[0] : b[1];"}, wrong);
    CHECK(wrong.hint.starts_with("Line 1: is all that stands before the ? its condition?"));
}
