#include "checker/check/hints/kept_out.hpp"
#include "tests/catch.hpp"

#include <cstdint>
#include <string>
#include <utility>

using namespace kit;

namespace {

Lab lab_of_a_row() {
    Lab lab;
    lab.axes = 1;
    lab.kernel = "f";
    lab.arguments = {{"in", KernelArgument::Role::input},
                     {"out", KernelArgument::Role::output},
                     {"n", KernelArgument::Role::width}};
    return lab;
}

SubmissionFile kernel_of(const std::string& body) {
    return {"kernel.cu", "#define SIDE (4 + 1)\n"
                         "__global__ void f(const float* a, float* to, int n) { " +
                             body + "\n}\n"};
}

const Extents row{8, 1, 1};
const LaunchShape two_blocks{.grid = {2, 1, 1}, .block = {5, 1, 1}};

/// Of a kernel with this body in line 2, on 8 cells in 2 blocks of 5 threads: why out[element] was never written.
std::string said_of_cell(const std::string& body, std::int64_t element = 7) {
    return why_never_written(lab_of_a_row(), kernel_of(body), row, two_blocks, element);
}

/// Of a thread of block 1 that reads s[1][1] of s[2][3]: why nothing was stored there.
std::string said_of_tile(const std::string& body) {
    const Lab lab = lab_of_a_row();
    const SubmissionFile file = kernel_of("__shared__ float s[2][3]; " + body);
    RecordedLaunch recorded{lab, file, row, {}, {}, {}};
    recorded.observation.launch = two_blocks;
    Trace& trace = recorded.observation.trace;
    trace.arrays = {{.name = "s", .is_shared = true, .bytes = 24, .extents = {2, 3}}};
    TraceEvent read;
    read.kind = TraceEvent::Kind::load;
    read.block = 1;
    read.array = 0;
    read.place = 16;
    read.bytes = 4;
    trace.events = {read};
    return why_never_stored({.kind = FindingKind::uninitialized_shared,
                             .threads = {{{1, 0, 0}, {}}},
                             .array = "s",
                             .index = 4},
                            recorded);
}

const std::string own_cell = "int i = blockIdx.x * SIDE + threadIdx.x; ";

} // namespace

TEST_CASE("a cell's thread is followed to the condition that keeps it from its store") {
    const std::string has =
        "Thread (2,0,0) of block (1,0,0) has to[7], and does not come to the store in line 2: "
        "in line 2 ";
    for (const auto& [body, why] : {
             std::pair{"if (i < n - 1) to[i] = a[i];",
                       "'i < n - 1' is false, with i = 7 and n = 8."},
             {"if (i >= n - 1) return; to[i] = a[i];",
              "'i >= n - 1' is true, with i = 7 and n = 8."},
             {"if (i > 0 && i < n - 1 && n > 1) { to[i] = a[i]; }",
              "'i < n - 1' is false, with i = 7 and n = 8."},
             {"if (i == 0 || i + 1 == n) { return; } else { to[i] += a[i]; }",
              "'i + 1 == n' is true, with i = 7 and n = 8."},
             {"const bool own = i >= 0, inner = own && threadIdx.x != 2; if (inner) to[i] = a[i];",
              "'threadIdx.x != 2' is false, with threadIdx.x = 2."},
             {"bool inner = i < n - 1; int k = 0; if (own(i) == 0) { k = 9; } if (!inner) return; "
              "to[i] = "
              "a[i];",
              "'i < n - 1' is false, with i = 7 and n = 8."},
             {"unsigned left = i - 8; if (left > 8u) { i += 0; } else { to[i] = a[i]; }",
              "'left > 8u' is true, with left = 4294967295."},
         }) {
        CAPTURE(body);
        CHECK(said_of_cell(own_cell + body) == has + why);
    }
    CHECK(said_of_cell(
              "for (int i = threadIdx.x + blockIdx.x * 5; i < n - 1; i += 10) { to[i] = a[i]; }") ==
          "Thread (2,0,0) of block (1,0,0) ends its loop before to[7]: in line 2 'i < n - 1' is "
          "false, with i = 7 "
          "and n = 8.");
    CHECK(said_of_cell(
              "for (int i = threadIdx.x; i < n; ++i) { if (i > 6) continue; to[i] = a[i]; }") ==
          "Thread (0,0,0) of block (0,0,0) has to[7], and does not come to the store in line 2: in "
          "line 2 'i > 6' is "
          "true, with i = 7.");
}

TEST_CASE("nothing is said where the text does not tell") {
    for (const char* body : {
             "if (i < n) to[i] = a[i];",                    // a thread comes to it
             "if (a[i] > 0) to[i] = a[i];",                 // it depends on what is loaded
             "if (i < 3) store(to, i);",                    // the store is elsewhere
             "if (i < 3) to[i + 100] = a[i];",              // nobody has the cell
             "while (i < 3) { to[i] = a[i]; i += 10; }",    // another loop
             "if (i < 3) to[perm[i]] = a[i];",              // its place depends on what is loaded
             "if (i < 3) return; to[i] = a[i]; }}} if (((", // no C++
             "for (;;) { to[i] = a[i]; }",                  // never ends
             "for (int k = 0; k < 1000000000; ++k) { to[k + 8] = 1; }", // takes too long
             "bool ok = ok; if (ok) to[i] = a[i];",                     // it is set from itself
         }) {
        CAPTURE(body);
        CHECK(said_of_cell(own_cell + body).empty());
    }
}

TEST_CASE("of a boundary cell's thread the comparison that lets it through is named") {
    Lab lab;
    lab.axes = 1;
    lab.kernel = "f";
    lab.arguments = {{"out", KernelArgument::Role::output}, {"n", KernelArgument::Role::width}};
    lab.stencil = points_of(PointPattern::star, 1, 1);
    lab.boundary = BoundaryRule::keep;
    const auto said = [&](const std::string& body, std::uint32_t thread) {
        const SubmissionFile file{"kernel.cu",
                                  "__global__ void f(float* out, int n) {\nint i = threadIdx.x; " +
                                      body + "\n}\n"};
        return what_lets_through(lab, file, {8, 1, 1}, {.grid = {1, 1, 1}, .block = {8, 1, 1}},
                                 {0, 0, 0}, {thread, 0, 0}, false)
            .sentence;
    };
    const std::string high =
        "In line 2 'i < n' is true, with i = 7 and n = 8: that lets it through.";
    CHECK(said("if (i > 0 && i < n) out[i] = 1;", 7) == high);
    CHECK(said("bool ok = i >= 0 && i < n + 2; if (ok && i < n) out[i] = 1;", 7) == high);
    CHECK(said("if (i == 0 || i >= n) return; out[i] = 1;", 7) ==
          "In line 2 'i >= n' is false, with i = 7 and n = 8: that lets it through.");
    CHECK(said("for (int k = i; k <= n - 1; ++k) { if (k == 0) continue; out[k] = 1; }", 5) ==
          "In line 2 'k <= n - 1' is true, with k = 7 and n = 8: that lets it through.");
    CHECK(said("if (i >= 0 && i < n - 1) out[i] = 1;", 0) ==
          "In line 2 'i >= 0' is true, with i = 0: that lets it through.");
    CHECK(said("if (i < n - 1) out[i] = 1;", 0) ==
          "No condition on its way asks whether i is at least 1.");
    const std::string somehow =
        "The condition in line 2 lets it through: it must ask whether the cell is an inner one.";
    CHECK(said("int t = i + 1; if (t > 0 && i < n - 1) out[i] = 1;", 0) == somehow); // may ask
    CHECK(said("if (i % n < n - 1) out[i] = 1;", 0) == somehow);
    // A condition on something else than the store decides only if it changes what comes after it.
    CHECK(said("if (i >= 0) a[i] = 1; int t = i + 1; if (t > 0) out[i] = 1;", 0) == somehow);
    CHECK(said("int t = 0; if (i >= 0) t = 1; if (t > 0) out[i] = 1;", 0) ==
          "In line 2 'i >= 0' is true, with i = 0: that lets it through.");
    CHECK(said("if (i > 0 && i < n - 1) out[i] = 1;", 7).empty());
    CHECK(said("if (inner(i)) out[i] = 1;", 7).empty());
}

TEST_CASE("a condition that goes on from itself, and texts deeper than a stack") {
    CHECK(
        said_of_cell(own_cell + "bool ok = i >= 0; ok = ok && i < n - 1; if (ok) to[i] = a[i];") ==
        "Thread (2,0,0) of block (1,0,0) has to[7], and does not come to the store in line 2: in "
        "line 2 'i < n - 1' "
        "is false, with i = 7 and n = 8.");
    const auto many = [](const std::string& text) {
        std::string all;
        for (int i = 0; i < 20'000; ++i) {
            all += text;
        }
        return all;
    };
    CHECK(said_of_cell(own_cell + many("if (i < 3) ") + "to[i] = a[i];").empty());
    CHECK(said_of_cell(own_cell + many("{") + "to[i] = a[i];" + many("}")).empty());
    CHECK(said_of_cell(own_cell + "if (" + many("- ") + "i < 3) to[i] = a[i];").empty());
    CHECK(said_of_cell(own_cell + "if (" + many("(") + "i" + many(")") + " < 3) to[i] = a[i];")
              .empty());
    CHECK(said_of_cell(own_cell + "if (i < 3" + many(" ? 1 : i < 3") + ") to[i] = a[i];").empty());
}

TEST_CASE("what keeps a thread from loading its element of a tile is named") {
    const std::string own = "int x = blockIdx.x * SIDE + threadIdx.x; int t = threadIdx.x; ";
    CHECK(
        said_of_tile(own + "if (x < n) s[t / 3][t % 3] = a[x];") ==
        "Thread (4,0,0) of block (1,0,0) has s[1][1], and does not come to the store in line 2: in "
        "line 2 'x < n' is false, with x = 9 and n = 8.");
    CHECK(said_of_tile(own + "s[t / 3][t % 3] = a[x];") == "");
    CHECK(said_of_tile(own + "if (x < n) s[t / 3][4] = a[x];") == ""); // outside of its dimension
    CHECK(said_of_tile(own + "float* p = s[0]; if (x < n) p[t] = a[x];") == "");
}
