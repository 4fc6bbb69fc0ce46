#include "checker/model/lab.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

Lab sweep() {
    Lab lab;
    lab.kernel = "stencil_kernel";
    lab.arguments = {{"in", KernelArgument::Role::input},
                     {"out", KernelArgument::Role::output},
                     {"n", KernelArgument::Role::side}};
    lab.cube = true;
    lab.cases = {{121, 121, 121}, {120, 120, 120}};
    lab.stencil = {{{0, 0, 0}, {}}, {{-1, 0, 0}, {}}, {{0, 2, 0}, {}}};
    return lab;
}

} // namespace

TEST_CASE("a kernel's declaration follows from its arguments' roles") {
    Lab lab = sweep();
    CHECK(kernel_declaration(lab) ==
          "__global__ void stencil_kernel(const float* in, float* out, int n)");
    lab.element = Element::float64;
    CHECK_THAT(kernel_declaration(lab), ContainsSubstring("const double* in, double* out"));
}

TEST_CASE("the reach is the largest offset of any axis") {
    CHECK(reach(sweep()) == 2);
    CHECK(reach(Lab{}) == 0);
}

TEST_CASE("a kernel with few cells has a fifth of the lab's time") {
    Lab lab = sweep();
    lab.time_limit_seconds = 10;
    CHECK(time_limit(lab, {33, 33, 33}) == 2);
    CHECK(time_limit(lab, {61, 61, 61}) == 10);
}

TEST_CASE("the counted case is 120³ where there is one, else the largest") {
    Lab lab = sweep();
    CHECK(counted_case(lab) == Extents{120, 120, 120});
    lab.cases = {{5, 5, 5}, {33, 33, 33}, {3, 3, 3}};
    CHECK(counted_case(lab) == Extents{33, 33, 33});
}

TEST_CASE("extents are described with as many axes as the lab has") {
    Lab lab = sweep();
    CHECK(describe({120, 120, 120}, lab) == "120³");
    lab.cube = false;
    CHECK(describe({120, 64, 33}, lab) == "120×64×33");
    lab.axes = 2;
    CHECK(describe({12, 8, 1}, lab) == "12×8");
    lab.axes = 1;
    CHECK(describe({1000003, 1, 1}, lab) == "1,000,003");
}

TEST_CASE("positions and cells are each other's inverse") {
    const Extents extents{7, 200, 3};
    CHECK(extents.cells() == 4200);
    CHECK(extents.cell(extents.index(6, 199, 2)) == std::array<std::int64_t, 3>{6, 199, 2});
}
