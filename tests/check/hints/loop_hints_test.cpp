#include "checker/check/hints/loop_hints.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

/// What is said of a race in shared memory between line 4 and line 5, of which the loop begins in line 3.
std::string said_of_race(const std::string& loop) {
    Finding race{.kind = FindingKind::race_shared};
    race.lines = {{"kernel.cu", 4, 0, ""}, {"kernel.cu", 5, 0, ""}};
    speak_of_step_of_one({"kernel.cu", "void f() {\nint me = threadIdx.x;\n" + loop +
                                           " {\nnow[t] = in[t];\nnext[t] = now[t];\n}\n}\n"},
                         race);
    return race.hint;
}

} // namespace

TEST_CASE("a loop over a tile that begins at the thread's number must not go on by 1") {
    for (const char* loop : {"for (int t = me; t < 512; t++)", "for (int t = me; t < 512; ++t)",
                             "for (int t = threadIdx.y; t < 512; t += 1)",
                             "for (int t = me; t < 512; ++t) for (int s = 0; s < 3; ++s)"}) {
        CAPTURE(loop);
        CHECK(said_of_race(loop).starts_with("The loop of line 3 begins at the thread's number"));
    }
}

TEST_CASE("nothing is said of loops in which threads take turns or have shares") {
    for (const char* loop :
         {"for (int t = me; t < 512; t += 256)", "for (int t = 0; t < 512; t++)",
          "for (int t = 4 * me; t < 4 * me + 4; t++)", "for (int t = me; t < 512; t += blockDim.x)",
          "for (int t = me;; t += blockDim.x)"}) {
        CAPTURE(loop);
        CHECK(said_of_race(loop).empty());
    }
}

TEST_CASE("planes take turns by one number") {
    const auto said_of_planes = [](const std::string& text) {
        Finding finding{.kind = FindingKind::uninitialized_shared, .array = "p"};
        speak_of_two_remainders({"kernel.cu", text}, finding);
        return finding.hint;
    };
    CHECK(said_of_planes("p[z % 2][x] = 1;\ny = p[(z + 1) % 3][x];\n")
              .starts_with("Line 1 indexes 'p' by % 2, line 2 by % 3"));
    CHECK(said_of_planes("p[z % 3][x] = 1; y = p[(z + 1) % 3][x % 2];").empty());
    CHECK(said_of_planes("p[z % 2][x] = 1; y = q[z % 3][x];").empty());
    CHECK(said_of_planes("p[z % 2][").empty());
}

TEST_CASE("a loop that moves elements must read each before it is overwritten") {
    const auto said_of_move = [](const std::string& text) {
        Finding finding{.kind = FindingKind::wrong_output};
        speak_of_copied_copies({"kernel.cu", text}, finding);
        return finding.hint;
    };
    for (const char* loop : {"for (int m = 0; m < 4; m++) { z[m + 1] = z[m]; }",
                             "for (int m = 1; m < 4; ++m) z[m] = z[m - 1];",
                             "for (int m = 3; m > 0; m--) { z[m - 1] = z[m]; }"}) {
        CAPTURE(loop);
        CHECK(said_of_move(loop).starts_with("In line 1 each round of the loop copies"));
    }
    for (const char* loop : {"for (int m = 0; m < 4; m++) { z[m] = z[m + 1]; }",
                             "for (int m = 3; m > 0; m--) { z[m] = z[m - 1]; }",
                             "for (int m = 0; m < 4; m++) { z[m + 1] = y[m]; }",
                             "for (int m = 0; m < 4; m++) { z[m + 1] += z[m]; }",
                             "for (int m = 0; m < 4; m++) { z["}) {
        CAPTURE(loop);
        CHECK(said_of_move(loop).empty());
    }
}
