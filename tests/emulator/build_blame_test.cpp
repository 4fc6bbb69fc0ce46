// Whose fault a refusal is: the file's, or that of a machine that cannot build the lab's solution either.
#include "checker/model/errors.hpp"
#include "tests/catch.hpp"
#include "tests/emulator/trial.hpp"
#include "tests/temporary_folder.hpp"

using namespace kit;

namespace {

const std::string right = "#include \"lab.cuh\"\n"
                          "__global__ void k(const float* in, float* out, int n) {\n"
                          "    out[threadIdx.x] = in[threadIdx.x];\n}\n"
                          "LaunchConfig launch_config(int n) { return {dim3(1), dim3(64)}; }\n";

struct Machine {
    TemporaryFolder folder;
    Lab lab = trial_lab();
    KitFiles files = kit_files();
    BuildCache cache{folder.path() / "cache"};

    Machine() { lab.solution = folder.write("solution.cu", right); }

    BuildOutcome build(const std::string& text) {
        return build_for_emulator(lab, {"kernel.cu", text}, find_host_compiler(), files, cache);
    }
};

} // namespace

TEST_CASE("a machine that cannot link the solution has no finding for the file") {
    Machine machine;
    REQUIRE(machine.build(right).artifact);
    machine.files.runtime_library = machine.folder.path() / "missing.a";
    CHECK_THROWS_AS(machine.build(right), KitError);
    machine.files.runtime_library = machine.folder.write("damaged.a", "!<arch>\nnothing");
    CHECK_THROWS_AS(machine.build(right), KitError);
}

TEST_CASE("a file that cannot be linked where the solution can is at fault") {
    Machine machine;
    const BuildOutcome outcome = machine.build(
        "#include \"lab.cuh\"\n__device__ float half(float x);\n"
        "__global__ void k(const float* in, float* out, int n) { out[0] = half(in[0]); }\n"
        "LaunchConfig launch_config(int n) { return {dim3(1), dim3(64)}; }\n");
    CHECK_FALSE(outcome.artifact);
    REQUIRE_FALSE(outcome.findings.empty());
    CHECK(outcome.findings[0].kind == FindingKind::build_error);
    CHECK(outcome.findings[0].cause.empty());
}
