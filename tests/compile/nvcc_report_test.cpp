// What nvcc's assembler says of a kernel's resources.
#include "checker/compile/nvcc_report.hpp"
#include "tests/catch.hpp"

#include <string>

using namespace kit;

TEST_CASE("nvcc's report is read for the lab's own kernel") {
    const std::string output =
        "ptxas info    : 0 bytes gmem, 28 bytes cmem[3]\n"
        "ptxas info    : Compiling entry function '_Z5otherPf' for 'sm_90'\n"
        "ptxas info    : Function properties for _Z5otherPf\n"
        "    0 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n"
        "ptxas info    : Used 99 registers, used 0 barriers\n"
        "ptxas info    : Compiling entry function '_Z14stencil_kernelPKfPfi' for 'sm_90'\n"
        "ptxas info    : Function properties for _Z14stencil_kernelPKfPfi\n"
        "    0 bytes stack frame, 12 bytes spill stores, 16 bytes spill loads\n"
        "ptxas info    : Used 26 registers, used 1 barriers, 2048 bytes smem\n";
    Lab lab;
    lab.kernel = "stencil_kernel";
    const auto resources = parse_ptxas_report(output, lab);
    REQUIRE(resources.has_value());
    CHECK(resources->registers == 26);
    CHECK(resources->shared_bytes == 2048);
    CHECK(resources->spill_store_bytes == 12);
    CHECK(resources->spill_load_bytes == 16);
    CHECK(resources->architecture == "sm_90");
    CHECK_FALSE(parse_ptxas_report("nothing", lab).has_value());
}

TEST_CASE("nvcc's report is read for one variant of a template") {
    const std::string output =
        "ptxas info    : Compiling entry function "
        "'_Z11star_kernelIdLi1EEvPKT_PS0_iii12CoefficientsIS0_XplmlLi6ET0_Li1EEE' for 'sm_90'\n"
        "ptxas info    : Used 40 registers, used 1 barriers, 8192 bytes smem\n"
        "ptxas info    : Compiling entry function "
        "'_Z11star_kernelIfLi2EEvPKT_PS0_iii12CoefficientsIS0_XplmlLi6ET0_Li1EEE' for 'sm_90'\n"
        "ptxas info    : Used 30 registers, used 1 barriers, 4096 bytes smem\n";
    Lab lab;
    lab.kernel = "star_kernel";
    lab.shape = PointPattern::star;
    lab.variants = {
        {Element::float32, 2, {}}, {Element::float64, 1, {}}, {Element::float64, 2, {}}};
    CHECK(parse_ptxas_report(output, variant_of(lab, 0))->registers == 30);
    CHECK(parse_ptxas_report(output, variant_of(lab, 1))->registers == 40);
    CHECK_FALSE(parse_ptxas_report(output, variant_of(lab, 2)));
}
