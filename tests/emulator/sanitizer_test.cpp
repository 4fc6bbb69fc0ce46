// Races, uninitialized reads, overrun rows and divergent barriers: each found by its cause on every
// run, with the lines of both sides; and their nearest right relatives, which must not be blamed.
#include "tests/catch.hpp"
#include "tests/emulator/verdicts.hpp"

using namespace kit;

TEST_CASE("a missing barrier is a race between the write and the read") {
    finds("__shared__ float s[64];\n"
          "s[threadIdx.x] = in[threadIdx.x];\n"
          "out[threadIdx.x] = s[63 - threadIdx.x];",
          FindingKind::race_shared, "s", {5, 6});
    is_clean("__shared__ float s[64];\n"
             "s[threadIdx.x] = in[threadIdx.x];\n"
             "__syncthreads();\n"
             "out[threadIdx.x] = s[63 - threadIdx.x];");
}

TEST_CASE("a race is found although the values come out right") {
    finds("__shared__ float s[64];\n"
          "s[0] = 1;\n"
          "__syncthreads(); out[threadIdx.x] = s[0];",
          FindingKind::race_shared, "s", {5});
}

TEST_CASE("a cell read by many and then written before the next barrier") {
    finds("__shared__ float s[2];\n"
          "if (threadIdx.x == 0) s[0] = 1;\n"
          "__syncthreads();\n"
          "out[threadIdx.x] = s[0];\n"
          "if (threadIdx.x == 0) s[0] = 2;",
          FindingKind::race_shared, "s", {7, 8});
    // T1 reads, T2 reads, T2 writes: the reader that is not the writer counts.
    finds("__shared__ float s[2];\n"
          "if (threadIdx.x == 0) s[0] = 1;\n"
          "__syncthreads();\n"
          "float v = 0;\n"
          "if (threadIdx.x <= 1) v = s[0];\n"
          "if (threadIdx.x == 1) s[0] = v + 1;\n"
          "__syncthreads(); out[threadIdx.x] = v;",
          FindingKind::race_shared, "s", {8, 9});
    is_clean("__shared__ float s[2];\n"
             "if (threadIdx.x == 0) s[0] = 1;\n"
             "__syncthreads();\n"
             "const float v = s[0];\n"
             "__syncthreads();\n"
             "if (threadIdx.x == 0) s[0] = v + 1;\n"
             "out[threadIdx.x] = v;");
}

TEST_CASE("operations of a warp order what its lanes do, and nothing else") {
    is_clean("__shared__ float s[64];\n"
             "s[threadIdx.x] = in[threadIdx.x]; __syncwarp();\n"
             "const float v = s[threadIdx.x ^ 1]; __syncwarp();\n"
             "s[threadIdx.x] = v; __syncwarp();\n"
             "out[threadIdx.x] = s[threadIdx.x ^ 3];");
    is_clean("__shared__ float s[64];\n"
             "s[threadIdx.x] = in[threadIdx.x];\n"
             "const float w = __shfl_xor_sync(0xffffffffu, 1.0f, 1);\n"
             "out[threadIdx.x] = s[threadIdx.x ^ 1] + w;");
    // The other half of the block is another warp.
    finds("__shared__ float s[64];\n"
          "s[threadIdx.x] = in[threadIdx.x]; __syncwarp();\n"
          "out[threadIdx.x] = s[63 - threadIdx.x];",
          FindingKind::race_shared, "s", {5, 6});
    // Only lanes of the mask are ordered.
    finds("__shared__ float s[64];\n"
          "s[threadIdx.x] = in[threadIdx.x];\n"
          "__syncwarp(threadIdx.x % 32 < 16 ? 0x0000ffffu : 0xffff0000u);\n"
          "out[threadIdx.x] = s[threadIdx.x ^ 16];",
          FindingKind::race_shared, "s", {5, 7});
    is_clean("__shared__ float s[64];\n"
             "s[threadIdx.x] = in[threadIdx.x];\n"
             "__syncwarp(threadIdx.x % 32 < 16 ? 0x0000ffffu : 0xffff0000u);\n"
             "out[threadIdx.x] = s[threadIdx.x ^ 8];");
}

TEST_CASE("atomics race with plain accesses only") {
    is_clean("__shared__ int sum;\n"
             "if (threadIdx.x == 0) sum = 0;\n"
             "__syncthreads(); atomicAdd(&sum, 1); __syncthreads();\n"
             "out[threadIdx.x] = sum;");
    finds("__shared__ int sum;\n"
          "if (threadIdx.x == 0) sum = 0;\n"
          "__syncthreads(); atomicAdd(&sum, 1);\n"
          "out[threadIdx.x] = sum;",
          FindingKind::race_shared, "sum", {6, 7});
}

TEST_CASE("an atomic hides nothing that its thread did before") {
    finds("__shared__ int sum;\n"
          "if (threadIdx.x == 0) sum = 0;\n"
          "atomicAdd(&sum, 1); __syncthreads();\n"
          "out[threadIdx.x] = sum;",
          FindingKind::race_shared, "sum", {5, 6});
    // The thread that reads is the last that added.
    finds("__shared__ int sum;\n"
          "if (threadIdx.x == 0) sum = 0;\n"
          "__syncthreads(); atomicAdd(&sum, 1);\n"
          "if (threadIdx.x == 63) out[0] = sum;",
          FindingKind::race_shared, "sum", {6, 7});
    // Blocks 1 and on add to what block 0 has set, maybe not yet; which comes later is named.
    const std::string blocks = "return {dim3(8), dim3(32)};";
    finds("int* sum = reinterpret_cast<int*>(out);\n"
          "if (blockIdx.x == 0 && threadIdx.x == 0) *sum = 0;\n"
          "__syncthreads();\n"
          "atomicAdd(sum, 1);",
          FindingKind::race_global, "out", {}, blocks);
    finds("int* sum = reinterpret_cast<int*>(out);\n"
          "atomicAdd(sum, 1); __syncthreads();\n"
          "if (threadIdx.x == 0) out[1 + blockIdx.x] = *sum;",
          FindingKind::race_global, "out", {}, blocks);
}

TEST_CASE("bytes of one word are cells of their own") {
    is_clean("__shared__ unsigned char s[64];\n"
             "s[threadIdx.x] = threadIdx.x; __syncthreads();\n"
             "const unsigned char v = s[63 - threadIdx.x]; __syncthreads();\n"
             "s[63 - threadIdx.x] = v + 1;\n"
             "out[threadIdx.x] = s[63 - threadIdx.x];");
    finds("__shared__ unsigned char s[64];\n"
          "s[threadIdx.x] = threadIdx.x;\n"
          "out[threadIdx.x] = s[63 - threadIdx.x];",
          FindingKind::race_shared, "s", {5, 6});
    // A word that one thread writes whole and another in part.
    finds("__shared__ int s[64];\n"
          "s[threadIdx.x] = 1;\n"
          "if (threadIdx.x == 0) reinterpret_cast<unsigned char*>(s)[6] = 1;\n"
          "__syncthreads(); out[threadIdx.x] = s[threadIdx.x];",
          FindingKind::race_shared, "s", {5, 6});
    is_clean("reinterpret_cast<unsigned char*>(out)[threadIdx.x + 32 * blockIdx.x] = 1;",
             "return {dim3(2), dim3(32)};");
    finds("reinterpret_cast<unsigned char*>(out)[threadIdx.x + 31 * blockIdx.x] = 1;",
          FindingKind::race_global, "out", {4}, "return {dim3(2), dim3(32)};");
}

TEST_CASE("a warp's lanes read a cell together, then one of them writes it") {
    is_clean("float v = in[0];\n"
             "float* cell = out + threadIdx.x / 32;\n"
             "if (threadIdx.x % 32 == 0) *cell = v;\n"
             "__syncwarp(); v = *cell; __syncwarp();\n"
             "if (threadIdx.x % 32 == 0) *cell = v + 1;");
    // Lane 0 has read too, and is outside the mask.
    finds("__shared__ float s[1];\n"
          "if (threadIdx.x == 0) s[0] = 1;\n"
          "__syncthreads(); if (threadIdx.x >= 32) return;\n"
          "const float v = s[0];\n"
          "__syncwarp(threadIdx.x % 32 < 16 ? 0x0000ffffu : 0xffff0000u);\n"
          "if (threadIdx.x == 16) s[0] = v + 1;\n"
          "out[threadIdx.x] = v;",
          FindingKind::race_shared, "s", {7, 9});
}

TEST_CASE("shared memory that nobody wrote, in this block") {
    finds("__shared__ float s[65];\n"
          "s[threadIdx.x] = in[threadIdx.x]; __syncthreads();\n"
          "out[threadIdx.x] = s[threadIdx.x + 1];",
          FindingKind::uninitialized_shared, "s", {6});
    // What the block before left there does not count.
    finds("__shared__ float s[64];\n"
          "if (blockIdx.x == 0) s[threadIdx.x] = in[threadIdx.x];\n"
          "__syncthreads();\n"
          "out[threadIdx.x] = s[threadIdx.x];",
          FindingKind::uninitialized_shared, "s", {7}, "return {dim3(2), dim3(32)};");
    finds("__shared__ unsigned char s[64];\n"
          "s[4 * (threadIdx.x % 16)] = 1; __syncthreads();\n"
          "out[threadIdx.x] = s[4 * (threadIdx.x % 16) + 1];",
          FindingKind::uninitialized_shared, "s", {6});
}

TEST_CASE("output that nobody wrote") {
    finds("out[threadIdx.x] = out[threadIdx.x] + 1;", FindingKind::uninitialized_global, "out",
          {4});
    is_clean("out[threadIdx.x] = in[threadIdx.x]; out[threadIdx.x] += 1;");
}

TEST_CASE("races in global memory, within a block and between blocks") {
    finds("out[threadIdx.x / 2] = 1;", FindingKind::race_global, "out", {4});
    finds("out[threadIdx.x] = blockIdx.x;", FindingKind::race_global, "out", {4},
          "return {dim3(2), dim3(32)};");
    finds("out[threadIdx.x] = in[threadIdx.x];\n"
          "out[63 - threadIdx.x] += 1;",
          FindingKind::race_global, "out", {4, 5});
    is_clean("out[threadIdx.x] = in[threadIdx.x];\n"
             "__syncthreads();\n"
             "out[63 - threadIdx.x] += 1;");
    // A barrier orders one block, not two.
    finds("out[threadIdx.x + 32 * blockIdx.x] = 1; __syncthreads();\n"
          "out[threadIdx.x + 32 * (1 - blockIdx.x)] += 1;",
          FindingKind::race_global, "out", {5}, "return {dim3(2), dim3(32)};");
    is_clean("if (threadIdx.x == 0) out[blockIdx.x] = 0;\n"
             "__syncthreads(); atomicAdd(&out[blockIdx.x], 1.0f);",
             "return {dim3(2), dim3(32)};");
}

TEST_CASE("an update in place races with the neighbours' reads") {
    const std::string body = "float* field = const_cast<float*>(in);\n"
                             "const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "if (i > 0) field[i] = 0.5f * (in[i] + in[i - 1]);\n"
                             "out[i] = 1;";
    finds(body, FindingKind::race_global, "in", {6});
    finds(body, FindingKind::race_global, "in", {6}, "return {dim3(2), dim3(32)};");
    finds("__device__ extern volatile int test_zero;\nint& i = const_cast<int&>(n); (void)i;\n"
          "out[threadIdx.x % 32] = in[threadIdx.x];",
          FindingKind::race_global, "out", {6});
}

TEST_CASE("__device__ variables are global memory too") {
    const Trial trial = run_trial("__device__ int last;\n"
                                  "__global__ void k(const float* in, float* out, int n) {\n"
                                  "    last = threadIdx.x;\n    out[threadIdx.x] = 1;\n}",
                                  one_block);
    const Finding* finding = trial.finding(FindingKind::race_global);
    REQUIRE(finding != nullptr);
    CHECK(finding->array == "last");
}

TEST_CASE("an index that leaves its row stays inside the array and is found") {
    finds("__shared__ float tile[8][8];\n"
          "tile[threadIdx.x / 8][threadIdx.x % 8] = in[threadIdx.x]; __syncthreads();\n"
          "out[threadIdx.x] = threadIdx.x < 56 ? tile[threadIdx.x / 8][threadIdx.x % 8 + 1] : 0;",
          FindingKind::out_of_bounds_shared, "tile", {6});
    finds("__shared__ float tile[8][8];\n"
          "tile[threadIdx.x / 8][threadIdx.x % 8] = in[threadIdx.x]; __syncthreads();\n"
          "out[threadIdx.x] = tile[threadIdx.x / 8][int(threadIdx.x % 8) - 1 + (threadIdx.x < 8)];",
          FindingKind::out_of_bounds_shared, "tile", {6});
}

TEST_CASE("threads of a block that wait at different barriers") {
    const Trial trial = run_body("if (threadIdx.x < 32) {\n    __syncthreads();\n} else {\n"
                                 "    __syncthreads();\n}\nout[threadIdx.x] = 1;");
    const Finding* finding = trial.finding(FindingKind::barrier_divergence);
    REQUIRE(finding != nullptr);
    CHECK(lines_of(*finding) == std::vector<int>{5, 7});
}

TEST_CASE("a barrier that some threads pass by") {
    const Trial trial = run_body("__shared__ float s[64];\n"
                                 "s[threadIdx.x] = in[threadIdx.x];\n"
                                 "if (threadIdx.x < 32) {\n    __syncthreads();\n}\n"
                                 "out[threadIdx.x] = s[threadIdx.x];");
    const Finding* finding = trial.finding(FindingKind::barrier_divergence);
    REQUIRE(finding != nullptr);
    CHECK(lines_of(*finding) == std::vector<int>{7});
    CHECK(finding->severity == Severity::error);
}

TEST_CASE("a barrier in a loop whose count differs") {
    const Trial trial = run_body("for (int i = 0; i <= int(threadIdx.x / 32); ++i) {\n"
                                 "    __syncthreads();\n}\nout[threadIdx.x] = 1;");
    const Finding* finding = trial.finding(FindingKind::barrier_divergence);
    REQUIRE(finding != nullptr);
    CHECK(lines_of(*finding) == std::vector<int>{5});
}

TEST_CASE("a thousand occurrences are one finding") {
    const Trial trial =
        run_trial("__global__ void k(const float* in, float* out, int n) {\n"
                  "    __shared__ float s[32];\n"
                  "    for (int i = 0; i < 100; ++i) s[threadIdx.x ^ 1] = s[threadIdx.x] + i;\n"
                  "    out[blockIdx.x] = 1;\n}",
                  "return {dim3(50), dim3(32)};");
    std::size_t races = 0;
    for (const Finding& finding : trial.observation.findings) {
        races += finding.kind == FindingKind::race_shared ? finding.count : 0;
    }
    CHECK(races > 1000);
    CHECK(trial.observation.findings.size() < 8);
}
