// CUDA's language as the emulator speaks it: each feature by what it computes.
#include "tests/catch.hpp"
#include "tests/emulator/trial.hpp"

using namespace kit;

namespace {

/// Runs it and demands that it ran to its end with nothing to say. The compiler may warn.
std::vector<float> output_of(const std::string& kernel, const std::string& config, int n = 64) {
    const Trial trial = run_trial(kernel, config, n);
    for (const Finding& finding : trial.build.findings) {
        if (finding.severity == Severity::error) {
            FAIL_CHECK(finding.message << "\n" << finding.detail);
        }
    }
    for (const Finding& finding : trial.observation.findings) {
        FAIL_CHECK(finding.message);
    }
    REQUIRE(trial.observation.completed);
    return trial.output();
}

} // namespace

TEST_CASE("threads know their place in one, two and three dimensions") {
    const auto out = output_of(R"(
__global__ void k(const float* in, float* out, int n) {
    const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    const int i = block * (blockDim.x * blockDim.y * blockDim.z) + thread;
    out[i] = in[i] + 100 * threadIdx.z + 10000 * blockIdx.z;
})",
                               "return {dim3(1, 2, 2), dim3(2, 2, 4)};");
    REQUIRE(out.size() == 64);
    for (int i = 0; i < 64; ++i) {
        CHECK(out[i] == static_cast<float>(i + 100 * (i % 16 / 4) + 10000 * (i / 32)));
    }
}

TEST_CASE("shared memory is one for each block and a barrier makes it whole") {
    const auto out = output_of(R"(
template <int size> __device__ void reverse(const float* in, float* out) {
    __shared__ float tile[size];
    tile[threadIdx.x] = in[blockIdx.x * size + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * size + threadIdx.x] = tile[size - 1 - threadIdx.x];
}
__global__ void k(const float* in, float* out, int n) { reverse<32>(in, out); })",
                               "return {dim3(2), dim3(32)};");
    for (int i = 0; i < 64; ++i) {
        CHECK(out[i] == static_cast<float>(i / 32 * 32 + 31 - i % 32));
    }
}

TEST_CASE("dynamic shared memory is what launch_config asks for") {
    const Trial trial = run_trial(R"(
extern __shared__ float pool[];
__global__ void k(const float* in, float* out, int n) {
    pool[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = pool[63 - threadIdx.x];
})",
                                  "return {dim3(1), dim3(64), 64 * sizeof(float)};");
    REQUIRE(trial.observation.completed);
    CHECK(trial.observation.findings.empty());
    CHECK(trial.output()[0] == 63);
    CHECK(trial.observation.counters.shared_bytes_per_block == 256);
}

TEST_CASE("constant memory holds the coefficients and the submission's own tables") {
    const auto out = output_of(R"(
__constant__ float table[2] = {10, 20};
__device__ float offset = 1000;
__global__ void k(const float* in, float* out, int n) {
    const int i = threadIdx.x;
    out[i] = c[0] + 10 * c[1] + 100 * c[2] + table[i % 2] + offset;
})",
                               "return {dim3(1), dim3(64)};");
    CHECK(out[0] == 1331);
    CHECK(out[1] == 1341);
}

TEST_CASE("barriers that count, and that combine") {
    const auto out = output_of(R"(
__global__ void k(const float* in, float* out, int n) {
    const int i = threadIdx.x;
    const int count = __syncthreads_count(i < 10);
    const int all = __syncthreads_and(i < 64);
    const int not_all = __syncthreads_and(i < 63);
    const int any = __syncthreads_or(i == 5);
    const int none = __syncthreads_or(i == 64);
    out[i] = count * 10000 + all * 1000 + not_all * 100 + any * 10 + none;
})",
                               "return {dim3(1), dim3(64)};");
    CHECK(out[0] == 101010);
    CHECK(out[63] == 101010);
}

TEST_CASE("shuffles move values among lanes as the PTX manual says") {
    const auto out = output_of(R"(
__global__ void k(const float* in, float* out, int n) {
    const int i = threadIdx.x, lane = i % 32;
    const float v = in[i];
    float r = 0;
    r += __shfl_up_sync(0xffffffffu, v, 1) == (lane == 0 ? v : v - 1) ? 1 : 0;
    r += __shfl_down_sync(0xffffffffu, v, 2) == (lane > 29 ? v : v + 2) ? 10 : 0;
    r += __shfl_xor_sync(0xffffffffu, v, 3) == i / 32 * 32 + (lane ^ 3) ? 100 : 0;
    r += __shfl_sync(0xffffffffu, v, 7) == i / 32 * 32 + 7 ? 1000 : 0;
    r += __shfl_sync(0xffffffffu, v, 1, 8) == i / 8 * 8 + 1 ? 10000 : 0;
    r += __shfl_up_sync(0xffffffffu, double(v), 1, 16) == (lane % 16 == 0 ? v : v - 1) ? 100000 : 0;
    out[i] = r;
})",
                               "return {dim3(1), dim3(64)};");
    for (const float value : out) {
        CHECK(value == 111111);
    }
}

TEST_CASE("half warps may shuffle apart, and a partial warp by itself") {
    const auto out = output_of(R"(
__global__ void k(const float* in, float* out, int n) {
    const int i = threadIdx.x;
    float v = in[i];
    if (i < 16) {
        v = __shfl_down_sync(0x0000ffffu, v, 8, 16);
    } else {
        v = __shfl_xor_sync(0xffff0000u, v, 1);
    }
    out[i] = v;
})",
                               "return {dim3(1), dim3(24)};");
    CHECK(out[0] == 8);
    CHECK(out[15] == 15);
    CHECK(out[16] == 17);
    CHECK(out[23] == 22);
}

TEST_CASE("votes and matches") {
    const auto out = output_of(R"(
__global__ void k(const float* in, float* out, int n) {
    const int i = threadIdx.x;
    const unsigned full = 0xffffffffu;
    int r = __popc(__ballot_sync(full, i < 5));
    r += 100 * __any_sync(full, i == 40) + 1000 * __all_sync(full, i >= 0);
    r += 10000 * __popc(__match_any_sync(full, i % 4));
    out[i] = r;
})",
                               "return {dim3(1), dim3(64)};");
    CHECK(out[0] == 81005);
    CHECK(out[32] == 81100);
}

TEST_CASE("the lanes that are left after some returned, in branches and by their values") {
    const auto out = output_of(R"(
__global__ void k(const float* in, float* out, int n) {
    const int i = threadIdx.x;
    if (i % 8 == 3 || i >= 45) { return; }
    const unsigned rest = __activemask();
    int r = __popc(rest);
    r += 100 * __popc(__ballot_sync(__activemask(), i % 2 == 0));
    const unsigned group = __match_any_sync(rest, i % 4);
    const int first = __shfl_sync(group, i, __ffs(group) - 1);
    if (i < 4) { r += 10000 * __popc(__activemask()); }
    out[i] = r + 1000000 * (first % 32) + (__shfl_down_sync(rest, i, 1) == i + 1 ? 0.5f : 0);
})",
                               "return {dim3(1), dim3(64)};");
    CHECK(out[0] == 31628.5f);
    CHECK(out[1] == 1031628.5f);
    CHECK(out[7] == 7001628.5f);
    CHECK(out[32] == 711.5f);
}

TEST_CASE("threads of a warp that come to a place together are a group") {
    const auto out = output_of(R"(
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__device__ int even;
__device__ int odd;
__device__ int claim(int* counter) {
    auto g = cg::coalesced_threads();
    int first = 0;
    if (g.thread_rank() == 0) { first = atomicAdd(counter, g.size()); }
    return g.shfl(first, 0) + g.thread_rank();
}
__global__ void k(const float* in, float* out, int n) {
    const int i = threadIdx.x;
    if (i == 2 || i == 3) { return; }
    const int claimed = i % 2 == 0 ? 100 + claim(&even) : 200 + claim(&odd);
    out[i] = claimed;
    if (i % 4 == 0) {
        const cg::coalesced_group g = cg::coalesced_threads();
        int equal = 0;
        const unsigned alike = g.match_all(7, equal);
        out[32 + i] = 10000 * g.num_threads() + 100 * g.shfl_up(i, 1) + g.shfl_down(i, 2);
        out[33 + i] = g.ballot(i > 8);
        out[34 + i] = g.match_any(i > 20) + 1000 * (alike == 255 && equal);
        out[35 + i] = g.any(i == 4) + 10 * g.all(i < 28) + 100 * cg::reduce(g, i, cg::plus<int>()) +
                      100000 * (cg::thread_rank(g) + cg::group_size(g));
    }
})",
                               "return {dim3(1), dim3(32)};");
    // Ranks count the lanes that are there: 0, 4, 6, 8 and so on.
    CHECK(out[0] == 100);
    CHECK(out[4] == 101);
    CHECK(out[28] == 113);
    CHECK(out[1] == 200);
    CHECK(out[5] == 201);
    CHECK(out[31] == 214);
    for (int i = 0; i < 32; i += 4) {
        const int up = i == 0 ? i : i - 4;
        const int down = i > 20 ? i : i + 8;
        const auto at = static_cast<std::size_t>(32 + i);
        CHECK(out[at] == static_cast<float>(80000 + 100 * up + down));
        CHECK(out[at + 1] == 248);
        CHECK(out[at + 2] == (i > 20 ? 1192 : 1063));
        CHECK(out[at + 3] == static_cast<float>(11201 + 100000 * (i / 4 + 8)));
    }
}

TEST_CASE("a barrier of a warp orders what its lanes wrote") {
    const auto out = output_of(R"(
__global__ void k(const float* in, float* out, int n) {
    __shared__ float s[64];
    const int i = threadIdx.x;
    s[i] = in[i];
    __syncwarp();
    out[i] = s[i ^ 1];
})",
                               "return {dim3(1), dim3(64)};");
    CHECK(out[0] == 1);
    CHECK(out[63] == 62);
}

TEST_CASE("atomics from all blocks lose nothing") {
    const auto out = output_of(R"(
__device__ int tickets;
__global__ void k(const float* in, float* out, int n) {
    __shared__ int largest;
    if (threadIdx.x == 0) { largest = -1; out[blockIdx.x] = 0; }
    __syncthreads();
    atomicMax(&largest, (int)threadIdx.x);
    atomicAdd(&out[blockIdx.x], 1.0f);
    const int mine = atomicAdd(&tickets, 1);
    __syncthreads();
    if (mine == 64 * 32 - 1) { out[63] = 1000; }
    if (threadIdx.x == 0 && blockIdx.x < 63) { atomicCAS((int*)&out[blockIdx.x], __float_as_int(32.0f), __float_as_int(33.0f)); }
})",
                               "return {dim3(62), dim3(32)};");
    CHECK(out[0] == 33);
    CHECK(out[61] == 33);
    CHECK(out[63] == -1);
}

TEST_CASE("vector types load and store at once, and count their bytes") {
    const Trial trial = run_trial(R"(
__global__ void k(const float* in, float* out, int n) {
    const float4 v = reinterpret_cast<const float4*>(in)[threadIdx.x];
    reinterpret_cast<float4*>(out)[threadIdx.x] = make_float4(v.w, v.z, v.y, v.x);
})",
                                  "return {dim3(1), dim3(16)};");
    REQUIRE(trial.observation.completed);
    CHECK(trial.output()[0] == 3);
    CHECK(trial.output()[63] == 60);
    CHECK(trial.observation.counters.global_load_bytes == 256);
    CHECK(trial.observation.counters.global_store_bytes == 256);
}

TEST_CASE("hinted loads, intrinsics and the mathematical functions") {
    const auto out = output_of(R"(
#include <cmath>
__global__ void __launch_bounds__(64) k(const float* __restrict__ in, float* __restrict__ out, int n) {
    const int i = threadIdx.x;
    const float v = __ldg(in + i) + __ldcs(&in[0]);
    float r = min(max(v, 2.0f), 5.0f) + fmaf(v, 2.0f, 1.0f) + sqrtf(16.0f) + rsqrtf(4.0f);
    r += __float2int_rn(2.5f) + std::abs(-1) + __clz(1) + fabsf(-3.0f) + floorf(1.5f);
    __stcg(&out[i], r);
})",
                               "return {dim3(1), dim3(64)};");
    CHECK(out[3] == Approx(3 + 7 + 4 + 0.5 + 2 + 1 + 31 + 3 + 1));
}

TEST_CASE("a loop over a braced list needs no header") {
    const auto out = output_of(R"(
__global__ void k(const float* in, float* out, int n) {
    float sum = 0;
    for (const int step : {-1, 1}) {
        sum += step * in[(threadIdx.x + n + step) % n];
    }
    out[threadIdx.x] = sum;
})",
                               "return {dim3(1), dim3(64)};");
    CHECK(out[5] == 2);
}

TEST_CASE("what a kernel prints comes back") {
    const Trial trial = run_trial(R"(
__global__ void k(const float* in, float* out, int n) {
    if (threadIdx.x == 3) printf("thread %d has %.1f\n", threadIdx.x, in[threadIdx.x]);
})",
                                  "return {dim3(1), dim3(64)};");
    CHECK(trial.observation.printed == "thread 3 has 3.0\n");
}

TEST_CASE("threads that return early are no longer waited for, and warned of") {
    const Trial trial = run_trial(R"(
__global__ void k(const float* in, float* out, int n) {
    if (threadIdx.x >= 40) return;
    for (int round = 0; round < 3; ++round) { __syncthreads(); }
    out[threadIdx.x] = __syncthreads_count(1);
})",
                                  "return {dim3(1), dim3(64)};");
    REQUIRE(trial.observation.completed);
    CHECK(trial.output()[0] == 40);
    CHECK(trial.output()[40] == -1);
    const Finding* finding = trial.finding(FindingKind::early_exit_before_barrier);
    REQUIRE(finding != nullptr);
    CHECK(finding->severity == Severity::warning);
    CHECK(finding->lines.at(0).line == 5);
    CHECK(trial.observation.findings.size() == 1);
}

TEST_CASE("many blocks with many threads on all cores") {
    const Trial trial = run_trial(R"(
__global__ void k(const float* in, float* out, int n) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, 1);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
})",
                                  "return {dim3(n), dim3(1024)};", 500);
    REQUIRE(trial.observation.completed);
    for (const float value : trial.output()) {
        CHECK(value == 1024);
    }
    CHECK(trial.observation.counters.blocks == 500);
    CHECK(trial.observation.counters.threads == 512000);
    CHECK(trial.observation.counters.barriers == 1000);
}
