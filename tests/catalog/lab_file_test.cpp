// lab.toml: what it gives, and every mistake said with file, line, key and what is allowed.
#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"
#include "tests/catalog/temporary_root.hpp"
#include "tests/catch.hpp"

#include <algorithm>

using namespace kit;

namespace {

Lab lab_of(const std::string& toml) {
    const TemporaryRoot root;
    root.add_lab("05-lab", toml);
    return read_catalog(root.path()).front();
}

std::string problems_of(const std::string& toml) {
    const TemporaryRoot root;
    root.add_lab("05-lab", toml);
    return root.problems();
}

/// The one problem of the good file with one place changed, without the file's name.
std::string problem(const std::string& from, const std::string& to) {
    const std::string text = problems_of(with(good_toml, from, to));
    INFO(text);
    const std::string file = "labs/05-lab/lab.toml:";
    REQUIRE(text.rfind(file, 0) == 0);
    CHECK(text.find('\n') == std::string::npos);
    return text.substr(file.size());
}

} // namespace

TEST_CASE("a lab of one axis, with fixed coefficients, a clamp and no traffic") {
    const Lab lab = lab_of(R"(title = "Derivative"
source = "S 5.2"
summary = "Central differences."
points = 5
element = "double"
hints = ["look"]
[kernel]
name = "derive"
arguments = [{name = "f", role = "input"}, {name = "d", role = "output"}, {name = "n", role = "width"}]
[grid]
axes = 1
cases = ["3", "1000"]
[stencil]
coefficients = "fixed"
points = [{offset = [-1], coefficient = -0.5}, {offset = [1], coefficient = 1}]
[boundary]
rule = "periodic"
[result]
clamp = [0, 255.5]
)");
    CHECK(kernel_declaration(lab) == "__global__ void derive(const double* f, double* d, int n)");
    CHECK(lab.axes == 1);
    CHECK_FALSE(lab.cube);
    CHECK(lab.cases == std::vector<Extents>{{3, 1, 1}, {1000, 1, 1}});
    REQUIRE(lab.stencil.size() == 2);
    CHECK(lab.stencil[0].coefficient == -0.5);
    CHECK(lab.stencil[1].coefficient == 1.0);
    CHECK(lab.stencil[1].offset == std::array{1, 0, 0});
    CHECK(lab.boundary == BoundaryRule::periodic);
    REQUIRE(lab.result_range);
    CHECK(lab.result_range->high == 255.5);
    CHECK_FALSE(lab.traffic);
    CHECK(lab.time_limit_seconds == 10);
}

namespace {

const std::string template_toml = R"(
title = "Derivative"
source = "here"
summary = "One."
points = 5
hints = ["look"]
[kernel]
name = "derive"
arguments = [{name = "f", role = "input"}, {name = "d", role = "output"}, {name = "n", role = "width"},
             {name = "c", role = "coefficients"}]
[grid]
axes = 1
cases = ["1", "1000"]
[stencil]
coefficients = "drawn"
shape = "window"
[boundary]
rule = "one-sided"
[[variants]]
element = "double"
radius = 2
[[variants]]
element = "float"
radius = 1
cases = ["7"]
)";

} // namespace

TEST_CASE("a template's variants have elements, stencils and cases of their own") {
    const Lab lab = lab_of(template_toml);
    CHECK(kernel_declaration(lab) ==
          "template <class T, int R>\n__global__ void derive(const T* f, T* d, int n, "
          "Coefficients<T, (2 * R + 1) * (2 * R + 1)> c)");
    CHECK(lab.element == Element::float64);
    CHECK(lab.cases == std::vector<Extents>{{1, 1, 1}, {1000, 1, 1}});
    CHECK(coefficient_count(lab) == 25);
    CHECK(kernel_name(lab) == "derive<double, 2>");
    const std::vector<Lab> variants = all_variants(lab);
    REQUIRE(variants.size() == 2);
    CHECK(variants[1].element == Element::float32);
    CHECK(variants[1].stencil.size() == 3);
    CHECK(variants[1].cases == std::vector<Extents>{{7, 1, 1}});
    CHECK(variant_name(variants[1]) == "float, R = 1");
    CHECK(describe({7, 1, 1}, variants[1]) == "7 (float, R = 1)");
}

TEST_CASE("what variants need is asked for") {
    const auto refused = [](const std::string& from, const std::string& to) {
        return problems_of(with(template_toml, from, to));
    };
    CHECK_THAT(refused("shape = \"window\"", "points = [{offset = [0]}]"),
               ContainsSubstring("[[variants]] need a shape"));
    CHECK_THAT(refused("points = 5", "points = 5\nelement = \"int\""),
               ContainsSubstring("which have their own"));
    CHECK_THAT(refused(",\n             {name = \"c\", role = \"coefficients\"}", ""),
               ContainsSubstring("role coefficients"));
    CHECK_THAT(refused("radius = 1", "radius = 0"), ContainsSubstring("1 to 8"));
    CHECK_THAT(refused("element = \"float\"\nradius = 1", "element = \"double\"\nradius = 2"),
               ContainsSubstring("another variant has the same"));
    CHECK_THAT(refused("cases = [\"7\"]", "cases = [\"7x7\"]"), ContainsSubstring("has 2 axes"));
    CHECK_THAT(refused("\"drawn\"", "\"fixed\""),
               ContainsSubstring("must be \"drawn\" with a shape"));
    CHECK_THAT(refused("axes = 1", "axes = 2"), ContainsSubstring("of one axis"));
}

TEST_CASE("a rectangle of three axes with each extent as an argument") {
    std::string toml = with(good_toml, "cube = true\n", "");
    toml = with(toml, R"({ name = "n", role = "side" })",
                R"({ name = "w", role = "width" }, { name = "h", role = "height" },
  { name = "d", role = "depth" })");
    const Lab lab = lab_of(with(toml, R"("120")", R"("7x200x3")"));
    CHECK(lab.cases.back() == Extents{7, 200, 3});
    CHECK(lab.traffic->planes_per_block == 30);
}

TEST_CASE("all mistakes of a file are said at once, in the order of their lines") {
    std::string toml = with(good_toml, "title = \"Sweep\"", "titel = \"Sweep\"");
    toml = with(toml, "points = 10", "points = \"ten\"");
    toml = with(toml, "role = \"side\"", "role = \"size\"");
    toml = with(toml, "[0, 0, 0]", "[0, 0]");
    toml = with(toml, "\"keep\"", "\"kept\"");
    CHECK(
        problems_of(toml) ==
        "labs/05-lab/lab.toml:1: title: missing; it must be a string that is not empty\n"
        "labs/05-lab/lab.toml:1: titel: unknown key; did you mean title? the keys are title, "
        "source, summary, points, hours, part_weights, variants, element, hints, kernel, "
        "grid, stencil, "
        "boundary, "
        "result, traffic, technique, timing, exploration, limits, gpus\n"
        "labs/05-lab/lab.toml:4: points: is \"ten\"; it must be a whole number from 1 to 100\n"
        "labs/05-lab/lab.toml:13: kernel.arguments[2].role: is \"size\"; it must be one of input, "
        "output, side, width, height, depth, coefficients, own-slab, slab-below, slab-above, "
        "sweep\n"
        "labs/05-lab/lab.toml:24: stencil.points[0].offset: has 2 numbers; it needs one for each "
        "axis: 3\n"
        "labs/05-lab/lab.toml:29: boundary.rule: is \"kept\"; it must be one of keep, "
        "clamp-to-edge, one-sided, periodic, zero");
}

TEST_CASE("an empty file lacks every required key and table, each said once") {
    const std::string problems = problems_of("");
    for (const char* key : {"title", "source", "summary", "points", "element", "hints", "kernel",
                            "grid", "stencil", "boundary"}) {
        CHECK_THAT(problems, ContainsSubstring(std::string("lab.toml:1: ") + key + ": missing"));
    }
    CHECK(std::ranges::count(problems, '\n') == 9);
}

TEST_CASE("TOML's own syntax errors have their line") {
    CHECK_THAT(problem("points = 10", "points = = 10"), ContainsSubstring("4: TOML: "));
    CHECK_THAT(problem("points = 10", "title = \"again\""), ContainsSubstring("4: TOML: "));
}

TEST_CASE("values of the wrong type or out of range") {
    CHECK(problem("\"Sweep\"", "7") == "1: title: is 7; it must be a string that is not empty");
    CHECK(problem("\"Sweep\"", "\"\"") ==
          "1: title: is \"\"; it must be a string that is not empty");
    CHECK(problem("points = 10", "points = 0") ==
          "4: points: is 0; it must be a whole number from 1 to 100");
    CHECK(problem("points = 10", "points = 1.5") ==
          "4: points: is 1.5; it must be a whole number from 1 to 100");
    CHECK(problem("\"float\"", "\"char\"") ==
          "5: element: is \"char\"; it must be one of short, int, half, float, double");
    CHECK(problem("cube = true", "cube = \"yes\"") ==
          "18: grid.cube: is \"yes\"; it must be true or false");
    CHECK(problem("[limits]\nseconds = 5", "limits = 5\n") ==
          "35: traffic.limits: unknown key; the keys "
          "are family, planes_per_block");
    CHECK(problem("seconds = 5", "seconds = 0") ==
          "36: limits.seconds: is 0; it must be a whole number from 1 to 600");
}

TEST_CASE("hints and cases are texts, at least one") {
    CHECK(problem("[\"look\", \"look closer\"]", "[]") ==
          "6: hints: is empty; it must be an array of one or more strings");
    CHECK(problem("\"look closer\"", "3") ==
          "6: hints[1]: is 3; it must be a string that is not empty");
    CHECK(problem("[\"3\", \"120\"]", "[]") ==
          "19: grid.cases: is empty; it must be an array of one or more strings");
    CHECK(problem("\"120\"", "\"3x3x3\"") ==
          "19: grid.cases[1]: \"3x3x3\" is the same grid as \"3\"; give each grid once");
    CHECK(problem("\"3\"", "\"2\"") ==
          "19: grid.cases[0]: \"2\" has a side of 2; it must be one number "
          "of at least 3 for all 3 axes, such as 120");
    CHECK(problem("\"3\"", "120") ==
          "19: grid.cases[0]: is 120; it must be a string that is not empty");
}

TEST_CASE("the kernel's name and arguments") {
    CHECK(problem("\"stencil_kernel\"", "\"7-point\"") ==
          "9: kernel.name: is \"7-point\"; it must be a C++ name: letters, digits and _, not a "
          "digit first");
    CHECK(problem("name = \"out\"", "name = \"in\"") ==
          "12: kernel.arguments[1].name: another argument has the name \"in\", too");
    CHECK_THAT(problems_of(with(good_toml, "name = \"out\"", "nmae = \"out\"")),
               ContainsSubstring("12: kernel.arguments[1].nmae: unknown key; did you mean name?"));
    CHECK(problem("  { name = \"in\", role = \"input\" },\n", "") ==
          "10: kernel.arguments: no argument has the role input; at least one needs it");
    CHECK(problem("role = \"output\"", "role = \"depth\"") ==
          "10: kernel.arguments: no argument has the role output; exactly one needs it");
    CHECK(problem(
              "  { name = \"n\", role = \"side\" },\n",
              "  { name = \"w\", role = \"width\" },\n  { name = \"h\", role = \"height\" },\n") ==
          "10: kernel.arguments: no argument gives the kernel its depth; one needs the role depth "
          "or side");
    CHECK(problem("cube = true", "cube = false") ==
          "10: kernel.arguments: role side needs grid.cube = true; other grids need the roles "
          "width, height and depth");
    CHECK_THAT(
        problems_of(with(good_toml, "\"input\"", "\"output\"")),
        ContainsSubstring("12: kernel.arguments[1].role: another argument has the role output"));
    CHECK_THAT(problems_of(with(good_toml, "axes = 3", "axes = 2")),
               !ContainsSubstring("kernel.arguments"));
}

TEST_CASE("the stencil's points") {
    CHECK(problem("[-1, 0, 0]", "[0, 0, 0]") == "25: stencil.points[1].offset: another point has "
                                                "it, too; give each cell once");
    CHECK_THAT(problem("[-1, 0, 0]", "[-1, 0, 0, 0]"), ContainsSubstring("has 4 numbers"));
    CHECK_THAT(problem("[-1, 0, 0]", "[-101, 0, 0]"),
               ContainsSubstring("is -101; it must be an array, each element a whole number"));
    CHECK_THAT(problem("[-1, 0, 0]", "\"left\""),
               ContainsSubstring("is \"left\"; it must be an array"));
    CHECK(problem("points = [\n  { offset = [0, 0, 0] },\n  { offset = [-1, 0, 0] },\n]",
                  "points = []") ==
          "23: stencil.points: is empty; it must be an array of one or more tables");
    CHECK(problem("[-1, 0, 0] }", "[-1, 0, 0], coefficient = 2 }") ==
          "25: stencil.points[1].coefficient: not allowed if coefficients are \"drawn\"");
    CHECK_THAT(problems_of(with(good_toml, "\"drawn\"", "\"fixed\"")),
               ContainsSubstring("24: stencil.points[0].coefficient: missing; needed if"));
    CHECK(problem("\"drawn\"", "\"random\"") ==
          "22: stencil.coefficients: is \"random\"; it must be one of drawn, fixed");
    const std::string whole =
        with(with(good_toml, "\"drawn\"", "\"fixed\""), "\"float\"", "\"short\"");
    CHECK_THAT(problems_of(with(whole, "[0, 0, 0] }", "[0, 0, 0], coefficient = 50000 }")),
               ContainsSubstring(
                   "coefficient: is too large: the sums of short elements stay within ±16384"));
}

TEST_CASE("several inputs have points of their own, or multiply another's") {
    const Lab wave = read_catalog(source_root() / "tests/new_lab/examples").at(1);
    REQUIRE(wave.id == "17-wave-equation");
    CHECK(input_count(wave) == 2);
    REQUIRE(wave.stencil.size() == 6);
    CHECK(wave.stencil[0].input == 0);
    CHECK(wave.stencil[5].input == 1);
    CHECK(wave.stencil[5].coefficient == -1);
    const Lab heat = read_catalog(source_root() / "tests/new_lab/examples").at(2);
    CHECK(!heat.stencil[0].times);
    CHECK(heat.stencil[1].times == 1);

    const std::string two = with(with(good_toml, "role = \"input\" },",
                                      "role = \"input\" },\n{ name = \"k\", role = \"input\" },"),
                                 "[traffic]\nfamily = \"coarsened\"\nplanes_per_block = 30\n", "");
    const std::string point = "{ offset = [-1, 0, 0] }";
    const auto pointed = [&](const std::string& instead) {
        return problems_of(with(two, point, instead));
    };
    std::string many;
    for (int i = 0; i < 14; ++i) {
        many += "{ name = \"k" + std::to_string(i) + "\", role = \"input\" },\n";
    }
    CHECK_THAT(problems_of(with(two, "{ name = \"k\", role", many + "{ name = \"k\", role")),
               ContainsSubstring(
                   "kernel.arguments: has 18 tables; a kernel may have at most 16 arguments"));
    CHECK_THAT(problems_of(two), ContainsSubstring("no point has the kernel's input number 2"));
    CHECK(pointed("{ offset = [0, 0, 0], input = \"k\" }").empty());
    CHECK(pointed("{ offset = [0, 0, 0], times = \"k\" }").empty());
    CHECK_THAT(
        pointed("{ offset = [0, 0, 0], input = \"in\" }, { offset = [1, 0, 0], times = \"k\" }"),
        ContainsSubstring("another point has it, too"));
    CHECK_THAT(pointed("{ offset = [-1, 0, 0], input = \"out\" }"),
               ContainsSubstring("is \"out\"; it must be an argument with the role input: in, k"));
    CHECK_THAT(problems_of(with(with(two, point, "{ offset = [0, 0, 0], times = \"k\" }"),
                                "\"float\"", "\"int\"")),
               ContainsSubstring("times: needs \"half\", \"float\" or \"double\" elements"));
    CHECK_THAT(problems_of(with(good_toml, "role = \"input\" },",
                                "role = \"input\" },\n{ name = \"k\", role = \"input\" },")),
               ContainsSubstring("traffic.family: is for kernels with one input"));
}

TEST_CASE("a function of the lab's folder stands for the sum") {
    const Lab smooth = read_catalog(source_root() / "tests/new_lab/examples").at(3);
    CHECK(smooth.reference.filename() == "reference.hpp");
    REQUIRE(smooth.input_range);
    CHECK(smooth.input_range->high == 1);
    CHECK(smooth.stencil.size() == 5);
    CHECK(smooth.stencil[1].coefficient == 1);

    const std::string drawn = "coefficients = \"drawn\"\n";
    const std::string named = "reference = \"lab.toml\"\n";
    CHECK(problems_of(with(good_toml, drawn, named)).empty());
    CHECK_THAT(problems_of(with(good_toml, drawn, "reference = \"../05-lab/lab.toml\"\n")),
               ContainsSubstring("stencil.reference: must be a file in the lab's folder"));
    CHECK_THAT(problems_of(with(good_toml, drawn, "reference = \"none.hpp\"\n")),
               ContainsSubstring("stencil.reference: must be a file in the lab's folder"));
    CHECK_THAT(problems_of(with(good_toml, drawn, drawn + named)),
               ContainsSubstring("stencil.reference: has its factors in C++"));
    CHECK_THAT(problems_of(with(good_toml, drawn, named + "steps = 4\n")),
               ContainsSubstring("stencil.reference: is for one sweep"));
    CHECK_THAT(problems_of(with(good_toml, drawn, named + "inputs = [1, 0]\n")),
               ContainsSubstring("stencil.inputs: is not a range"));
    CHECK_THAT(problems_of(with(good_toml, drawn, named) + "\n[result]\nclamp = [0, 1]\n"),
               ContainsSubstring("result.clamp: is for sums"));
}

TEST_CASE("a shape without variants has a radius; a box is in the order of memory") {
    const std::string points =
        "points = [\n  { offset = [0, 0, 0] },\n  { offset = [-1, 0, 0] },\n]";
    const auto shaped = [&](const std::string& keys) { return with(good_toml, points, keys); };
    const Lab box = lab_of(shaped("shape = \"box\"\nradius = 1"));
    REQUIRE(box.stencil.size() == 27);
    CHECK(box.stencil[0].offset == std::array{-1, -1, -1});
    CHECK(box.stencil[1].offset == std::array{0, -1, -1});
    CHECK(box.stencil[3].offset == std::array{-1, 0, -1});
    CHECK(box.stencil[9].offset == std::array{-1, -1, 0});
    CHECK(reach(box) == 1);
    CHECK(lab_of(shaped("shape = \"star\"\nradius = 1")).stencil.size() == 7);
    CHECK_THAT(problems_of(shaped("shape = \"box\"")),
               ContainsSubstring("stencil.radius: missing"));
    CHECK_THAT(problems_of(shaped("shape = \"box\"\nradius = 9")),
               ContainsSubstring("radius: is 9"));
    CHECK_THAT(
        problems_of(shaped("shape = \"box\"\nradius = 5")),
        ContainsSubstring("stencil.coefficients: there are 1331 coefficients of 4 bytes; a launch "
                          "has room for 4096 bytes of them"));
}

TEST_CASE("traffic and result") {
    CHECK(problem("\"coarsened\"", "\"tiled\"") == "32: traffic.family: is \"tiled\"; it must be "
                                                   "one of basic, shared-memory-tiled, coarsened, "
                                                   "register-tiled, halo-loading, shared-1d");
    CHECK(
        problem("\"coarsened\"", "\"basic\"") ==
        "33: traffic.planes_per_block: not allowed here; only coarsened and register-tiled blocks "
        "march along z");
    for (const char* clamp : {"[255, 0]", "[0]", "[0, 1, 2]"}) {
        CHECK(problem("[limits]", std::string("[result]\nclamp = ") + clamp + "\n[limits]") ==
              "36: result.clamp: is not a range; it must be two numbers, the smaller one first");
    }
    for (const char* family : {"halo-loading", "shared-1d"}) {
        const std::string named = std::string("\"") + family + "\"";
        CHECK_THAT(problem("\"coarsened\"", named),
                   ContainsSubstring("33: traffic.planes_per_block: not allowed here"));
        const std::string text = with(good_toml, "\"coarsened\"", named);
        CHECK(lab_of(with(text, "planes_per_block = 30\n", "")).traffic->family ==
              (family == std::string("shared-1d") ? KernelFamily::shared_1d
                                                  : KernelFamily::halo_loading));
    }
    CHECK_THAT(problem("[limits]", "[result]\nclamp = [0, nan]\n[limits]"),
               ContainsSubstring("result.clamp: is nan; it must be an array of finite numbers"));
}

TEST_CASE("what becomes of the sum") {
    const auto result = [](const std::string& keys) {
        return with(good_toml, "[limits]", "[result]\n" + keys + "\n[limits]");
    };
    const Lab square = lab_of(result("operation = \"square\""));
    CHECK(square.result_operation == ResultOperation::square);
    CHECK_FALSE(square.result_range);
    const Lab both = lab_of(result("operation = \"square\"\nclamp = [0, 9]"));
    CHECK(both.result_operation == ResultOperation::square);
    CHECK(both.result_range->high == 9);
    CHECK(lab_of(result("clamp = [0, 9]")).result_operation == ResultOperation::none);
    CHECK_THAT(problems_of(result("operation = \"cube\"")),
               ContainsSubstring("result.operation: is \"cube\"; it must be one of square"));
    CHECK_THAT(problems_of(result("")), ContainsSubstring("result.clamp: missing"));
    CHECK_THAT(problems_of(with(result("operation = \"square\""), "coefficients = \"drawn\"",
                                "coefficients = \"drawn\"\nsteps = 4")),
               ContainsSubstring("stencil.steps: needs \"float\" elements"));
}

TEST_CASE("several sweeps, and what a lab is timed beside") {
    CHECK(problem("rule = \"keep\"", "rule = \"zero\"\n[timing]\nbaseline = \"\"") ==
          "31: timing.baseline: is \"\"; it must be a string that is not empty");
    CHECK_THAT(problem("coefficients = \"drawn\"", "coefficients = \"drawn\"\nsteps = 1"),
               ContainsSubstring("stencil.steps: is 1; it must be a whole number from 2 to 64"));
    CHECK(problems_of(
              with(good_toml, "coefficients = \"drawn\"", "coefficients = \"drawn\"\nsteps = 4"))
              .empty());
    std::string doubles = with(good_toml, "\"float\"", "\"double\"");
    doubles = with(doubles, "coefficients = \"drawn\"", "coefficients = \"drawn\"\nsteps = 4");
    CHECK_THAT(problems_of(doubles),
               ContainsSubstring("stencil.steps: needs \"float\" elements, the boundary rule"));
}

TEST_CASE("unknown keys are said with the one meant") {
    CHECK(problem("seconds = 5", "second = 5") ==
          "36: limits.second: unknown key; did you mean seconds? the keys are seconds, "
          "shared_kib");
    CHECK_THAT(problem("cube = true", "cube = true\ncolour = 1"),
               ContainsSubstring("19: grid.colour: unknown key; the keys are axes, cube, cases"));
}
