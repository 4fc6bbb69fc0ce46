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

TEST_CASE("a macro that multiplies a sum without parentheses is told") {
    const auto count = [](const std::string& macro, const std::string& use) {
        return text_warnings({"kernel.cu", macro + "\nvoid f() {\n" + use + "\n}\n"}).size();
    };
    const std::string bare = "#define AT(i, j, k) (i * n * n + j * n + k)";
    for (const char* wrong : {"x = in[AT(i - 1, j, k)];", "x = in[AT(i, f(1, 2) + 1, k)];"}) {
        CAPTURE(wrong);
        CHECK(count(bare, wrong) == 1);
    }
    CHECK(count("#define LAST(n) (m - n)", "x = LAST(k - 1);") == 1);
    for (const char* right : {"x = in[AT(i, j, k + 1)];", "x = in[AT((i - 1), j, k)];",
                              "x = in[AT(-i, a[j + 1], f(k - 1))];", "x = AT;", "x = AT(i - 1"}) {
        CAPTURE(right);
        CHECK(count(bare, right) == 0);
    }
    CHECK(count("#define AT(i, j) ((i) * n + (j))", "x = AT(i - 1, j + 1);") == 0);
    CHECK(count("#define AT (i * n)", "x = AT(i - 1);") == 0);
    CHECK(count("#define AT(i", "x = AT(i - 1);") == 0);
}
