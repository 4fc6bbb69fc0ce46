// Tests of checker/grading/similarity/kernel_shape.hpp: what leaves a kernel's structure as it is, and what does not.
#include "checker/grading/similarity/kernel_shape.hpp"
#include "checker/grading/similarity/shape_comparison.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <iostream>
#include <string>
#include <vector>

using namespace kit;

namespace {

using Kind = ShapePart::Kind;

std::vector<std::uint64_t> parts(const std::string& body, std::initializer_list<Kind> kinds) {
    std::vector<std::uint64_t> hashes;
    for (const ShapePart& part :
         shape_of("__global__ void k(const float* in, float* out, int n) {\n" + body + "\n}")) {
        if (std::find(kinds.begin(), kinds.end(), part.kind) != kinds.end()) {
            hashes.push_back(part.hash);
        }
    }
    std::sort(hashes.begin(), hashes.end());
    return hashes;
}

std::vector<std::uint64_t> structure(const std::string& body) {
    return parts(body, {Kind::sum, Kind::condition, Kind::name, Kind::rest});
}

} // namespace

TEST_CASE("names, order and spelling are no structure", "[similarity]") {
    const std::string index = "const int i = threadIdx.x;\n";
    CHECK(structure(index + "out[i] = in[(i * n + 2) * n + i];") ==
          structure("unsigned at = threadIdx.x;\nout[at] = in[at + n * (at * n) + 2u * n];"));
    CHECK(structure("if (n > 3 && n < 10) out[0] = 1;") ==
          structure("if (10 - 1 >= n && 4 <= n) { out[0] = 1.0f; }"));
    CHECK(structure("if (n > 3) { out[0] = 1; }") == structure("if (!(n < 4)) out[0] = 1;"));
    CHECK(structure("float s = in[0];\ns += in[1] * 2;\nout[0] = s;") ==
          structure("float t = in[0];\nt = 2 * in[1] + t;\n*out = t;"));
    CHECK(structure("float s = in[0];\ns += in[1] * in[2];\nout[0] = s;") ==
          structure("float s = in[0];\ns = fmaf(in[2], in[1], s);\nout[0] = s;"));
    CHECK(structure("for (int i = 0; i < n; ++i) out[i] = 0;") ==
          structure("int i = 0; while (i <= n - 1) { out[i] = 0; i += 1; }"));
    CHECK(structure("const bool in = n > 2 && n < 7; if (in) out[0] = 1;") ==
          structure("const bool off = n <= 2 || n >= 7; if (!off) out[0] = 1;"));
}

TEST_CASE("what no result depends on is left out", "[similarity]") {
    const std::string body = "out[0] = in[n];";
    CHECK(structure(body) == structure("int a = 3; int b = a + n; b++; " + body));
    CHECK(structure(body) ==
          structure("int b = 0; for (int p = 0; p < 3; p++) { b += p; } " + body));
    CHECK(structure(body) != structure("if (n > 1) return; " + body));
}

TEST_CASE("each choice of kinds sees what another does not", "[similarity]") {
    const std::string apart = "float s = in[0] * 2; s += in[1] * 3; out[n] = s;";
    const std::string together = "float s = in[0] * 2 + in[1] * 3; s += 0; out[n] = s;";
    CHECK(parts(apart, {Kind::sum}) != parts(together, {Kind::sum}));
    CHECK(parts("if (n > 1 && n < 9) out[0] = 1;", {Kind::test}) ==
          parts("if (n > 1) if (n < 9) out[0] = 1;", {Kind::test}));
    CHECK(parts("if (n > 1 && n < 9) out[0] = 1;", {Kind::test}) ==
          parts("if (n <= 1) return; if (n >= 9) return; out[0] = 1;", {Kind::test}));
    CHECK(parts("if (n > 1 && n < 9) out[0] = 1;", {Kind::condition}) !=
          parts("if (n > 1) if (n < 9) out[0] = 1;", {Kind::condition}));
    CHECK(structure("out[0] = in[1];") != structure("out[0] = in[2];"));
    CHECK(structure("out[0] = in[1]; __syncthreads(); out[1] = 2;") !=
          structure("out[0] = in[1]; out[1] = 2; __syncthreads();"));
}

TEST_CASE("constants, macros and short functions are what they stand for", "[similarity]") {
    const auto all = [](const std::string& text) {
        std::vector<std::uint64_t> hashes;
        for (const ShapePart& part : shape_of(text)) {
            if (part.kind != Kind::written) {
                hashes.push_back(part.hash);
            }
        }
        std::sort(hashes.begin(), hashes.end());
        return hashes;
    };
    const std::string kernel = "__global__ void k(float* out, int n) { out[n * 8 - 1] = 6; }";
    CHECK(all(kernel) == all("#define W 8\nconstexpr int S = W - 2;\n"
                             "__global__ void k(float* out, int n) { out[n * W - 1] = S; }"));
    CHECK(all(kernel) == all("__device__ int at(int p) { return p * 8 - 1; }\n"
                             "__global__ void k(float* out, int n) { out[at(n)] = 6; }"));
    CHECK(all(kernel) == all("#define AT(p) ((p) * 8 - 1)\n"
                             "__global__ void k(float* out, int n) { out[AT(n)] = 6; }"));
}

TEST_CASE("any text has a shape, in time", "[similarity]") {
    for (const char* part : {"(",
                             "[",
                             "{",
                             "if (",
                             "for (",
                             "!",
                             "*",
                             "-",
                             "a ? ",
                             "a + ",
                             "((int)",
                             "f(",
                             "x = ",
                             "int ",
                             "\"",
                             "}",
                             ")",
                             "static_cast",
                             "static_cast<",
                             ", ",
                             ";",
                             "else ",
                             "#define f(x) "}) {
        std::string text = "void k(int n) {";
        for (int i = 0; i < 20'000; ++i) {
            text += part;
        }
        INFO(part);
        CHECK_NOTHROW(shape_of(text));
        CHECK_NOTHROW(shape_of(part));
    }
    std::string calls = "int f0(int x) { return x + x; }\n";
    for (int i = 1; i < 60; ++i) {
        const std::string before = "f" + std::to_string(i - 1);
        calls +=
            "int f" + std::to_string(i) + "(int x) { return " + before + "(" + before + "(x)); }\n";
    }
    CHECK_NOTHROW(shape_of(calls + "void k(int* out, int n) { out[f59(n)] = f59(f59(n)); }"));
    CHECK_NOTHROW(
        shape_of("int f(int x) { return f(x) + f(x); }\nvoid k(int* o) { o[f(1)] = f(f(2)); }"));
}

TEST_CASE("what few have counts more", "[similarity]") {
    const auto kernel = [](int own) {
        std::string body = "__global__ void k(float* out, int n) {";
        for (int i = 0; i < 8; ++i) { // what all have
            body += "out[" + std::to_string(i) + "] = n * " + std::to_string(i) + ";";
        }
        for (int i = 0; i < 8; ++i) {
            body += "out[n + " + std::to_string(i) + "] = " + std::to_string(own * 100 + i) + ";";
        }
        return shape_of(body + "}");
    };
    std::vector<std::vector<ShapePart>> all;
    for (int i = 0; i < 20; ++i) {
        all.push_back(kernel(i == 13 ? 4 : i));
    }
    const std::vector<SimilarShapes> pairs = ShapeComparison({}, all).pairs(0.5);
    REQUIRE(pairs.size() == 1);
    CHECK(pairs[0].first == 4);
    CHECK(pairs[0].second == 13);
    CHECK(pairs[0].similarity == 1);
}

TEST_CASE("a large file has a shape, in time", "[similarity]") {
    std::string macros;
    std::string calls;
    std::string nested;
    std::string functions;
    for (int i = 0; i < 10'000; ++i) {
        const std::string number = std::to_string(i);
        macros += "#define m" + number + "(x) (x + " + number + ")\n";
        calls += "o[" + number + "] = m" + number + "(m7(3)); int v" + number + " = m2(1);\n";
        nested += "if (a" + number + ") {\n";
        functions += "void f" + number + "(int* o) { o[0] = " + number + "; }\n";
    }
    const auto begin = std::chrono::steady_clock::now();
    CHECK_FALSE(shape_of(macros + "void k(int* o) {\n" + calls + "}").empty());
    CHECK_FALSE(shape_of("void k(int* o) {\n" + nested + "o[0] = 1;").empty());
    CHECK_FALSE(shape_of(macros + functions).empty());
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    std::cout << "large files: " << taken.count() << " s\n";
}
