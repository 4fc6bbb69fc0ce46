#include "checker/compile/object_file.hpp"
#include "tests/catch.hpp"
#include "tests/emulator/trial.hpp"

#include <algorithm>
#include <map>

using namespace kit;

TEST_CASE("variables are named as in the source") {
    CHECK(variable_name("_ZZ14stencil_kernelPKfPfiE4tile") == "tile");
    CHECK(variable_name("_ZZ1fILi8EEvPKfPfiE4tile") == "tile");
    CHECK(variable_name("table") == "table");
    CHECK(variable_name("_ZN3lab5tableE") == "table");
}

TEST_CASE("shared arrays are apart, those of other kernels are left out") {
    const SubmissionFile file = trial_file(R"(
__constant__ float weights[9];
__device__ int counter;
__global__ void other(float* out) { __shared__ float unused[4000]; unused[threadIdx.x] = 1; out[0] = unused[0]; }
__global__ void k(const float* in, float* out, int n) {
    __shared__ float first[10];
    __shared__ double second[3][5];
    extern __shared__ float s[];
    first[threadIdx.x] = second[0][threadIdx.x] = s[threadIdx.x] = weights[threadIdx.x];
    counter = 1;
    __syncthreads();
    out[0] = first[1] + second[1][1] + s[1];
}
LaunchConfig launch_config(int n) { return {dim3(1), dim3(4), 64}; })");
    BuildCache cache(BuildCache::default_folder());
    const BuildOutcome outcome =
        build_for_emulator(trial_lab(), file, find_host_compiler(), kit_files(), cache);
    REQUIRE(outcome.artifact.has_value());
    std::map<std::string, DeviceVariable> variables;
    for (const DeviceVariable& variable : outcome.artifact->variables) {
        variables[variable.name] = variable;
    }
    CHECK(variables.count("unused") == 0);
    REQUIRE(variables.count("first") == 1);
    REQUIRE(variables.count("second") == 1);
    REQUIRE(variables.count("s") == 1);
    CHECK(variables["first"].bytes == 40);
    CHECK(variables["second"].bytes == 120);
    CHECK(variables["s"].bytes == 0);
    CHECK(variables["weights"].space == DeviceVariable::Space::constant);
    CHECK(variables["counter"].space == DeviceVariable::Space::device);
    for (const char* name : {"first", "second", "s"}) {
        CHECK(variables[name].space == DeviceVariable::Space::shared);
        CHECK(variables[name].position >= 256);
    }
    const auto gap = std::abs(variables["first"].position - variables["second"].position);
    CHECK(gap >= static_cast<std::int64_t>(room_behind_shared_arrays) + 40);
}
