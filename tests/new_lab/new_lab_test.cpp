// A lab that ./lab new writes is ready as it is, whatever was answered; and ./lab new --check says what is wrong with one.
#include "checker/base/layout.hpp"
#include "checker/base/places.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/marked_parts.hpp"
#include "checker/new_lab/lab_review.hpp"
#include "checker/new_lab/mistakes.hpp"
#include "checker/new_lab/write_lab.hpp"
#include "tests/catch.hpp"
#include "tests/run_checker.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <random>

using namespace kit;
namespace fs = std::filesystem;

namespace {

/// A folder with one lab, which can be changed and looked at.
class OwnLab : public TemporaryFolder {
public:
    explicit OwnLab(LabPlan plan) : id_(id_of(plan)) {
        fs::create_directories(path() / "labs");
        fs::copy(source_root() / "labs/include", path() / "labs/include",
                 fs::copy_options::recursive);
        static_cast<void>(write_lab(plan, path()));
    }

    [[nodiscard]] Lab lab() const { return read_catalog(path()).front(); }

    void change(const fs::path& folder, const std::string& file, const std::string& from,
                const std::string& to) const {
        const fs::path whole = path() / folder / id_ / file;
        std::string text = read_file(whole);
        const std::size_t at = text.find(from);
        INFO(from);
        REQUIRE(at != text.npos);
        write_file(whole, text.replace(at, from.size(), to));
    }

    /// Writes the skeleton anew, as ./lab reset does.
    void reset() const { write_file(lab().skeleton, skeleton_text(lab())); }

    [[nodiscard]] LabReview review() const {
        StatusLine none([](std::string_view) {});
        return review_lab(lab(), path(), none);
    }

private:
    std::string id_;
};

LabPlan plan_of_line() {
    LabPlan plan;
    plan.number = 20;
    plan.topic = "line";
    plan.axes = 1;
    return plan;
}

std::string listed(const std::vector<std::string>& sentences) {
    std::string text;
    for (const std::string& sentence : sentences) {
        text += sentence + "\n";
    }
    return text;
}

/// What is wrong with the line's lab after this change of one of its files.
std::string wrong_after(const fs::path& folder, const std::string& file, const std::string& from,
                        const std::string& to) {
    const OwnLab own(plan_of_line());
    own.change(folder, file, from, to);
    if (folder == "solutions") {
        own.reset();
    }
    const LabReview review = own.review();
    return listed(review.wrong) + listed(review.to_look_at);
}

std::vector<LabPlan> possible_plans() {
    std::vector<LabPlan> plans;
    for (const int axes : {1, 2, 3}) {
        for (const auto shape : {PointPattern::star, PointPattern::box}) {
            for (const int radius : {1, 2, 3, 4}) {
                for (const auto element : {Element::float32, Element::float64, Element::float16,
                                           Element::int32, Element::int16}) {
                    for (const auto boundary : {BoundaryRule::keep, BoundaryRule::clamp_to_edge,
                                                BoundaryRule::periodic, BoundaryRule::zero}) {
                        for (const auto technique :
                             {KernelFamily::basic, KernelFamily::shared_memory_tiled,
                              KernelFamily::coarsened, KernelFamily::register_tiled}) {
                            const LabPlan plan{20, "own",   axes,     shape,    radius,
                                               {}, element, boundary, technique};
                            try {
                                require_possible(plan);
                                plans.push_back(plan);
                            } catch (const std::exception&) {
                            }
                        }
                    }
                }
            }
        }
    }
    return plans;
}

void require_ready(const LabPlan& plan) {
    const OwnLab own(plan);
    const LabReview review = own.review();
    INFO(read_file(own.lab().solution) << listed(review.wrong) << listed(review.to_look_at));
    CHECK(review.wrong.empty());
    CHECK(review.to_look_at.empty());
    const std::size_t parts = marked_parts(read_file(own.lab().solution)).size();
    CHECK(review.good.at(2) == fmt::format("{0} of {0} parts fail alone", parts));
}

} // namespace

TEST_CASE("a lab of any answers is ready: solution, skeleton, parts and mistakes") {
    std::vector<LabPlan> plans = possible_plans();
    CHECK(plans.size() > 300);
    const char* const share = std::getenv("KIT_NEW_LABS"); // how many
    std::mt19937 random(static_cast<unsigned>(std::random_device()()));
    std::ranges::shuffle(plans, random);
    plans.resize(share == nullptr ? 1 : static_cast<std::size_t>(std::atoi(share)));
    for (const LabPlan& plan : plans) {
        require_ready(plan);
    }
}

TEST_CASE("elements may have two bytes") {
    LabPlan plan = plan_of_line();
    plan.axes = 2;
    plan.element = Element::float16;
    plan.technique = KernelFamily::shared_memory_tiled;
    require_ready(plan);
    plan.element = Element::int16;
    plan.technique = KernelFamily::basic;
    require_ready(plan);
}

TEST_CASE("points with fixed coefficients make a lab, too") {
    LabPlan plan;
    plan.number = 20;
    plan.topic = "upwind";
    plan.axes = 2;
    plan.shape = PointPattern::points;
    plan.points = {{{0, 0, 0}, 0.5},
                   {{-1, 0, 0}, 0.25},
                   {{2, 0, 0}, 0.125},
                   {{0, -2, 0}, -1.5},
                   {{0, 2, 0}, 3}};
    plan.radius = 2;
    plan.technique = KernelFamily::shared_memory_tiled;
    const OwnLab own(plan);
    CHECK_THAT(read_file(own.lab().solution),
               ContainsSubstring("float sum = 0.5f * cell(0, 0);") &&
                   ContainsSubstring("sum += 0.25f * cell(0, -1) + 0.125f * cell(0, 2);") &&
                   ContainsSubstring("sum += -1.5f * cell(-2, 0) + 3.0f * cell(2, 0);") &&
                   ContainsSubstring("Each cell becomes the sum of 0.5 times (i, j),"));
    const ProcessResult checked =
        run_checker({"--root", own.path().string(), "check", "20", "--solution"});
    INFO(checked.output << checked.errors);
    CHECK(checked.code == 0);
}

TEST_CASE("what the kit cannot write is refused with the reason") {
    LabPlan plan;
    plan.technique = KernelFamily::coarsened;
    plan.axes = 2;
    CHECK_THROWS_WITH(require_possible(plan), ContainsSubstring("need --axes 3"));
    plan.axes = 3;
    plan.shape = PointPattern::box;
    plan.radius = 5;
    CHECK_THROWS_WITH(require_possible(plan), ContainsSubstring("1331 coefficients of 4 bytes"));
    plan.shape = PointPattern::star;
    plan.radius = 3;
    plan.element = Element::float64;
    CHECK_THROWS_WITH(require_possible(plan),
                      ContainsSubstring("7 planes of 32×32 cells are 57344 bytes"));
    plan.technique = KernelFamily::register_tiled;
    plan.shape = PointPattern::box;
    CHECK_THROWS_WITH(require_possible(plan), ContainsSubstring("enough for a star"));
    plan.shape = PointPattern::star;
    plan.technique = KernelFamily::shared_memory_tiled;
    plan.radius = 5;
    CHECK_THROWS_WITH(require_possible(plan), ContainsSubstring("no output"));
    plan.radius = 4;
    CHECK_THROWS_WITH(require_possible(plan), ContainsSubstring("only 2×2×2 would compute"));
    for (const char* name : {"", "Wave", "wave equation", "-wave", "../wave", "15-"}) {
        CHECK_THROWS_WITH(named_plan(name, {}), ContainsSubstring("cannot be a lab's folder"));
    }
    const std::vector<Lab> labs = read_catalog(source_root());
    CHECK(named_plan("wave", labs).number == labs.back().number + 1);
    CHECK(named_plan("42-wave", labs).number == 42);
    CHECK_THROWS_WITH(named_plan("05-wave", labs),
                      ContainsSubstring("05-shared-memory-tiling already"));
    CHECK_THROWS_WITH(named_plan("basic-sweep", labs), ContainsSubstring("04-basic-sweep already"));
}

TEST_CASE("nothing that is there is overwritten") {
    const OwnLab own(plan_of_line());
    write_file(own.lab().skeleton, "mine\n");
    CHECK_THROWS_WITH(write_lab(plan_of_line(), own.path()), ContainsSubstring("is there already"));
    CHECK(read_file(own.lab().skeleton) == "mine\n");
}

TEST_CASE("a review says what is wrong, and where") {
    CHECK_THAT(wrong_after("solutions", "todo.txt", "// >>> your part 2: which",
                           "// >>> your part 7: which"),
               ContainsSubstring("todo.txt: part 2 is missing"));
    CHECK_THAT(
        wrong_after("solutions", "todo.txt", "part 2: which threads compute", "part 2: the guard"),
        ContainsSubstring("part 2 is called \"the guard\" here and \"which threads compute\" in"));
    CHECK_THAT(wrong_after("solutions", "kernel.cu", "in[i + di];", "in[i + di]; // TODO: faster"),
               ContainsSubstring("kernel.cu: it has a TODO"));
    CHECK_THAT(wrong_after("solutions", "kernel.cu", "// <<< your part 1\n", ""),
               ContainsSubstring("no part for the student"));
    CHECK_THAT(wrong_after("solutions", "kernel.cu", "i < n - R", "i < n"),
               ContainsSubstring("The solution fails: out-of-bounds-global on 3."));
    CHECK_THAT(
        wrong_after("labs", "kernel.cu", "return in[0];", "return in[1];"),
        ContainsSubstring(
            "kernel.cu: it is not what is handed out. Somebody's work? If not: ./lab reset 20"));
    CHECK_THAT(wrong_after("labs", "lab.toml", "Take one cell of a small grid.",
                           "Write const bool computes = i >= R && i < n - R; in part 2."),
               ContainsSubstring("gives away a line of part 2: const bool computes"));
    CHECK_THAT(
        wrong_after("solutions", "todo.txt", "const bool computes = false;\n",
                    "const bool computes = i >= R && i < n - R;\n"),
        ContainsSubstring("Part 2 (which threads compute) may stay as it is in the skeleton"));
    CHECK_THAT(
        wrong_after("solutions", "todo.txt", "const int i = threadIdx.x;\n", ""),
        ContainsSubstring(
            "With part 1 (the thread's cell) as in the skeleton and the others solved, the file "
            "does not build"));
    CHECK_THAT(wrong_after("solutions", "todo.txt", "float sum = 0;", "float sum = ;"),
               ContainsSubstring("The skeleton does not build"));
    // A bound that no other one needs may be wrong, and nobody sees it.
    CHECK_THAT(wrong_after("solutions", "kernel.cu", "i < n - R;", "i < n - R && i < n;"),
               ContainsSubstring("The kernel passes with <= for < in line"));
}

TEST_CASE("a part without a TODO is told") {
    const OwnLab own(plan_of_line());
    const fs::path todo = own.lab().solution.parent_path() / "todo.txt";
    write_file(todo, with_replaced(read_file(todo), "// TODO: ", "// "));
    own.reset();
    CHECK_THAT(listed(own.review().wrong), ContainsSubstring("part 4 has no `// TODO: ` line") &&
                                               ContainsSubstring("part 5 has no `// TODO: ` line"));
    CHECK_THAT(listed(own.review().to_look_at), ContainsSubstring("No kernel was tried yet"));
}

TEST_CASE("mistakes are put into marked parts only, one at a time") {
    const std::string text = "if (n < 5 && n > 3) {}\n"
                             "// >>> your part 1: x\n"
                             "const bool a = i < n && j <= n; f<int>(1 << 3);\n"
                             "__syncthreads();\n"
                             "sum = c[0] * in[j * width + i];\n"
                             "sum += c[1] * in[0] + c[2] * in[1];\n"
                             "// <<< your part 1\n"
                             "int height; __syncthreads();\n";
    std::vector<std::string> whats;
    for (const Mistake& mistake : mistakes_in(text)) {
        whats.push_back(mistake.what);
        CHECK(mistake.text != text);
    }
    CHECK(whats == std::vector<std::string>{
                       "with <= for < in line 3", "with a bound one higher in line 3",
                       "without the barrier in line 4", "with height for width in line 5",
                       "with c[1] and c[2] exchanged in line 6"});
}

TEST_CASE("every lab of the kit passes its own check") {
    const char* const which =
        std::getenv("KIT_CHECKED_LABS"); // "all"; by default the first, which takes seconds
    for (const Lab& lab : read_catalog(source_root())) {
        if (which == nullptr && lab.number != 1) {
            continue;
        }
        StatusLine none([](std::string_view) {});
        Lab handed_out = lab;
        const LabReview review = review_lab(handed_out, source_root(), none);
        INFO(lab.id << listed(review.wrong));
        CHECK(review.wrong.empty());
    }
}

TEST_CASE("the examples are ready, and reports on them name the right one of several inputs") {
    const TemporaryFolder root;
    fs::copy(source_root() / "tests/new_lab/examples", root.path(), fs::copy_options::recursive);
    fs::copy(source_root() / "labs/include", root.path() / "labs/include",
             fs::copy_options::recursive);
    const std::vector<Lab> labs = read_catalog(root.path());
    REQUIRE(labs.size() == 4);
    for (const Lab& lab : labs) {
        if (lab.shape == PointPattern::box && std::getenv("KIT_CHECKED_LABS") == nullptr) {
            continue; // as ./lab new writes it, and 27 points take their time
        }
        StatusLine none([](std::string_view) {});
        const LabReview review = review_lab(lab, root.path(), none);
        INFO(lab.id << listed(review.wrong) << listed(review.to_look_at));
        CHECK(review.wrong.empty());
        CHECK(review.to_look_at.empty());
    }
    const auto report = [&](const Lab& lab, const std::string& from, const std::string& to) {
        write_file(lab.skeleton, with_replaced(read_file(lab.solution), from, to));
        const std::string output =
            run_checker({"--root", root.path().string(), "check", lab.id}).output;
        return with_replaced(output, "\n  ", " ");
    };
    CHECK_THAT(report(labs[1], "sum -= before[", "sum += before["),
               ContainsSubstring("the coefficient of now[row][column] where the coefficient of "
                                 "before[row][column] belongs"));
    CHECK_THAT(report(labs[1], "next[i * width + j] =",
                      "const_cast<float*>(before)[i * width + j] = next[i * width + j] ="),
               ContainsSubstring("The kernel changed its input 'before': on the 3×3 grid, 1 of 9 "
                                 "cells, first before[1][1]."));
    CHECK_THAT(report(labs[2], "k[own] * sum", "k[own + 1] * sum"),
               ContainsSubstring("cells of out are wrong") &&
                   !ContainsSubstring("equals the sweep"));
    CHECK_THAT(report(labs[3], "0.125f", "0.1251f"), ContainsSubstring("cells of out are wrong"));
    const auto reference_says = [&](const std::string& from, const std::string& to) {
        const std::string text = read_file(labs[3].reference);
        write_file(labs[3].reference, with_replaced(text, from, to));
        const ProcessResult run =
            run_checker({"--root", root.path().string(), "check", labs[3].id, "--solution"});
        write_file(labs[3].reference, text);
        CHECK(run.code == 3);
        return run.errors;
    };
    CHECK_THAT(reference_says("in(-1, 0) - here", "in(-1, 1) - here"),
               ContainsSubstring("it reads the cell at offset -1, 1, 0 of input 1"));
    CHECK_THAT(reference_says("const Number here", "const Numbr here"),
               ContainsSubstring("does not compile: reference.hpp:12:11: error"));
    const std::filesystem::path toml = labs[3].skeleton.parent_path() / "lab.toml";
    write_file(toml, read_file(toml) + "\n[limits]\nseconds = 1\n");
    CHECK_THAT(reference_says("const Number here = in();",
                              "for (volatile int i = 0;; i = 0) {} const Number here = in();"),
               ContainsSubstring("fails: it does not end"));
    CHECK_THAT(
        reference_says("return here +", "if (here * 3 == here + 2 * here) return 0; return here +"),
        ContainsSubstring("leaves open what 1 of 1 cells of 1×1 must hold"));
}

TEST_CASE("a lab's own function may compare whole numbers") {
    const TemporaryFolder root;
    fs::create_directories(root.path() / "solutions/01-life");
    fs::create_directories(root.path() / "labs/01-life");
    fs::copy(source_root() / "labs/include", root.path() / "labs/include");
    const auto put = [&](const char* name, const std::string& text) {
        write_file(root.path() / name, text);
    };
    put("labs/01-life/lab.toml", R"(
title = "Life"
source = "none"
summary = "Conway's."
points = 5
element = "int"
hints = ["Count."]
[kernel]
name = "life"
arguments = [{ name = "in", role = "input" }, { name = "out", role = "output" },
             { name = "width", role = "width" }, { name = "height", role = "height" }]
[grid]
axes = 2
cases = ["1x1", "40x30"]
[stencil]
reference = "life.hpp"
shape = "box"
radius = 1
inputs = [0, 1]
[boundary]
rule = "zero"
)");
    put("labs/01-life/life.hpp", R"(
template <class Number, class Cells>
Number cell(const Cells& in) {
    Number alive = 0;
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) alive += x == 0 && y == 0 ? Number(0) : in(x, y);
    return alive == 3 || (alive == 2 && in() == 1) ? 1 : 0;
}
)");
    const std::string kernel = R"(#include "lab.cuh"
__global__ void life(const int* in, int* out, int width, int height) {
    const int x = blockIdx.x * 16 + threadIdx.x;
    const int y = blockIdx.y * 16 + threadIdx.y;
    if (x >= width || y >= height) return;
    int alive = -in[y * width + x];
    for (int v = max(y - 1, 0); v <= min(y + 1, height - 1); ++v)
        for (int u = max(x - 1, 0); u <= min(x + 1, width - 1); ++u) alive += in[v * width + u];
    out[y * width + x] = alive == 3 || (alive == 2 && in[y * width + x] == 1);
}
LaunchConfig launch_config(int width, int height) {
    return {dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)};
}
)";
    put("solutions/01-life/kernel.cu", kernel);
    put("labs/01-life/kernel.cu", with_replaced(kernel, "alive == 2 &&", "alive >= 2 &&"));
    const std::string at = root.path().string();
    CHECK(run_checker({"--root", at, "check", "1", "--solution"}).code == 0);
    const ProcessResult wrong = run_checker({"--root", at, "check", "1"});
    CHECK(wrong.code == 1);
    CHECK_THAT(wrong.output,
               ContainsSubstring("on the 40×30 grid") || ContainsSubstring("On the 40×30 grid"));
}

TEST_CASE("a lab's own function may have halves") {
    LabPlan plan = plan_of_line();
    plan.element = Element::float16;
    const OwnLab own(plan);
    own.change("labs", "lab.toml", "coefficients = \"drawn\"", "reference = \"reference.hpp\"");
    own.change("solutions", "kernel.cu",
               "c[0] * cell(0);\n    sum += c[1] * cell(-1) + c[2] * cell(1);",
               "half(0.3f) * cell(0) + __hmax(cell(-1), cell(1));");
    const auto wrong_with = [&](const std::string& factor) {
        write_file(own.path() / "labs/20-line/reference.hpp",
                   "template <class Number, class Cells> Number cell(const Cells& in) {\n"
                   "    return max(in(-1), in(1)) + " +
                       factor + " * in();\n}\n");
        own.reset();
        return listed(own.review().wrong);
    };
    CHECK(wrong_with("0.3") == "");
    CHECK_THAT(wrong_with("0.31"), ContainsSubstring("solution"));
}

TEST_CASE("./lab new writes a lab with its page, and --check says that it is ready") {
    const TemporaryFolder root;
    for (const char* folder :
         {"labs/include", "labs/01-sample-function", "solutions/01-sample-function"}) {
        fs::create_directories(root.path() / folder);
        fs::copy(source_root() / folder, root.path() / folder, fs::copy_options::recursive);
    }
    fs::create_directories(root.path() / "handouts");
    write_file(root.path() / "handouts/README.md", "# Pages\n");
    const std::string at = root.path().string();
    const ProcessResult made = run_checker(
        {"--root", at, "new", "wave", "--axes", "2", "--boundary", "zero", "--technique", "tiled"});
    INFO(made.output << made.errors);
    CHECK(made.code == 0);
    CHECK_THAT(made.output, ContainsSubstring("labs/02-wave/lab.toml") &&
                                ContainsSubstring("./lab new --check 2"));
    const std::string page = read_file(root.path() / "handouts/02-wave.md");
    CHECK_THAT(page, ContainsSubstring("-->4<!-- / --> hours") &&
                         ContainsSubstring("tile-slice-block-32.svg"));
    CHECK(fs::exists(root.path() / "handouts/figures/tile-slice-block-32.svg"));
    write_file(root.path() / "handouts/README.md", "# Pages\n\n[Wave](02-wave.md)\n");
    const ProcessResult linked = run_checker({"--root", at, "new", "--check", "2"});
    INFO(linked.output);
    CHECK(linked.code == 0);
    CHECK_THAT(linked.output, ContainsSubstring("02-wave is ready."));
    CHECK(run_checker({"--root", at, "new", "Wave"}).code == 2);
    CHECK_THAT(run_checker({"--root", at, "new", "w", "--shape", "points", "--points", "0,0,0 1,0"})
                   .errors,
               ContainsSubstring("\"1,0\" is no point"));
    CHECK_THAT(
        run_checker({"--root", at, "new", "w", "--shape", "points", "--points", "0,0,0 1,0,0:2"})
            .errors,
        ContainsSubstring("give all points a coefficient, or none"));
}
