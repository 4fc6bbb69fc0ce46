#include "checker/check/hints/thread_conditions.hpp"
#include "tests/catch.hpp"

#include <utility>

using namespace kit;

namespace {

/// What is said of a kernel with this body, in blocks of 32 by 8 threads; empty: nothing.
std::string said_of_conditions(const std::string& body) {
    const SubmissionFile file{"kernel.cu", "#define BX 32\n#define ty threadIdx.y\n"
                                           "constexpr int BY = 8;\nvoid f() {\n" +
                                               body + "\n}\n"};
    return condition_of_no_thread(file, {32, 8, 1});
}

} // namespace

TEST_CASE("a condition that no thread of a block fulfils is named") {
    for (const char* body : {
             "if (threadIdx.x == 32) {}",
             "if (on && threadIdx.x == BX) {}",
             "if (32u == threadIdx.x) {}",
             "if (threadIdx.x == blockDim.x) {}",
             "int x = threadIdx.x + 1; tile[y][x] = 0; if (x == BX + 1) {}",
             "int x = threadIdx.x; int first = x + 2; if (k < n || first == 1 + BX + 1) {}",
             "if (k <= n && (a || threadIdx.x + 1 == BX + 1)) {}",
         }) {
        CAPTURE(body);
        CHECK(said_of_conditions(body).find(
                  "never true: it asks for the thread with "
                  "threadIdx.x = 32, and those of a block have 0 to 31") != std::string::npos);
    }
    for (const auto& [body, asked] : {
             std::pair{"if (threadIdx.x >= BX) {}", "threads with threadIdx.x >= 32, and"},
             {"if (threadIdx.x > BX - 1) {}", "threads with threadIdx.x > 31, and"},
             {"if (BX < threadIdx.x) {}", "threads with threadIdx.x > 32, and"},
             {"int x = threadIdx.x + 1; if (a && x <= 0) {}",
              "threads with threadIdx.x <= -1, and"},
             {"if (0 > ty) {}", "threads with threadIdx.y < 0, and"},
         }) {
        CHECK_THAT(said_of_conditions(body), ContainsSubstring(asked));
    }
    CHECK(said_of_conditions("if (ty == BY) {}").starts_with("The condition in line 5 is"));
    CHECK(said_of_conditions("if (threadIdx.y == -1) {}").find("threadIdx.y = -1") !=
          std::string::npos);
}

TEST_CASE("nothing is said of conditions that a thread may fulfil") {
    for (const char* body : {
             "if (threadIdx.x == 31) {}",
             "if (threadIdx.x == BX - 1 && ty == BY - 1) {}",
             "if (threadIdx.x != 32) {}",
             "if (threadIdx.x >= 31 && threadIdx.x <= 0 && threadIdx.x > 30 && threadIdx.x < 1) {}",
             "if (x >> threadIdx.x > 32 || threadIdx.x << 9 < 0 || p->a > 9) {}",
             "if (i >= 32 || threadIdx.x < n) {}",
             "if (k == 32) {}",
             "int x = blockIdx.x * 32 + threadIdx.x; if (x == 32) {}",
             "int x = threadIdx.x; x += 32; if (x == 32) {}",
             "int x = threadIdx.x; if (a) x = 40; if (x == 32) {}",
             "for (int y = threadIdx.y; y < 40; ++y) { if (y == 32) {} }",
             "for (int y = threadIdx.y; y < 40; y++) { if (y == 32) {} }",
             "for (int y = threadIdx.y; y < 40; y += BY) { if (y == 32) {} }",
             "if (threadIdx.x == 2 * BX) {}",
             "if (threadIdx.x % 32 == 32) {}",
             "if (threadIdx.x / 2 == 32) {}",
             "if (threadIdx.x == R + 32) {}",
             "int x = threadIdx.x, y = 0; if (y == 0) {}",
             "bool is_last = threadIdx.x == 32;",
             "int a = 9000000000000000000; int b = a + a; if (threadIdx.x == b) {}",
             "if (threadIdx.x == 32",
         }) {
        CAPTURE(body);
        CHECK(said_of_conditions(body).empty());
    }
}
