// Asynchronous copies in all forms: when the data arrives, what is checked, what is counted.
#include "tests/catch.hpp"
#include "tests/emulator/trial.hpp"

#include <algorithm>
#include <string>

using namespace kit;

namespace {

/// The kernel's body begins on line 7 of the file.
Trial run_copies(const std::string& body) {
    return run_trial("#include <cooperative_groups/memcpy_async.h>\n"
                     "#include <cuda/pipeline>\n"
                     "#include <cuda_pipeline.h>\n"
                     "namespace cg = cooperative_groups;\n"
                     "__global__ void k(const float* in, float* out, int n) {\n" +
                         body + "\n}",
                     one_block);
}

/// The run has no findings, and out[i] is in[i ^ 1].
Trial swaps_neighbours(const std::string& body) {
    const Trial trial = run_copies(body);
    INFO(body);
    for (const auto& list : {trial.build.findings, trial.observation.findings}) {
        for (const Finding& finding : list) {
            FAIL_CHECK(name(finding.kind) << ": " << finding.message << finding.detail);
        }
    }
    const std::vector<float> out = trial.output();
    for (std::size_t i = 0; i < out.size(); ++i) {
        CHECK(out[i] == static_cast<float>(i ^ 1));
    }
    return trial;
}

void finds_in_copies(const std::string& body, FindingKind kind, const std::vector<int>& lines,
                     const std::string& words) {
    const Trial trial = run_copies(body);
    INFO(body);
    for (const Finding& each : trial.observation.findings) {
        UNSCOPED_INFO(name(each.kind) << ": " << each.message);
    }
    const Finding* finding = trial.finding(kind);
    REQUIRE(finding != nullptr);
    CHECK_THAT(finding->message, ContainsSubstring(words));
    for (const int line : lines) {
        CHECK(std::ranges::any_of(finding->lines,
                                  [line](const SourceLine& place) { return place.line == line; }));
    }
}

const std::string store_neighbour = "out[threadIdx.x] = s[threadIdx.x ^ 1];";

} // namespace

TEST_CASE("a copy arrives when its thread waits, and others see it behind the barrier") {
    swaps_neighbours("__shared__ float s[64];\n"
                     "__pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);\n"
                     "__pipeline_commit(); __pipeline_wait_prior(0); __syncthreads();\n" +
                     store_neighbour);
    finds_in_copies("__shared__ float s[64];\n"
                    "__pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);\n"
                    "__pipeline_commit(); __syncthreads();\n" +
                        store_neighbour,
                    FindingKind::uninitialized_shared, {8, 10}, "has arrived");
    finds_in_copies("__shared__ float s[64];\n"
                    "__pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);\n"
                    "__pipeline_wait_prior(0); __syncthreads(); // no commit\n" +
                        store_neighbour,
                    FindingKind::uninitialized_shared, {8, 10}, "has arrived");
    finds_in_copies("__shared__ float s[64];\n"
                    "__pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);\n"
                    "__pipeline_commit(); __pipeline_wait_prior(0);\n" +
                        store_neighbour,
                    FindingKind::race_shared, {10}, "no barrier");
}

TEST_CASE("what a copy overwrites is gone when it begins") {
    finds_in_copies("__shared__ float s[64];\n"
                    "s[threadIdx.x] = 1;\n"
                    "__pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);\n"
                    "out[threadIdx.x] = s[threadIdx.x];",
                    FindingKind::uninitialized_shared, {9, 10}, "has arrived");
    finds_in_copies("__shared__ float s[64];\n"
                    "s[threadIdx.x] = 1; __syncthreads();\n"
                    "const float v = s[threadIdx.x ^ 1];\n"
                    "__pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);\n"
                    "out[threadIdx.x] = v;",
                    FindingKind::race_shared, {9, 10}, "no barrier");
}

TEST_CASE("a wait leaves the last batches on their way") {
    const std::string two = "__shared__ float s[64], t[64];\n"
                            "__pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);\n"
                            "__pipeline_commit();\n"
                            "__pipeline_memcpy_async(&t[threadIdx.x], &in[threadIdx.x], 4);\n"
                            "__pipeline_commit(); __pipeline_wait_prior(1); __syncthreads();\n";
    swaps_neighbours(two + store_neighbour);
    finds_in_copies(two + "out[threadIdx.x] = t[threadIdx.x];", FindingKind::uninitialized_shared,
                    {10, 12}, "has arrived");
}

TEST_CASE("copies of 8 and 16 bytes, some of them zeros") {
    swaps_neighbours("__shared__ __align__(16) float s[64];\n"
                     "const int i = threadIdx.x;\n"
                     "if (i < 8) __pipeline_memcpy_async(&s[4 * i], &in[4 * i], 16);\n"
                     "if (i >= 16 && i < 32) __pipeline_memcpy_async(&s[2 * i], &in[2 * i], 8);\n"
                     "__pipeline_commit(); __pipeline_wait_prior(0); __syncthreads();\n" +
                     store_neighbour);
    const Trial trial =
        run_copies("__shared__ __align__(16) float s[4];\n"
                   "if (threadIdx.x == 0) __pipeline_memcpy_async(s, in + 60, 16, 8);\n"
                   "__pipeline_commit(); __pipeline_wait_prior(0); __syncthreads();\n"
                   "out[threadIdx.x] = s[threadIdx.x % 4];");
    CHECK(trial.observation.findings.empty());
    CHECK(trial.output()[0] == 60.0f);
    CHECK(trial.output()[1] == 61.0f);
    CHECK(trial.output()[2] == 0.0f);
    CHECK(trial.output()[3] == 0.0f);
}

TEST_CASE("bounds, alignment and size of a copy are checked where it begins") {
    const std::string wait = "\n__pipeline_commit(); __pipeline_wait_prior(0);";
    finds_in_copies("__shared__ float s[64];\n"
                    "__pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x + 1], 4);" +
                        wait,
                    FindingKind::out_of_bounds_global, {8}, "reads in[64]");
    finds_in_copies("__shared__ float s[64];\n"
                    "__pipeline_memcpy_async(&s[threadIdx.x + 1], &in[threadIdx.x], 4);" +
                        wait,
                    FindingKind::out_of_bounds_shared, {8}, "writes s[64]");
    finds_in_copies("__shared__ __align__(16) float s[64];\n"
                    "if (threadIdx.x == 0) __pipeline_memcpy_async(s, in + 1, 16);" +
                        wait,
                    FindingKind::crash, {8}, "no multiple of 16");
    finds_in_copies("__shared__ float s[64];\n"
                    "__pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 12);" +
                        wait,
                    FindingKind::crash, {8}, "4, 8 or 16 bytes");
    finds_in_copies("float s[4];\n"
                    "__pipeline_memcpy_async(s, in, 4);" +
                        wait + " out[0] = s[0];",
                    FindingKind::crash, {8}, "not shared");
}

TEST_CASE("copies that a group shares") {
    swaps_neighbours("__shared__ float s[64];\n"
                     "const auto block = cg::this_thread_block();\n"
                     "cg::memcpy_async(block, s, in, sizeof s); cg::wait(block);\n" +
                     store_neighbour);
    swaps_neighbours("__shared__ float s[64];\n"
                     "const auto warp = cg::tiled_partition<32>(cg::this_thread_block());\n"
                     "const int first = warp.meta_group_rank() * 32;\n"
                     "cg::memcpy_async(warp, s + first, 32, in + first, n - first);\n"
                     "cg::wait_prior<0>(warp);\n" +
                     store_neighbour);
    finds_in_copies("__shared__ float s[64];\n"
                    "const auto block = cg::this_thread_block();\n"
                    "cg::memcpy_async(block, s, in, sizeof s); block.sync();\n" +
                        store_neighbour,
                    FindingKind::uninitialized_shared, {9, 10}, "has arrived");
}

TEST_CASE("a pipeline of one thread") {
    const std::string begin =
        "__shared__ float s[64], t[64];\n"
        "cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();\n"
        "pipe.producer_acquire();\n"
        "cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(float), pipe);\n"
        "pipe.producer_commit();\n"
        "cuda::memcpy_async(&t[threadIdx.x], &in[threadIdx.x], sizeof(float), pipe);\n"
        "pipe.producer_commit();\n"
        "pipe.consumer_wait(); __syncthreads();\n";
    swaps_neighbours(begin + store_neighbour + " pipe.consumer_release();");
    finds_in_copies(begin + "out[threadIdx.x] = t[threadIdx.x];", FindingKind::uninitialized_shared,
                    {12, 15}, "has arrived");
    swaps_neighbours(begin + "pipe.consumer_release(); pipe.consumer_wait(); __syncthreads();\n"
                             "out[threadIdx.x] = t[threadIdx.x ^ 1];");
}

TEST_CASE("a copy is counted as a load from global and a store to shared memory") {
    const Trial trial =
        swaps_neighbours("__shared__ float s[64];\n"
                         "__pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);\n"
                         "__pipeline_commit(); __pipeline_wait_prior(0); __syncthreads();\n" +
                         store_neighbour);
    const Counters& counters = trial.observation.counters;
    CHECK(counters.global_load_bytes == 256);
    CHECK(counters.global_load_requests == 2);
    CHECK(counters.global_load_sectors == 8);
    CHECK(counters.shared_store_bytes == 0); // as the hardware counts
    CHECK(counters.shared_store_requests == 0);
}
