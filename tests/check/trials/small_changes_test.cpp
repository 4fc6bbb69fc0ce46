// The small changes of a text: which there are, and that each does in one program what the edited text does.
#include "checker/base/places.hpp"
#include "checker/check/trials/small_changes.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/sandbox/process.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

using namespace kit;

namespace {

/// The lines of the text that the changes make of the one line.
std::vector<std::string> changed_lines(const std::string& line, const std::string& before = "") {
    const std::string begin = "void f(int n) {" + before + "\n";
    const std::string text = begin + line + "\n}\n";
    std::vector<std::string> lines;
    for (const SmallChange& change : with_small_changes(text).changes) {
        const std::string changed = edited(text, change.edits);
        lines.push_back(changed.substr(begin.size(), changed.size() - begin.size() - 3));
    }
    return lines;
}

bool has(const std::vector<std::string>& lines, const std::string& line) {
    return std::ranges::find(lines, line) != lines.end();
}

} // namespace

TEST_CASE("names, numbers, axes, comparisons, signs and conditions are changed") {
    const auto names = changed_lines("out[i] = in[n];", "int i = 0; int m = 1;");
    CHECK(has(names, "out[n] = in[n];"));
    CHECK(has(names, "out[m] = in[n];"));
    CHECK(has(names, "out[(i - 1)] = in[n];"));
    CHECK(has(names, "if (false) out[i] = in[n];"));
    const auto axes = changed_lines("f(threadIdx.x);");
    CHECK(has(axes, "f(threadIdx.y);"));
    CHECK(has(axes, "f(blockIdx.x);"));
    CHECK(has(axes, "f((threadIdx.x + 1));"));
    const auto numbers = changed_lines("s += c[2] * in[n + 1];", "float s = c[4];");
    CHECK(has(numbers, "s += c[0] * in[n + 1];"));
    CHECK(has(numbers, "s += c[4] * in[n + 1];"));
    CHECK(has(numbers, "s += c[2] * in[n + (-1)];"));
    CHECK(has(numbers, "s = c[2] * in[n + 1];"));
    const auto conditions = changed_lines("if (i >= 1 && i < n) { return; }", "int i = 0;");
    CHECK(has(conditions, "if (i >= -1 + 1 && i < n) { return; }"));
    CHECK(has(conditions, "if (i >= 1 && i < -1 + n) { return; }"));
    CHECK(has(conditions, "if (i >= 1 || i < n) { return; }"));
    CHECK(has(conditions, "if (true || (i >= 1 && i < n)) { return; }"));
    const auto mixed = changed_lines("b = n > 1 && n < 8 || n == 3;", "bool b = false;");
    CHECK(has(mixed, "b = n > 1 && n < 8 && n == 3;"));
    CHECK(has(mixed, "b = n > 1 || n < 8 || n == 3;"));
    CHECK(has(changed_lines("s = a - b;", "int a = 0; int b = 0;"), "s = a - -1 * b;"));
}

TEST_CASE("what C++ wants as it is stays so") {
    for (const char* line :
         {"constexpr int m = 8;", "__shared__ float tile[8][8];", "float x[4];",
          "for (;;) { break; }", "static_assert(sizeof(int) == 4);", "using T = Tile<8, 4>;",
          "int m;", "case 4:", "T* p = q;", "T& r = s;", "Tile<8> t = s;", "float x = OUT_TILE<4>;",
          "const auto at = [two](int i) { return i + 1; };", "#pragma unroll 4"}) {
        INFO(line);
        CHECK(changed_lines(line).empty());
    }
    const std::string text =
        "constexpr int f(int a) { return a + 1; }\nint g(int a) {\nreturn a;\n}\n";
    for (const SmallChange& change : with_small_changes(text).changes) {
        CHECK(change.line == 3);
    }
    CHECK(with_small_changes(text, {3}).changes.empty());
}

TEST_CASE("a text that is no C++ is gone through, too") {
    for (const char* text : {"",
                             "}",
                             "void f() {",
                             "void f() { x[",
                             "f(){if(",
                             "f(){<",
                             "f(){a<",
                             "f(){for(",
                             "f(){for(;",
                             "f(){[](",
                             "f(){int",
                             "f(){int a",
                             "template",
                             "f(){a=",
                             "f(){a+",
                             "f(){a&&",
                             "f(int",
                             "f(int n){n}",
                             "f(int n){n=}",
                             "f(){threadIdx.}",
                             "namespace {",
                             "#define A 3"}) {
        INFO(text);
        CHECK(with_small_changes(text).text.size() >= std::string(text).size());
    }
}

TEST_CASE("each change does in the program of all of them what the edited text does") {
    const std::string text = R"(
inline int f(int a, int b, int n) { // one type, or a change would cut a value
    int sum = 0;
    int last = n - 1;
    for (const int i : {0, 1, 2, 3, 4, 5, 6, 7}) {
        if (i >= n) {
            break;
        }
        const int place = i * n + a % 7;
        if (i > 1 && i < last || place == b) {
            sum += 3 * place - b;
        }
        if (a < b || b <= 2 || i >= 5) {
            sum = sum * 3 + place * (a - 1);
            last = i + 2;
        }
        const bool both = i != a && place > b + 2;
        sum += both ? i : -i;
    }
    return sum;
}
)";
    const ChangeableText all = with_small_changes(text);
    REQUIRE(all.changes.size() > 100);
    std::string program = "#define KIT_INLINE static inline\n#include \"small_changes.h\"\n"
                          "#include <cstdio>\n#include <initializer_list>\nstatic int now = 0;\n"
                          "extern \"C\" int kit_change(void) { return now; }\n"
                          "namespace all {" +
                          all.text + "}\n";
    std::string calls;
    for (std::size_t i = 0; i <= all.changes.size(); ++i) {
        const std::string changed = i == 0 ? text : edited(text, all.changes[i - 1].edits);
        program += fmt::format("namespace change_{} {{{}}}\n", i, changed);
        calls += fmt::format("now = {0}; compare(all::f, change_{0}::f);\n", i);
    }
    program +=
        "template <class F> void compare(F one, F other) {\n"
        "for (int a = 0; a < 5; ++a) for (int b = 0; b < 5; ++b) for (int n = 0; n < 8; ++n)\n"
        "if (one(a, b, n) != other(a, b, n)) { std::printf(\"%d \", now); return; }\n}\n"
        "int main() {\n" +
        calls + "}\n";
    const TemporaryFolder folder;
    folder.write("program.cpp", program);
    const std::string binary = (folder.path() / "program").string();
    ProcessRequest request;
    request.command = {find_host_compiler().path.string(),
                       "-O0",
                       "-fwrapv",
                       "-w",
                       "-I" + (source_root() / "checker/emulator/include/kit").string(),
                       (folder.path() / "program.cpp").string(),
                       "-o",
                       binary};
    request.limits.seconds = 60;
    request.limits.counts_processor_time = true; // the machine may be busy
    const ProcessResult built = run_process(request);
    INFO(built.errors);
    REQUIRE(built.code == 0);
    request.command = {binary};
    const ProcessResult ran = run_process(request);
    CHECK(ran.output == "");
    CHECK(ran.code == 0);
}
