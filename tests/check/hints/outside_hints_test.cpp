// An access outside of the grid: the coordinate that leads there, and what lets the thread through.
#include "checker/check/hints/outside_hints.hpp"
#include "tests/catch.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string>

using namespace kit;

namespace {

/// Of thread (x, 2) of a block of 16×4 threads on a grid of two axes, which reads in[index] in line 3.
std::string said_of_access(const std::string& before, const std::string& load, std::uint32_t x,
                           std::int64_t index, const Extents& extents = {8, 3, 1}) {
    Lab lab;
    lab.axes = 2;
    lab.kernel = "f";
    lab.arguments = {{"in", KernelArgument::Role::input},
                     {"out", KernelArgument::Role::output},
                     {"width", KernelArgument::Role::width},
                     {"height", KernelArgument::Role::height}};
    lab.stencil = points_of(PointPattern::star, 2, 1);
    const SubmissionFile file{"kernel.cu",
                              "__global__ void f(const float* a, float* b, int w, int h) {\n"
                              "int x = threadIdx.x; int y = threadIdx.y; " +
                                  before + "\n" + load + "\n}\n"};
    Finding access{.kind = FindingKind::out_of_bounds_global, .array = "in", .index = index};
    access.lines = {{"kernel.cu", 3, 0, load}};
    access.threads = {{.thread = {x, 2, 0}}};
    return coordinate_outside(access, lab, file, extents, {.grid = {1, 1, 1}, .block = {16, 4, 1}});
}

} // namespace

TEST_CASE("the coordinate that leads an access outside of the grid is named with its condition") {
    const std::string high = "Thread (9,2,0) of block (0,0,0) comes to line 3 with x = 9, and "
                             "along column this grid goes from 0 to 7. ";
    CHECK(said_of_access("", "s[x] = a[y * w + x];", 9, 25) ==
          high + "No condition on its way asks whether x is at most 7.");
    CHECK(said_of_access("if (x >= 0)", "s[x] = a[y * w + x];", 9, 25) ==
          high + "No condition on its way asks whether x is at most 7: 'x >= 0' in line 2 does "
                 "not.");
    CHECK(said_of_access("const bool some = x > 1; if (some)", "s[x] = a[y * w + x];", 9, 25) ==
          high + "No condition on its way asks whether x is at most 7: 'x > 1' in line 2 does "
                 "not.");
    CHECK(said_of_access("if (x <= w + 1)", "s[x] = a[y * w + x];", 9, 25) ==
          high + "In line 2 'x <= w + 1' is true, with x = 9 and w = 8: that lets it through.");
    CHECK(said_of_access("int row = w; int here = y * row + x;", "s[x] = a[here];", 9, 25) ==
          high + "No condition on its way asks whether x is at most 7.");
    CHECK(said_of_access("x -= 20;", "s[x] = a[y * w + x];", 1, -3)
              .empty()); // what it is then is not known
    CHECK_THAT(
        said_of_access("int k = x - 20;", "s[x] = a[y * w + k];", 1, -3),
        ContainsSubstring("with k = -19, and along column this grid goes from 0 to 7. No condition "
                          "on its way asks whether k is at least 0."));
}

TEST_CASE("an index that goes on from row to row is held against the number of cells") {
    CHECK(said_of_access("int here = x + 9; if (here <= w * h)", "s[x] = a[here];", 15, 24) ==
          "Thread (15,2,0) of block (0,0,0) comes to line 3 with here = 24, and this grid's cells "
          "are counted from 0 to 23. In line 2 'here <= w * h' is true, with here = 24 and w = 8 "
          "and h = 3: that lets it through.");
    CHECK(said_of_access("int here = x + 9;", "s[x] = a[here + w];", 15, 32).empty());
}

TEST_CASE("a condition on a name from which a coordinate is computed asks for the coordinate") {
    CHECK_THAT(
        said_of_access("int t = y * 8 + x; int row = t / w; int col = t % w; if (t <= w * h)",
                       "s[x] = a[row * w + col];", 8, 24),
        ContainsSubstring("with row = 3, and along row this grid goes from 0 to 2. In line "
                          "2 't <= w * h' is true: that lets it through."));
}

TEST_CASE("a condition on a copy of a coordinate asks for the coordinate") {
    CHECK_THAT(said_of_access("int copy = x; if (copy <= w + 1)", "s[x] = a[y * w + x];", 9, 25),
               ContainsSubstring("In line 2 'copy <= w + 1' is true: that lets it through."));
}

TEST_CASE("a condition on both numbers of a thread asks for what is worked out from them") {
    const std::string column = "int col = blockIdx.x * 16 + threadIdx.x; ";
    CHECK_THAT(said_of_access(column + "if (blockIdx.x * 16 + threadIdx.x <= w + 1)",
                              "s[x] = a[y * w + col];", 9, 25),
               ContainsSubstring("In line 2 'blockIdx.x * 16 + threadIdx.x <= w + 1' is true: that "
                                 "lets it through."));
    CHECK_THAT(said_of_access(column + "if (threadIdx.x < 16)", "s[x] = a[y * w + col];", 9, 25),
               ContainsSubstring("asks whether col is at most 7: 'threadIdx.x < 16' in line 2 "
                                 "does not."));
    CHECK_THAT(said_of_access(column + "if (blockIdx.y * 4 + threadIdx.y < h)",
                              "s[x] = a[y * w + col];", 9, 25),
               ContainsSubstring("asks whether col is at most 7: 'blockIdx.y * 4 + threadIdx.y < "
                                 "h' in line 2 does not.")); // of the other axis
}

TEST_CASE("of a neighbour outside of the grid, the coordinate is named beside which it lies") {
    CHECK(said_of_access("", "s[x] = a[(y + 1) * w + x];", 7, 31) ==
          "Thread (7,2,0) of block (0,0,0) comes to line 3 with y = 2 for the cell at y + 1 = 3, "
          "and along row this grid goes from 0 to 2. No condition on its way asks whether y + 1 is "
          "at most 2.");
    CHECK_THAT(said_of_access("if (y < h)", "s[x] = a[(y + 1) * w + x];", 7, 31),
               ContainsSubstring("In line 2 'y < h' is true, with y = 2 and h = 3: that asks about "
                                 "y, not about y + 1."));
    CHECK_THAT(said_of_access("if (y + 1 <= h)", "s[x] = a[(y + 1) * w + x];", 7, 31),
               ContainsSubstring("In line 2 'y + 1 <= h' is true, with y = 2 and h = 3: that lets "
                                 "it through."));
    CHECK_THAT(said_of_access("if (y == h - 1)", "s[x] = a[(y + 1) * w + x];", 7, 31),
               ContainsSubstring("beyond that the grid has no cell. Is the block's edge meant?"));
    CHECK(said_of_access("", "s[x] = a[(y + 20) * w + x];", 7, 183).empty()); // no neighbour
}

TEST_CASE("an access in a choice counts where the thread takes it, and one by a pointer") {
    CHECK_THAT(said_of_access("", "s[x] = x <= w + 1 ? a[y * w + x] : 0;", 9, 25),
               ContainsSubstring("In line 3 'x <= w + 1' is true"));
    CHECK_THAT(said_of_access("", "s[x] = x == 2 ? 0 : a[y * w + x];", 9, 25),
               ContainsSubstring("with x = 9"));
    CHECK_THAT(said_of_access("", "s[x] = __ldg(a + y * w + x);", 9, 25),
               ContainsSubstring("with x = 9"));
    CHECK(said_of_access("", "s[x] = (a + y * w)[x];", 9, 25).empty());
}

TEST_CASE("an access in a lambda is followed for each of its calls") {
    CHECK(said_of_access("const auto load = [&](int at) {",
                         "if (at <= w) return a[y * w + at]; return 0.0f; };\n"
                         "s[0] = load(x - 2); s[1] = load(x - 1);",
                         9, 24) ==
          "Thread (9,2,0) of block (0,0,0) comes to line 3 with at = 8, and along column this grid "
          "goes from 0 to 7. In line 3 'at <= w' is true, with at = 8 and w = 8: that lets it "
          "through.");
    CHECK(said_of_access("const auto load = [&](int at) {",
                         "return load(at); return a[y * w + at]; };\ns[0] = load(x);", 9, 25)
              .empty()); // without an end
}

TEST_CASE("brackets in brackets by the thousand end the search") {
    const std::string open(50'000, '(');
    CHECK(said_of_access("", "s[x] = " + open + "a[y * w + x];", 9, 25).empty());
    CHECK(said_of_access("if (" + open + "x" + std::string(50'000, ')') + ")",
                         "s[x] = a[y * w + x];", 9, 25)
              .empty());
    CHECK_THAT(said_of_access("", "s[x] = x > 20 ? (y > 7 ? 1 : 2) : a[y * w + x];", 9, 25),
               ContainsSubstring("with x = 9"));
}

TEST_CASE("rows by the grid's other extent are named, and short steps are not") {
    CHECK(said_of_access("", "s[x] = a[y * h + x];", 9, 89, {20, 40, 1}) ==
          "In line 3 the index grows by 40 with each step of y, and a row of this grid has 20 "
          "cells.");
    CHECK(said_of_access("", "s[x] = a[y * h + x];", 9, 25, {3, 8, 1}).empty());
}

TEST_CASE("no coordinate is blamed that lies on the grid, or that the text does not tell") {
    CHECK(said_of_access("", "s[x] = x < w ? a[y * w + x] : 0;", 9, 25).empty());
    CHECK(said_of_access("if (x < w)", "s[x] = a[y * w + x];", 9, 25).empty());
    CHECK(said_of_access("if (inner(x))", "s[x] = a[y * w + x];", 9, 25).empty());
    CHECK(said_of_access("", "s[x] = x < w && a[y * w + x];", 9, 25).empty());
}

TEST_CASE("names in the values of names by the thousand end the search") {
    std::string values = "int v0 = x;";
    for (int i = 1; i < 9; ++i) {
        values += fmt::format("int v{} = v{}", i, i - 1);
        for (int term = 0; term < 500; ++term) {
            values += fmt::format(" + v{0} - v{0}", i - 1);
        }
        values += ";";
    }
    CHECK_THAT(said_of_access(values, "s[x] = a[y * w + v8];", 9, 25),
               ContainsSubstring("with v8 = 9"));
}
