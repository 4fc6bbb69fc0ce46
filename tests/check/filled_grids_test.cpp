#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/check/filled_grids.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/compile/toolchain.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

/// Of a kernel that does nothing and has this launch_config().
std::vector<FilledGrid> grids_of(const std::string& lab_number, const std::string& kernel,
                                 const std::string& launch_config,
                                 const std::string& kind_of_launch_config = "") {
    const Lab lab = find_lab(read_catalog(source_root()), lab_number);
    const SubmissionFile submission{"kernel.cu", "#include \"lab.cuh\"\n" + kernel + "{}\n" +
                                                     kind_of_launch_config +
                                                     "LaunchConfig launch_config" + launch_config};
    BuildCache cache(BuildCache::default_folder());
    const BuildOutcome build =
        build_for_emulator(lab, submission, find_host_compiler(), kit_files(), cache);
    REQUIRE(build.artifact);
    return filled_grids(lab, EmulatedProgram(*build.artifact), submission);
}

std::vector<FilledGrid> of_cube(const std::string& launch_config) {
    return grids_of("4", "__global__ void stencil_kernel(const float*, float*, int)",
                    "(int n)" + launch_config);
}

std::vector<FilledGrid> of_box(const std::string& launch_config) {
    return grids_of("9", "__global__ void stencil_kernel(const float*, float*, int, int, int)",
                    "(int width, int height, int depth)" + launch_config);
}

} // namespace

TEST_CASE("a block is just full one cell before the launch has another") {
    using Grids = std::vector<FilledGrid>;
    CHECK(of_cube("{ return {dim3((n + 31) / 32, (n + 31) / 32, (n + 31) / 32), dim3(32)}; }") ==
          Grids{{{32, 32, 32}}});
    CHECK(of_cube("{ return {dim3((n - 2 + 31) / 32, (n + 3) / 4, n), dim3(32, 4)}; }") ==
          Grids{{{34, 34, 34}}, {{8, 8, 8}}, {{7, 7, 7}}});
    CHECK(of_box("{ return {dim3((width + 31) / 32, (height + 7) / 8, 1), dim3(32, 8)}; }") ==
          Grids{{{32, 8, 7}}});
    CHECK(of_box("{ return {dim3(1, 1, (depth + 15) / 16), dim3(32, 8)}; }") ==
          Grids{{{7, 7, 16}}});
}

TEST_CASE("where windows move in at the end, the last block also has one cell") {
    CHECK(grids_of("2",
                   "template <class T, int R> __global__ void derivative(const T*, T*, int, "
                   "Coefficients<T, (2 * R + 1) * (2 * R + 1)>)",
                   "(int n) { return {dim3((n + 63) / 64), dim3(64)}; }",
                   "template <class T, int R> ") ==
          std::vector<FilledGrid>{{{64, 1, 1}}, {{65, 1, 1}, LastBlock::one_cell}});
}

TEST_CASE("a launch of as many blocks on each grid, or of none, fills none") {
    CHECK(of_cube("{ return {dim3(64), dim3(256)}; }").empty());
    CHECK(of_cube("{ return {dim3(0), dim3(256)}; }").empty());
}
