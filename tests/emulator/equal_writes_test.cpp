// Races of two stores of the same value are warnings, all others errors.
#include "tests/catch.hpp"
#include "tests/emulator/verdicts.hpp"

using namespace kit;

namespace {

const std::string two_blocks = "return {dim3(2), dim3(64)};";

/// How the races are told: as an error if one of them is.
Severity severity_of_race(const std::string& body, const std::string& config = one_block) {
    const Trial trial = run_body(body, config);
    INFO(body);
    for (const Finding& finding : trial.observation.findings) {
        UNSCOPED_INFO(name(finding.severity)
                      << " " << name(finding.kind) << ": " << finding.message);
    }
    Severity severity = Severity::warning;
    int races = 0;
    for (const Finding& finding : trial.observation.findings) {
        if (finding.kind == FindingKind::race_shared || finding.kind == FindingKind::race_global) {
            ++races;
            severity = finding.severity == Severity::error ? Severity::error : severity;
        }
    }
    CHECK(races > 0);
    return severity;
}

} // namespace

TEST_CASE("all threads set one flag") {
    CHECK(severity_of_race("__shared__ int f; f = 1; __syncthreads(); out[threadIdx.x] = f;") ==
          Severity::warning);
    CHECK(severity_of_race("__shared__ int f; f = threadIdx.x; __syncthreads(); "
                           "out[threadIdx.x] = f >= 0;") == Severity::error);
    CHECK(severity_of_race("out[0] = 3;") == Severity::warning);
    CHECK(severity_of_race("out[0] = threadIdx.x;") == Severity::error);
    CHECK(severity_of_race("out[threadIdx.x] = 3;", two_blocks) == Severity::warning);
    CHECK(severity_of_race("out[threadIdx.x] = blockIdx.x;", two_blocks) == Severity::error);
}

TEST_CASE("one of many stores has another value") {
    CHECK(severity_of_race("__shared__ int f; f = threadIdx.x == 40; __syncthreads(); "
                           "out[threadIdx.x] = f >= 0;") == Severity::error);
    CHECK(severity_of_race("out[0] = threadIdx.x == 63 && blockIdx.x == 1;", two_blocks) ==
          Severity::error);
}

TEST_CASE("stores of other widths and of bytes") {
    CHECK(severity_of_race("__shared__ alignas(16) float4 f; f = make_float4(1, 2, 3, 4); "
                           "__syncthreads(); out[threadIdx.x] = f.x;") == Severity::warning);
    CHECK(severity_of_race("__shared__ alignas(16) float4 f; "
                           "f = make_float4(1, 2, 3, threadIdx.x); "
                           "__syncthreads(); out[threadIdx.x] = f.x;") == Severity::error);
    CHECK(severity_of_race("__shared__ char f[4]; f[1] = 7; __syncthreads(); "
                           "out[threadIdx.x] = f[1];") == Severity::warning);
    CHECK(severity_of_race("reinterpret_cast<char*>(out)[1] = 7;") == Severity::warning);
    CHECK(severity_of_race("reinterpret_cast<char*>(out)[1] = threadIdx.x;") == Severity::error);
}

TEST_CASE("a load that races, too, makes equal stores an error") {
    // The first thread may read before or after the others have stored.
    CHECK(severity_of_race("__shared__ int f[1]; if (threadIdx.x == 0) out[0] = f[0]; f[0] = 1;") ==
          Severity::error);
    CHECK(severity_of_race("if (blockIdx.x == 0) { out[threadIdx.x] += 1; } "
                           "else { out[threadIdx.x] = 1; }",
                           two_blocks) == Severity::error);
}

TEST_CASE("what the same thread stores afterwards counts") {
    CHECK(severity_of_race("__shared__ int f; f = 1; if (threadIdx.x == 3) f = 2; __syncthreads(); "
                           "out[threadIdx.x] = f > 0;") == Severity::error);
}

TEST_CASE("another mistake is told beside it as before") {
    const Trial trial = run_body("__shared__ int f; f = 1; __syncthreads(); "
                                 "out[threadIdx.x + 1] = f;");
    CHECK(trial.finding(FindingKind::out_of_bounds_global) != nullptr);
    CHECK(trial.finding(FindingKind::race_shared) != nullptr);
}

TEST_CASE("a store of the first value may come after a later store of another") {
    // Lane 40 knows its own warp's stores to be past, not those of the other.
    CHECK(severity_of_race("__shared__ int f; f = 0; __syncwarp(); if (threadIdx.x == 40) f = 1; "
                           "__syncthreads(); out[threadIdx.x] = f;") == Severity::error);
    CHECK(severity_of_race("const int i = blockIdx.x * 32 + threadIdx.x; out[i] = 0; "
                           "if (threadIdx.x < 16 && blockIdx.x == 0) out[i + 32] = 0; "
                           "__syncthreads(); out[i] = in[threadIdx.x] + 1;",
                           "return {dim3(2), dim3(32)};") == Severity::error);
}

TEST_CASE("all bytes of a store are compared") {
    CHECK(severity_of_race("__shared__ short s; s = threadIdx.x << 8; __syncthreads(); "
                           "out[threadIdx.x] = s;") == Severity::error);
    CHECK(severity_of_race("__shared__ short s; s = 0x0102; __syncthreads(); "
                           "out[threadIdx.x] = s;") == Severity::warning);
}
