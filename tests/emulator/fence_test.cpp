// Scopes of atomics, and fences: accesses that they order between blocks do not race, all others do.
#include "tests/emulator/verdicts.hpp"

#include <algorithm>

using namespace kit;

namespace {

/// `variables` stand before the kernel, whose body begins on line 4.
Trial run_blocks(const std::string& variables, const std::string& body, int blocks) {
    return run_trial(variables + "\n__global__ void k(const float* in, float* out, int n) {\n" +
                         body + "\n}",
                     "return {dim3(" + std::to_string(blocks) + "), dim3(64)};", 64);
}

void passes(const std::string& variables, const std::string& body, int blocks = 8) {
    INFO(body);
    check_clean(run_blocks(variables, body, blocks));
}

void races(const std::string& variables, const std::string& body, const std::string& array,
           int blocks = 8) {
    const Trial trial = run_blocks(variables, body, blocks);
    INFO(body);
    for (const Finding& finding : trial.build.findings) {
        FAIL_CHECK(finding.message << finding.detail);
    }
    // Without order other variables may race, too; which is seen first is left to chance.
    const auto& found = trial.observation.findings;
    CHECK(std::ranges::any_of(found, [&array](const Finding& finding) {
        return finding.kind == FindingKind::race_global && finding.array == array;
    }));
}

const std::string results = "__device__ float part[8]; __device__ unsigned done;";

/// Sums up in the block that comes last. `before` comes between the store and the ticket.
std::string last_block(const std::string& before, const std::string& ticket) {
    return "__shared__ bool last;\n"
           "if (threadIdx.x == 0) {\n"
           "    part[blockIdx.x] = in[blockIdx.x];\n    " +
           before + "\n    last = " + ticket +
           " == gridDim.x - 1;\n"
           "}\n"
           "__syncthreads();\n"
           "if (last && threadIdx.x < gridDim.x) { out[threadIdx.x] = part[threadIdx.x]; }\n"
           "if (last && threadIdx.x == 0) { done = 0; }";
}

/// Block `from` hands a value to the other one.
std::string hand_over(int from, const std::string& set, const std::string& poll) {
    return "if (threadIdx.x != 0) return;\n"
           "if (blockIdx.x == " +
           std::to_string(from) + ") { value = in[3]; " + set + " }\nelse { while (" + poll +
           " == 0) { } __threadfence(); out[0] = value; }";
}

const std::string handed = "__device__ float value; __device__ int flag;";

} // namespace

TEST_CASE("atomics of block scope are atomic among the threads of a block") {
    for (const std::string scoped :
         {"atomicAdd_block(&count, 1)", "atomicSub_block(&count, 1)", "atomicMax_block(&count, 1)",
          "atomicExch_block(&count, 1)", "atomicCAS_block(&count, 0, 1)"}) {
        races("__device__ int count;", scoped + ";", "count");
        passes("__device__ int count;", scoped + ";", 1);
        passes("", "__shared__ int count; if (threadIdx.x == 0) count = 0; __syncthreads(); " +
                       scoped + ";");
    }
    races("__device__ unsigned count;", "atomicInc_block(&count, 7);", "count");
    races("__device__ int count;",
          "if (blockIdx.x == 3) atomicAdd_block(&count, 1); else atomicAdd(&count, 1);", "count");
    passes("__device__ int count;", "atomicAdd_system(&count, 1); atomicAdd(&count, 1);");
    passes("__device__ int count[8];", "atomicAdd_block(&count[blockIdx.x], 1);");
    const Trial trial = run_blocks("__device__ int count;", "atomicAdd_block(&count, 1);", 8);
    const Finding* finding = trial.finding(FindingKind::race_global);
    REQUIRE(finding != nullptr);
    CHECK(finding->message.find("block scope") != std::string::npos);
}

TEST_CASE("the block that is done last may read what all have written before a fence") {
    passes(results, last_block("__threadfence();", "atomicInc(&done, gridDim.x)"));
    passes(results, last_block("__threadfence();", "atomicAdd(&done, 1)"));
    passes(results, last_block("__threadfence_system();", "atomicAdd_system(&done, 1)"));
    passes("__device__ volatile float part[8]; __device__ unsigned done;",
           last_block("__threadfence();", "atomicInc(&done, gridDim.x)"));
    races(results, last_block("", "atomicInc(&done, gridDim.x)"), "part");
    races(results, last_block("__threadfence_block();", "atomicInc(&done, gridDim.x)"), "part");
    races(results, last_block("__threadfence();", "done++"), "done");
    // The fence comes too early: the store may still come after the ticket.
    const std::string early = "__shared__ bool last;\n"
                              "if (threadIdx.x == 0) {\n"
                              "    __threadfence();\n"
                              "    part[blockIdx.x] = in[blockIdx.x];\n"
                              "    last = atomicAdd(&done, 1) == gridDim.x - 1;\n"
                              "}\n"
                              "__syncthreads();\n"
                              "if (last && threadIdx.x < gridDim.x) out[threadIdx.x] = "
                              "part[threadIdx.x];";
    races(results, early, "part");
}

TEST_CASE("a barrier passes a fence on to the threads of the block") {
    const std::string all_store = "__shared__ bool last;\n"
                                  "cells[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x];\n";
    const std::string sum = "last = atomicAdd(&done, 1) == gridDim.x - 1; }\n"
                            "__syncthreads();\n"
                            "if (last && threadIdx.x < gridDim.x) {\n"
                            "    out[threadIdx.x] = cells[threadIdx.x * 64 + 40];\n"
                            "}";
    const std::string variables = "__device__ float cells[512]; __device__ unsigned done;";
    passes(variables,
           all_store + "__threadfence();\n__syncthreads();\nif (threadIdx.x == 0) { " + sum);
    passes(variables,
           all_store + "__syncthreads();\nif (threadIdx.x == 0) { __threadfence(); " + sum);
    // The fence of thread 0 comes before the others have stored.
    races(variables, all_store + "if (threadIdx.x == 0) { __threadfence(); " + sum, "cells");
    races(variables,
          all_store +
              "if (threadIdx.x == 0) __threadfence();\n__syncthreads();\n"
              "if (threadIdx.x == 0) { " +
              sum,
          "cells");
}

TEST_CASE("a flag between blocks, whichever of them comes first") {
    for (const int from : {0, 1}) {
        const std::string set = "__threadfence(); atomicExch(&flag, 1);";
        passes(handed, hand_over(from, set, "atomicAdd(&flag, 0)"), 2);
        passes(handed, hand_over(from, set, "*(volatile int*)&flag"), 2);
        passes(
            handed,
            hand_over(from, "__threadfence(); *(volatile int*)&flag = 1;", "*(volatile int*)&flag"),
            2);
        races(handed, hand_over(from, "atomicExch(&flag, 1);", "atomicAdd(&flag, 0)"), "value", 2);
        races(handed,
              hand_over(from, "__threadfence_block(); atomicExch(&flag, 1);",
                        "*(volatile int*)&flag"),
              "value", 2);
    }
}

TEST_CASE("a flag of a block that has nothing else to tell") {
    passes("__device__ volatile int flags[8];", "if (threadIdx.x != 0) return;\n"
                                                "__threadfence();\n"
                                                "flags[blockIdx.x] = 1;\n"
                                                "while (flags[blockIdx.x ^ 1] == 0) { }");
}

TEST_CASE("what was acquired is passed on") {
    passes("__device__ float value; __device__ int flags[8];",
           "if (threadIdx.x != 0) return;\n"
           "const int b = blockIdx.x;\n"
           "if (b == 0) { value = in[5]; }\n"
           "else { while (atomicAdd(&flags[b - 1], 0) == 0) { } }\n"
           "__threadfence();\n"
           "if (b == gridDim.x - 1) { out[0] = value; }\n"
           "atomicExch(&flags[b], 1);");
    // A lock orders all that hold it, within a block and between blocks.
    const std::string locked = "if (threadIdx.x % 32 == 0) {\n"
                               "    while (atomicCAS(&lock, 0, 1) != 0) { }\n"
                               "    total += 1;\n    ";
    passes("__device__ int lock; __device__ float total;",
           locked + "__threadfence(); atomicExch(&lock, 0);\n}");
    races("__device__ int lock; __device__ float total;",
          locked + "atomicExch(&lock, 0);\n}\nif (n < 0) __threadfence();", "total");
}

TEST_CASE("a lock that is tried once guards what its holder does") {
    const std::string variables =
        "__device__ int lock; __device__ float total; __device__ int missed;";
    const std::string holds = "__threadfence(); total += 1; __threadfence(); atomicExch(&lock, 0);";
    passes(variables, "if (threadIdx.x % 32 == 0) {\n"
                      "    if (atomicCAS(&lock, 0, 1) == 0) { " +
                          holds + " }\n    else { atomicAdd(&missed, 1); }\n}");
    passes(variables, "for (int tries = 0; threadIdx.x % 32 == 0 && tries < 3; ++tries) {\n"
                      "    if (atomicCAS(&lock, 0, 1) == 0) { " +
                          holds + " break; }\n}");
    // The last thread holds it while the others try.
    const std::string held =
        "const bool holder = threadIdx.x == 63 && atomicCAS(&lock, 0, 1) == 0;\n"
        "__syncthreads();\n";
    const std::string give = "if (holder) { " + holds + " }\n";
    passes(variables, held + "if (threadIdx.x < 32 && atomicCAS(&lock, 0, 1) == 0) { " + holds +
                          " }\n" + give);
    // It is never given back: only the first one goes in.
    passes(variables, "if (threadIdx.x % 32 == 0 && atomicCAS(&lock, 0, 1) == 0) { total += 1; }\n"
                      "if (n < 0) __threadfence();");
}

TEST_CASE("who goes on without the lock races") {
    const std::string variables = "__device__ int lock; __device__ float total;";
    const std::string holds = "__threadfence(); total += 1; __threadfence();";
    const std::string held =
        "const bool holder = threadIdx.x == 63 && atomicCAS(&lock, 0, 1) == 0;\n"
        "__syncthreads();\n";
    const std::string give = "if (holder) { " + holds + " atomicExch(&lock, 0); }\n";
    for (const int blocks : {1, 8}) {
        races(variables,
              held + "if (threadIdx.x == 7 && atomicCAS(&lock, 0, 1) != 0) { total += 1; }\n" +
                  give,
              "total", blocks);
        // What the thread did before its try fails is not handed to the next holder.
        races(variables,
              held + "if (threadIdx.x == 7) { " + holds +
                  " atomicCAS(&lock, 0, 1); }\n"
                  "if (threadIdx.x == 63) { " +
                  holds + " atomicExch(&lock, 0); }\n",
              "total", blocks);
        races(variables, "if (threadIdx.x % 32 == 0) { atomicCAS(&lock, 0, 1); " + holds + " }",
              "total", blocks);
    }
    // Only while another block holds the lock does a try fail.
    races(variables,
          "if (threadIdx.x != 0) return;\n"
          "const bool got = atomicCAS(&lock, 0, 1) == 0;\n" +
              holds + "\nif (got) { atomicExch(&lock, 0); }",
          "total", 64);
    // Neither try changes anything, so that nothing is handed over.
    races(variables,
          "if (threadIdx.x % 32 == 0) {\n"
          "    atomicCAS(&lock, 5, 1);\n    " +
              holds + "\n    atomicCAS(&lock, 5, 1);\n}",
          "total", 1);
    // A try that fails has seen what was handed over before.
    passes(variables,
           "if (threadIdx.x == 0) { total = 1; __threadfence(); atomicExch(&lock, 1); }\n"
           "if (threadIdx.x == 32 && atomicCAS(&lock, 0, 2) == 1) { out[0] = total; }",
           1);
}

TEST_CASE("all blocks meet, and then read what others wrote") {
    const std::string meet = "__syncthreads();\n"
                             "if (threadIdx.x == 0) {\n"
                             "    __threadfence();\n"
                             "    atomicAdd(&done, 1);\n"
                             "    while (atomicAdd(&done, 0) < gridDim.x) { }\n"
                             "    __threadfence();\n"
                             "}\n";
    const std::string store = "if (threadIdx.x == 7) part[blockIdx.x] = in[blockIdx.x];\n";
    const std::string load = "if (threadIdx.x == 9) out[blockIdx.x] = part[7 - blockIdx.x];";
    passes(results, store + meet + "__syncthreads();\n" + load);
    // Only thread 0 knows that all have met.
    races(results, store + meet + load, "part");
}

TEST_CASE("fences order nothing by themselves") {
    races("", "out[threadIdx.x] = blockIdx.x; __threadfence();", "out");
    races("__device__ float shared_by_all;",
          "if (threadIdx.x == 0) { shared_by_all = blockIdx.x; }\n"
          "__threadfence();\n"
          "out[blockIdx.x] = shared_by_all;",
          "shared_by_all");
}
