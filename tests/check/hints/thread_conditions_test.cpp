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
    for (const auto& [body, condition] : {
             std::pair{"if (threadIdx.x == 32) {}", "'threadIdx.x == 32'"},
             {"if (on && threadIdx.x == BX) {}", "'threadIdx.x == BX'"},
             {"if (32u == threadIdx.x) {}", "'32u == threadIdx.x'"},
             {"if (threadIdx.x == blockDim.x) {}", "'threadIdx.x == blockDim.x'"},
             {"int x = threadIdx.x + 1; tile[y][x] = 0; if (x == BX + 1) {}", "'x == BX + 1'"},
             {"int x = threadIdx.x; int first = x + 2; if (k < n || first == 1 + BX + 1) {}",
              "'first == 1 + BX + 1'"},
             {"if (k <= n && (a || threadIdx.x + 1 == BX + 1)) {}", "'threadIdx.x + 1 == BX + 1'"},
             {"if (threadIdx.x >= BX) {}", "'threadIdx.x >= BX'"},
             {"if (BX < threadIdx.x) {}", "'BX < threadIdx.x'"},
             {"int x = threadIdx.x + 1; if (a && x <= 0) {}", "'x <= 0'"},
             {"if (threadIdx.x == 2 * BX) {}", "'threadIdx.x == 2 * BX'"},
             {"if (threadIdx.x % 32 == 32) {}", "'threadIdx.x % 32 == 32'"},
             {"if (threadIdx.x / 2 == 16) {}", "'threadIdx.x / 2 == 16'"},
             {"int x = max(threadIdx.x, 4); if (x == 32) {}", "'x == 32'"},
         }) {
        CAPTURE(body);
        CHECK_THAT(said_of_conditions(body), ContainsSubstring(condition));
        CHECK_THAT(said_of_conditions(body), ContainsSubstring("have threadIdx.x from 0 to 31."));
    }
    CHECK(said_of_conditions("if (ty == BY) {}") ==
          "The condition in line 5 is never true: 'ty == BY' holds for no thread, and those of a "
          "block have "
          "threadIdx.y from 0 to 7.");
    CHECK_THAT(said_of_conditions("if (threadIdx.x + ty == 39) {}"),
               ContainsSubstring("threadIdx.x from 0 to 31 and threadIdx.y from 0 to 7"));
}

TEST_CASE("nothing is said of conditions that a thread may fulfil") {
    for (const char* body : {
             "if (threadIdx.x == 31) {}",
             "if (threadIdx.x == BX - 1 && ty == BY - 1) {}",
             "if (threadIdx.x != 32) {}",
             "if (threadIdx.x + ty == 38) {}",
             "if (threadIdx.x - 1 == 4294967295) {}",
             "if (threadIdx.x - 1 > 40) {}",
             "if (threadIdx.x >= 31 && threadIdx.x <= 0 && threadIdx.x > 30 && threadIdx.x < 1) {}",
             "if (x >> threadIdx.x > 32 || p->a > 9) {}",
             "if (i >= 32 || threadIdx.x < n) {}",
             "if (k == 32) {}",
             "int x = blockIdx.x * 32 + threadIdx.x; if (x == 32) {}",
             "int x = threadIdx.x; x += 32; if (x == 32) {}",
             "int x = threadIdx.x; if (a) x = 40; if (x == 32) {}",
             "for (int y = threadIdx.y; y < 40; ++y) { if (y == 32) {} }",
             "for (int y = threadIdx.y; y < 40; y++) { if (y == 32) {} }",
             "for (int y = threadIdx.y; y < 40; y += BY) { if (y == 32) {} }",
             "if (threadIdx.x == R + 32) {}",
             "int x = threadIdx.x, y = 0; if (y == 1) {}",
             "int x = x + threadIdx.x; if (x == 32) {}",
             "bool is_last = threadIdx.x == 32;",
             "int a = 9000000000000000000; int b = a + a; if (threadIdx.x == b) {}",
             "if (threadIdx.x == 32",
         }) {
        CAPTURE(body);
        CHECK(said_of_conditions(body).empty());
    }
}
