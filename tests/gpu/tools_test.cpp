// What compute-sanitizer and Nsight Compute print, as they printed it on an H200 (CUDA 13.0).
#include "checker/gpu/host/nvidia_tools.hpp"
#include "tests/catch.hpp"

#include <string>

using namespace kit;

namespace {

SubmissionFile submission() {
    SubmissionFile file;
    file.shown_path = "mine.cu";
    for (int line = 1; line <= 70; ++line) {
        file.text += "line " + std::to_string(line) + "\n";
    }
    return file;
}

} // namespace

TEST_CASE("a race has the lines of both sides") {
    const auto findings = findings_from_sanitizer(
        "racecheck",
        "========= COMPUTE-SANITIZER\n"
        "========= Error: Race reported between Write access at stencil_kernel(const float *, "
        "float *, int)+0x2e0 in kernel.cu:45\n"
        "=========     and Read access at stencil_kernel(const float *, float *, int)+0x300 in "
        "kernel.cu:61 [113644 hazards]\n"
        "=========     and Read access at stencil_kernel(const float *, float *, int)+0x340 in "
        "kernel.cu:61 [42740 hazards]\n"
        "========= \n"
        "========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)\n",
        submission());
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].kind == FindingKind::race_shared);
    CHECK(findings[0].severity == Severity::error);
    REQUIRE(findings[0].lines.size() == 2);
    CHECK(findings[0].lines[0] == SourceLine{"mine.cu", 45, 0, "line 45"});
    CHECK(findings[0].lines[1].line == 61);
    CHECK_THAT(findings[0].message, ContainsSubstring("racecheck: Race reported"));
}

TEST_CASE("the same error of many threads is one finding with a count") {
    std::string printed = "========= COMPUTE-SANITIZER\n";
    for (int thread = 1; thread < 5; ++thread) {
        printed += "========= Invalid __shared__ read of size 4 bytes\n"
                   "=========     at stencil_kernel(const float *, float *, int)+0x310 in "
                   "kernel.cu:61\n"
                   "=========     by thread (" +
                   std::to_string(thread) +
                   ",1,1) in block (4,2,3)\n"
                   "=========     Access to 0x14c4 is out of bounds\n"
                   "========= \n";
    }
    printed += "========= ERROR SUMMARY: 26686 errors\n";
    const auto findings = findings_from_sanitizer("memcheck", printed, submission());
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].kind == FindingKind::out_of_bounds_shared);
    CHECK(findings[0].count == 4);
    CHECK(findings[0].message ==
          "compute-sanitizer's memcheck: Invalid __shared__ read of size 4 bytes.");
    const auto global = findings_from_sanitizer(
        "memcheck",
        "========= Invalid __global__ write of size 4 bytes\n"
        "=========     at stencil_kernel(const float *, float *, int)+0x1 in kernel.cu:9\n",
        submission());
    CHECK(global.at(0).kind == FindingKind::out_of_bounds_global);
}

TEST_CASE("barriers, and what is no error of the kernel's") {
    const auto findings = findings_from_sanitizer(
        "synccheck",
        "========= Barrier error detected. Divergent thread(s) in warp.\n"
        "=========     at stencil_kernel(const float *, float *, int)+0x300 in kernel.cu:52\n"
        "=========     by thread (3,0,7) in block (5,0,2)\n"
        "========= \n"
        "========= Warning: Error buffer overflow has been detected. Some records have been "
        "dropped\n"
        "========= Error: process didn't terminate successfully\n"
        "========= Target application returned an error\n"
        "========= ERROR SUMMARY: 257 errors\n",
        submission());
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].kind == FindingKind::barrier_divergence);
    CHECK(findings[0].lines.at(0).line == 52);
    CHECK(findings_from_sanitizer("memcheck", "", submission()).empty());
    CHECK(findings_from_sanitizer("memcheck",
                                  "what the kernel prints\nInvalid __global__ read\n"
                                  "========= ERROR SUMMARY: 0 errors\n",
                                  submission())
              .empty());
}

TEST_CASE("the profiler's CSV gives the counters, or none") {
    const std::string names =
        "\"ID\",\"Kernel Name\",\"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum\","
        "\"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum\","
        "\"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum\","
        "\"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum\","
        "\"memory_l1_wavefronts_shared_ideal\","
        "\"sm__sass_data_bytes_mem_global_op_ld.sum\",\"sm__sass_data_bytes_mem_global_op_st.sum\","
        "\"smsp__sass_inst_executed_op_shared_ld.sum\","
        "\"smsp__sass_inst_executed_op_shared_st.sum\","
        "\"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum\","
        "\"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum\"\n";
    const std::string units =
        "\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"byte\",\"byte\",\"\",\"\",\"\",\"\"\n";
    const std::string values =
        "\"0\",\"stencil_kernel(const float *, float *, int)\",\"126,400.00\",\"94,400.00\","
        "\"948,632.00\",\"417,720.00\",\"787,200.00\",\"15,777,248.00\",\"6,572,128.00\","
        "\"660,800.00\",\"126,400.00\",\"660,800.00\",\"126,410.00\"\n";
    const auto counters = counters_from_profiler("==PROF== Connected\n" + names + units + values);
    REQUIRE(counters);
    CHECK(counters->global_load_bytes == 15777248);
    CHECK(counters->global_load_sectors == 948632);
    CHECK(counters->shared_store_requests == 126400);
    CHECK(counters->shared_bank_conflicts == 10);
    CHECK_FALSE(counters_from_profiler(names + units));
    CHECK_FALSE(counters_from_profiler("==ERROR== ERR_NVGPUCTRPERM\n"));
}

TEST_CASE("a line number that is too long for a number is not read as one") {
    const auto findings = findings_from_sanitizer(
        "memcheck",
        "========= Invalid __global__ read of size 4 bytes\n"
        "=========     at stencil_kernel in kernel.cu:99999999999999999999\n",
        submission());
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].lines.at(0).line == 999'999'999);
}
