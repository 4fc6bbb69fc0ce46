// Kernels that do what they must not: each becomes the finding that says so.
#include "tests/catch.hpp"
#include "tests/emulator/trial.hpp"

#include <unistd.h>

using namespace kit;

namespace {

std::string in_kernel(const std::string& body) {
    return "__device__ volatile int test_zero;\n"
           "__global__ void k(const float* in, float* out, int n) {\n    " +
           body + "\n}";
}

} // namespace

TEST_CASE("a read past the end names array, index, line and how often") {
    const Trial trial = run_trial(in_kernel("out[threadIdx.x] = in[threadIdx.x + 4];"), one_block);
    const Finding* finding = trial.finding(FindingKind::out_of_bounds_global);
    REQUIRE(finding != nullptr);
    CHECK(finding->array == "in");
    CHECK(finding->index == 64);
    CHECK(finding->count == 4);
    REQUIRE(finding->lines.size() == 1);
    CHECK(finding->lines[0].line == 4);
    REQUIRE(finding->threads.size() == 1);
    CHECK(finding->threads[0].thread[0] == 60);
    CHECK(trial.observation.completed);
}

TEST_CASE("a finding tells of the first block, even where others run sooner") {
    const Trial trial =
        run_trial(in_kernel("if (blockIdx.x == 0) for (volatile int i = 0; i < 3000000; ++i) {}\n"
                            "    out[threadIdx.x] = in[64 * gridDim.x + blockIdx.x];"),
                  "return {dim3(64), dim3(64)};", 64 * 64);
    const Finding* const finding = trial.finding(FindingKind::out_of_bounds_global);
    REQUIRE(finding != nullptr);
    CHECK(finding->index == 64 * 64);
    CHECK(finding->count == 64 * 64);
    REQUIRE(finding->threads.size() == 1);
    CHECK(finding->threads[0].block[0] == 0);
}

TEST_CASE("the first block is named even where the threads of others end the launch sooner") {
    const Trial trial =
        run_trial(in_kernel("if (blockIdx.x == 0) for (volatile int i = 0; i < 3000000; ++i) {}\n"
                            "    assert(threadIdx.x < 10);\n"
                            "    out[threadIdx.x] = in[threadIdx.x];"),
                  "return {dim3(64), dim3(64)};", 64 * 64);
    const Finding* const finding = trial.finding(FindingKind::crash);
    REQUIRE(finding != nullptr);
    REQUIRE(finding->threads.size() == 1);
    CHECK(finding->threads[0].block[0] == 0);
}

TEST_CASE("a write before the beginning") {
    const Trial trial = run_trial(in_kernel("out[(int)threadIdx.x - 1] = 1;"), one_block);
    const Finding* finding = trial.finding(FindingKind::out_of_bounds_global);
    REQUIRE(finding != nullptr);
    CHECK(finding->array == "out");
    CHECK(finding->index == -1);
    CHECK(finding->count == 1);
}

TEST_CASE("an access through a hinted load is told by the student's line") {
    const Trial trial =
        run_trial(in_kernel("out[threadIdx.x] = __ldg(in + threadIdx.x + 1);"), one_block);
    const Finding* finding = trial.finding(FindingKind::out_of_bounds_global);
    REQUIRE(finding != nullptr);
    REQUIRE(finding->lines.size() == 1);
    CHECK(finding->lines[0].line == 4);
}

TEST_CASE("accesses beside a shared array, before and after") {
    const Trial after =
        run_trial(in_kernel("__shared__ float a[64]; __shared__ float b[64];\n"
                            "    a[threadIdx.x] = 1; b[threadIdx.x + 1] = 2; __syncthreads();\n"
                            "    out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];"),
                  one_block);
    const Finding* finding = after.finding(FindingKind::out_of_bounds_shared);
    REQUIRE(finding != nullptr);
    CHECK(finding->array == "b");
    CHECK(finding->index == 64);
    CHECK(finding->lines.at(0).line == 5);
    CHECK(after.output()[0] == 0 + 1 + after.output()[0] - 1);

    const Trial before =
        run_trial(in_kernel("__shared__ float a[64]; a[threadIdx.x] = 1; __syncthreads();\n"
                            "    out[threadIdx.x] = a[(int)threadIdx.x - 1];"),
                  one_block);
    finding = before.finding(FindingKind::out_of_bounds_shared);
    REQUIRE(finding != nullptr);
    CHECK(finding->index == -1);
}

TEST_CASE("dynamic shared memory ends where launch_config says") {
    const Trial trial =
        run_trial("extern __shared__ float pool[];\n" +
                      in_kernel("pool[threadIdx.x] = 1; out[threadIdx.x] = pool[threadIdx.x];"),
                  "return {dim3(1), dim3(64), 63 * sizeof(float)};");
    const Finding* finding = trial.finding(FindingKind::out_of_bounds_shared);
    REQUIRE(finding != nullptr);
    CHECK(finding->array == "pool");
    CHECK(finding->index == 63);
}

TEST_CASE("a null pointer and a pointer from nowhere") {
    for (const std::string pointer : {"(float*)nullptr", "(float*)0x7123456789a0"}) {
        const Trial trial =
            run_trial(in_kernel("float* p = " + pointer + "; *(volatile float*)p = 1;"), one_block);
        const Finding* finding = trial.finding(FindingKind::out_of_bounds_global);
        REQUIRE(finding != nullptr);
        CHECK_FALSE(trial.observation.completed);
        REQUIRE_FALSE(finding->lines.empty());
        CHECK(finding->lines[0].line == 4);
    }
}

TEST_CASE("a kernel that never ends is stopped, with the line it was in") {
    const Trial trial =
        run_trial(in_kernel("while (test_zero == 0) { }\n    out[0] = 1;"), one_block);
    const Finding* finding = trial.finding(FindingKind::timeout);
    REQUIRE(finding != nullptr);
    REQUIRE_FALSE(finding->lines.empty());
    CHECK(finding->lines[0].line == 4);
    CHECK_FALSE(trial.observation.completed);
}

TEST_CASE("a kernel that dies, each way") {
    const auto dies = [](const std::string& body) { return run_trial(in_kernel(body), one_block); };
    const auto crash = [](const Trial& trial) {
        const Finding* finding = trial.finding(FindingKind::crash);
        return finding == nullptr ? std::string("none") : finding->message;
    };
    CHECK_THAT(crash(dies("__trap();")), ContainsSubstring("__trap"));
    CHECK_THAT(crash(dies("assert(threadIdx.x < 10);")), ContainsSubstring("threadIdx.x < 10"));
    CHECK_THAT(crash(dies("volatile int zero = 0; out[0] = n / zero;")), ContainsSubstring("zero"));
    CHECK_THAT(crash(dies("volatile float big[50000]; for (int i = 0; i < 50000; ++i) big[i] = i; "
                          "out[0] = big[7];")),
               ContainsSubstring("local memory"));
    CHECK_THAT(crash(dies("for (;;) { volatile char* p = new char[1 << 20]; p[0] = 1; }")),
               ContainsSubstring("memory"));
}

TEST_CASE("a kernel may print more than is kept, but must end") {
    const Trial much =
        run_trial(in_kernel("for (int i = 0; i < 2000; ++i) printf(\"line %d of thread %d\\n\", i, "
                            "threadIdx.x);\n    out[threadIdx.x] = 1;"),
                  one_block);
    CHECK(much.observation.completed);
    CHECK(much.observation.findings.empty());
    const Trial endless =
        run_trial(in_kernel("for (;;) printf(\"again and again\\n\");"), one_block);
    CHECK(endless.finding(FindingKind::timeout) != nullptr);
    CHECK(endless.finding(FindingKind::crash) == nullptr);
}

TEST_CASE("a kernel makes no processes and no files") {
    const Trial trial = run_trial(
        "#include <unistd.h>\n" + in_kernel("if (threadIdx.x == 0) out[0] = fork() == -1 ? 1 : 0;"),
        one_block);
    const Finding* finding = trial.finding(FindingKind::build_error);
    REQUIRE(finding != nullptr);
    CHECK_THAT(finding->message, ContainsSubstring("fork()"));
    const Trial file = run_trial(
        in_kernel("FILE* f = fopen(\"/tmp/kit-test-left-behind\", \"w\"); fflush(f); out[0] = 1;"),
        one_block);
    CHECK(file.finding(FindingKind::build_error) != nullptr);
    CHECK(access("/tmp/kit-test-left-behind", F_OK) != 0);
}
