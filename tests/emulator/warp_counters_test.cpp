// The emulator's counts of warp instructions against an H200's and an H100's, kernel by kernel.
#include "checker/base/places.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/emulator/host/run.hpp"
#include "tests/catch.hpp"
#include "tests/emulator/trial.hpp"
#include "tests/records/record_file.hpp"

#include <fstream>
#include <sstream>

using namespace kit;

namespace {

/// Any lab with a cube and the sweep's kernel.
Lab recorded_lab(Element element) {
    Lab lab = trial_lab();
    lab.id = "recorded";
    lab.kernel = "stencil_kernel";
    lab.element = element;
    lab.axes = 3;
    lab.stencil.resize(7);
    lab.time_limit_seconds = 60;
    return lab;
}

template <class Value>
Observation observe(const Lab& lab, const SubmissionFile& file, int n, std::uint32_t untouched) {
    BuildCache cache(BuildCache::default_folder());
    const BuildOutcome build =
        build_for_emulator(lab, file, find_host_compiler(), kit_files(), cache);
    REQUIRE(build.artifact);
    const std::vector<Value> cells(static_cast<std::size_t>(n) * n * n, Value{1});
    const std::vector<double> coefficients(7, 1.0);
    return run_case(lab, *build.artifact,
                    {{n, n, n},
                     std::as_bytes(std::span(cells)),
                     std::as_bytes(std::span(cells)),
                     coefficients,
                     untouched},
                    file);
}

Observation observe(const RecordRow& row) {
    const bool wide = row.at("element") == "double";
    const auto path = kit::source_root() / row.at("kernel");
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    const SubmissionFile file{"kernel.cu", text.str()};
    const int n = std::stoi(row.at("n"));
    return wide ? observe<double>(recorded_lab(Element::float64), file, n, 0)
                : observe<float>(recorded_lab(Element::float32), file, n, 0);
}

/// What differs from the record, and why: tests/records/README.md. By kernel, n and figure, what
/// the emulator counts.
const std::map<std::string, std::uint64_t> differing{
    {"async_vectors.cu 40 global_load_bytes", 256000},
    {"async_vectors.cu 33 global_load_bytes", 143744},
    {"async_vectors.cu 40 shared_bank_conflicts", 0},
    {"async_vectors.cu 33 shared_bank_conflicts", 0},
    {"async_words.cu 40 global_load_bytes", 256000},
    {"async_words.cu 33 global_load_bytes", 143748},
    {"async_words.cu 40 shared_bank_conflicts", 0},
    {"async_words.cu 33 shared_bank_conflicts", 0},
    {"partial_warps.cu 40 global_load_requests", 30716},
    {"partial_warps.cu 40 global_load_sectors", 103235},
    {"partial_warps.cu 33 global_load_requests", 17247},
    {"partial_warps.cu 33 global_load_sectors", 57965},
    {"bytes_shared.cu 33 shared_bank_conflicts", 26976},
    {"shared_vectors.cu 33 shared_store_requests", 284},
};

/// What the emulator is known to count instead of what was recorded; null: they are equal.
const std::uint64_t* known_difference(const std::string& figure) {
    const auto found = differing.find(figure);
    return found != differing.end() ? &found->second : nullptr;
}

void check_figures(const RecordRow& row, const Counters& counted) {
    const auto sum = [&](const std::string& metric) { return std::stoull(row.at(metric)); };
    const std::string passes = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_";
    const std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> figures{
        // The hardware counts bytes once that several lanes of a request ask for.
        {"global_load_bytes",
         {counted.global_load_bytes - counted.global_load_repeated_bytes,
          sum("sm__sass_data_bytes_mem_global_op_ld.sum")}},
        {"global_store_bytes",
         {counted.global_store_bytes - counted.global_store_repeated_bytes,
          sum("sm__sass_data_bytes_mem_global_op_st.sum")}},
        {"global_load_requests",
         {counted.global_load_requests, sum("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum")}},
        {"global_load_sectors",
         {counted.global_load_sectors, sum("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum")}},
        {"global_store_requests",
         {counted.global_store_requests, sum("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum")}},
        {"global_store_sectors",
         {counted.global_store_sectors, sum("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum")}},
        {"shared_load_requests",
         {counted.shared_load_requests, sum("smsp__sass_inst_executed_op_shared_ld.sum")}},
        {"shared_store_requests",
         {counted.shared_store_requests, sum("smsp__sass_inst_executed_op_shared_st.sum")}},
        {"shared_bank_conflicts",
         {counted.shared_bank_conflicts, sum(passes + "ld.sum") + sum(passes + "st.sum") -
                                             sum("memory_l1_wavefronts_shared_ideal")}},
    };
    const std::string file = std::filesystem::path(row.at("kernel")).filename();
    for (const auto& [figure, values] : figures) {
        const auto& [emulated, recorded] = values;
        INFO(figure);
        const std::uint64_t* const known =
            known_difference(file + " " + row.at("n") + " " + figure);
        if (known != nullptr) {
            CHECK(emulated == *known);
            CHECK(emulated != recorded);
        } else {
            CHECK(emulated == recorded);
        }
    }
}

} // namespace

TEST_CASE("what a warp asks of memory is counted as the hardware counts it", "[long]") {
    const std::vector<RecordRow> rows = read_record("h200.csv");
    CHECK(rows == read_record("h100.csv"));
    for (const RecordRow& row : rows) {
        const Observation observation = observe(row);
        INFO(row.at("kernel") << " at n = " << row.at("n"));
        REQUIRE(observation.completed);
        CHECK(observation.findings.empty());
        check_figures(row, observation.counters);
    }
}

TEST_CASE("lanes that part are other requests, and those that lack lanes are told") {
    const std::string head = "__global__ void k(const float* in, float* out, int n) {\n"
                             "    const int t = blockIdx.x * 64 + threadIdx.x;\n";
    const auto counters = [&](const std::string& body) {
        const Trial trial = run_trial(head + body + "}", "return {dim3(n / 64), dim3(64)};", 128);
        REQUIRE(trial.observation.completed);
        return trial.observation.counters;
    };
    const Counters whole = counters("out[t] = in[t];");
    CHECK(whole.global_load_requests == 4);
    CHECK(whole.divergent_requests == 0);

    const Counters half = counters("if (t % 2 == 0) { out[t] = in[t]; }");
    CHECK(half.global_store_requests == 4);
    CHECK(half.global_store_sectors == 16);
    CHECK(half.divergent_requests == 8);

    // The loop's n-th round is one instruction, however many lanes are still in it.
    const Counters loop = counters(
        "float sum = 0; for (int i = 0; i <= t % 32; ++i) { sum += in[i]; } out[t] = sum;");
    CHECK(loop.global_load_requests == 4 * 32);
    CHECK(loop.global_load_sectors == 4 * 32);
    CHECK(loop.global_store_requests == 4);
    CHECK(loop.divergent_requests == 4 * 31);

    // Those that returned before a barrier are not missed after it.
    const Counters returned = counters("if (t % 64 < 8) { return; } __syncthreads(); out[t] = 1;");
    CHECK(returned.global_store_requests == 4);
    CHECK(returned.divergent_requests == 0);
}

TEST_CASE("what lanes do in the same turn of a loop is one request") {
    const auto counters = [&](const std::string& body) {
        // One warp: the figures are those that it needs if its lanes meet again after each turn.
        const Trial trial = run_trial("__global__ void k(const float* in, float* out, int n) {\n"
                                      "    const int t = threadIdx.x;\n    float sum = 0;\n" +
                                          body + "    out[t] = sum;\n}",
                                      "return {dim3(1), dim3(32)};", 4096);
        REQUIRE(trial.observation.completed);
        return trial.observation.counters;
    };
    const std::string loop = "#pragma unroll 1\nfor (int turn = 0; turn < n / 1024; ++turn) {\n";

    // Each lane loads in every other of four turns.
    const Counters skipped =
        counters(loop + "if ((t + turn) % 2 == 0) { sum += in[t + 32 * turn]; }\n}\n");
    CHECK(skipped.global_load_requests == 4);
    CHECK(skipped.global_load_sectors == 16);
    CHECK(skipped.divergent_requests == 4);

    // The same by a continue, with a load that all lanes make behind it, and none of those that go on.
    const Counters continued =
        counters(loop + "if ((t + turn) % 2 == 0) { continue; }\nsum += in[t + 32 * turn];\n"
                        "if (turn > 9) { break; }\nsum += in[t + 32 * turn + 1024];\n}\n");
    CHECK(continued.global_load_requests == 8);
    CHECK(continued.global_load_sectors == 32);

    // A loop in each turn, which some lanes stay in for longer: 4 turns of 1 to 4.
    const Counters nested = counters(loop + "#pragma unroll 1\nfor (int i = 0; i <= t % 4; ++i) {\n"
                                            "sum += in[t + 32 * i + 128 * turn];\n}\n}\n");
    CHECK(nested.global_load_requests == 16);
    CHECK(nested.global_load_sectors == 16 * 4);
    CHECK(nested.divergent_requests == 12);

    // Loops one after the other: how long lanes were in the first is nothing to the second.
    const Counters siblings =
        counters("#pragma unroll 1\nfor (int i = 0; i <= t % 4; ++i) {\n"
                 "if (i % 2 == 0) { sum += in[t + 32 * i]; }\n}\n" +
                 loop + "if (turn != t % 4) { sum += in[t + 32 * turn]; }\n}\nsum += in[t];\n");
    CHECK(siblings.global_load_requests == 2 + 4 + 1);
    CHECK(siblings.global_load_sectors == 4 + 4 + 4 * 4 + 4);
    CHECK(siblings.divergent_requests == 1 + 4);
}

TEST_CASE("long loops between barriers are counted as short ones are") {
    const Trial trial = run_trial("__global__ void k(const float* in, float* out, int n) {\n"
                                  "    float sum = 0;\n"
                                  "    for (int i = 0; i < 50000; ++i) {\n"
                                  "        sum += in[(threadIdx.x + i) % n];\n"
                                  "    }\n"
                                  "    out[threadIdx.x] = __shfl_sync(~0u, sum, 0);\n"
                                  "    __syncthreads();\n"
                                  "    out[threadIdx.x] += in[threadIdx.x];\n}",
                                  "return {dim3(1), dim3(64)};");
    REQUIRE(trial.observation.completed);
    const Counters& counters = trial.observation.counters;
    CHECK(counters.global_load_requests == 2 * 50000 + 2 + 2);
    CHECK(counters.global_store_requests == 2 + 2);
    CHECK(counters.divergent_requests == 0);
}

TEST_CASE("atomics are neither loads nor stores") {
    const Trial trial = run_trial("__global__ void k(const float* in, float* out, int n) {\n"
                                  "    atomicAdd(out, in[threadIdx.x]);\n}",
                                  "return {dim3(1), dim3(32)};");
    CHECK(trial.observation.counters.global_load_requests == 1);
    CHECK(trial.observation.counters.global_store_requests == 0);
}
