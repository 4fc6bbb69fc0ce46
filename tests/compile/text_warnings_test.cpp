#include "checker/compile/text_warnings.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

std::size_t warnings_of_line(const std::string& line) {
    return text_warnings({"kernel.cu", "void f() {\n" + line + "\n}\n"}).size();
}

} // namespace

TEST_CASE("two comparisons in a row are told, and templates are no comparisons") {
    for (const char* line :
         {"bool b = 1 <= i <= n - 2 && 1 <= j <= n - 2;", "if (0 < i < n) {}", "x = a < b <= c;",
          "out[k] = 0 < sum < 255 ? sum : 0;", "while (n >= i >= 0) {}"}) {
        CAPTURE(line);
        CHECK(warnings_of_line(line) == 1);
    }
    for (const char* line :
         {"return n <= Tile<VECTOR, 2>::X ? 1 : 2;", "b = i + 1 <= static_cast<unsigned>(n);",
          "static_assert(2 * sizeof(Tile<4>::Ends) <= MOST * sizeof(E));",
          "std::array<std::array<float, 3>, 3> a;", "auto v = f<3>(x) < y;", "p->q = a->b < c;",
          "x = a << 2 << b;", "b = i >= 0 && i < n;", "for (int i = 0; i < n; ++i) {}",
          "const int k = a < b ? c < d : e < f;", "x = Cells<WIDTH>::load(from) <= y;"}) {
        CAPTURE(line);
        CHECK(warnings_of_line(line) == 0);
    }
}

TEST_CASE("what a function stores to its own copy of a value is lost") {
    const auto count = [](const std::string& text) {
        return text_warnings({"kernel.cu", text}).size();
    };
    for (const char* lost : {"__device__ void square(float v) { v = v * v; }",
                             "__device__ inline void twice(float a, float sum) {\n    sum += a;\n}",
                             "__device__ void f(int n, float v) { if (n > 0) { v -= 1; } }"}) {
        CAPTURE(lost);
        CHECK(count(lost) == 1);
    }
    for (const char* kept : {"__device__ float square(float v) { v = v * v; return v; }",
                             "__device__ void square(float& v) { v = v * v; }",
                             "__device__ void square(float* v, float w) { w *= w; *v = w; }",
                             "__device__ void count(int i) { i = i < 0 ? 0 : i; total[i] = 1; }",
                             "__device__ void f(int n) { while (n > 0) { n -= 1; step(); } }",
                             "void f(int n) { n = 3; }"}) {
        CAPTURE(kept);
        CHECK(count(kept) == 0);
    }
}
