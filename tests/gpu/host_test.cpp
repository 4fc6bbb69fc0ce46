// The checker's side with the real runner, in its own process, on the fake driver: what LD_LIBRARY_PATH
// and CUDA_VISIBLE_DEVICES do, runners that die or hang, and NVIDIA's tools as scripts.
#include "checker/base/places.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/gpu/host/nvidia_tools.hpp"
#include "checker/gpu/host/run_on_gpu.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

using namespace kit;

namespace {

/// The runner's process finds this in its environment if it is handed on.
void set_fake(const char* words) {
    setenv("CUDA_VISIBLE_DEVICES", words, 1);
}

RunnerRequest request_in(const TemporaryFolder& folder) {
    RunnerRequest request;
    request.root = kit::source_root();
    request.lab = "04-basic-sweep";
    request.kit_cubin = folder.write("kit.cubin", "kit");
    request.launch_deadline = 0.5;
    request.most_seconds = 2;
    Job job;
    job.extents = {9, 9, 9};
    job.kernel = {folder.write("own.cubin", "own"), "kernel", {{2, 2, 2}, {8, 8, 8}, 0}};
    job.seed = 5;
    job.keep = folder.path();
    request.jobs = {job};
    return request;
}

JobReply only_job(const char* words) {
    set_fake(words);
    const TemporaryFolder folder;
    const RunnerReply reply = run_on_gpu(request_in(folder));
    REQUIRE(reply.jobs.size() == 1);
    return reply.jobs[0];
}

/// A tool on PATH that writes `words` to its log file and then runs what it was given.
void write_tool(const TemporaryFolder& folder, const char* name, const std::string& words) {
    const auto path = folder.write(name, "#!/bin/sh\n"
                                         "while [ \"$1\" != --log-file ]; do shift; done\n"
                                         "log=$2\n"
                                         "shift 2\n"
                                         "cat >\"$log\" <<'end'\n" +
                                             words +
                                             "end\n"
                                             "exec \"$@\"\n");
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    const char* const old = std::getenv("PATH");
    setenv("PATH", (folder.path().string() + ":" + old).c_str(), 1);
}

} // namespace

TEST_CASE("the runner finds the driver and the GPU that this process would") {
    set_fake("");
    std::string why;
    const auto found = find_gpu(why);
    INFO(why);
    REQUIRE(found);
    CHECK(found->name == "Fake GPU");
    set_fake("none");
    CHECK_FALSE(find_gpu(why));
    CHECK(why == "The driver has no GPU.");
    set_fake("name=NVIDIA GeForce RTX 3060 Laptop GPU");
    const auto named = find_gpu(why);
    REQUIRE(named);
    CHECK(named->name == "NVIDIA GeForce RTX 3060 Laptop GPU");
}

TEST_CASE("auto is the GPU that the driver names") {
    const TemporaryFolder folder;
    const std::string output = (folder.path() / "output").string();
    const auto code_of = [&](const char* fake) {
        set_fake(fake);
        const int status =
            std::system(("\"$KIT_CHECKER\" analytics gpus auto >'" + output + "' 2>&1").c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    };
    CHECK(code_of("name=NVIDIA GeForce RTX 3060 Laptop GPU") == 0);
    CHECK_THAT(read_file(output), ContainsSubstring("GeForce RTX 3060 Laptop GPU, 6 GB"));
    CHECK(code_of("name=NVIDIA GeForce RTX 3060 Ti") == 2);
    CHECK_THAT(read_file(output),
               ContainsSubstring("'NVIDIA GeForce RTX 3060 Ti', is none that the kit knows. The "
                                 "nearest are RTX3060"));
    CHECK(code_of("none") == 3);
    CHECK_THAT(read_file(output),
               ContainsSubstring("'auto' needs a GPU: The driver has no GPU. Name one instead"));
    set_fake("");
}

TEST_CASE("a judged job leaves its arrays on the host") {
    set_fake("print");
    const TemporaryFolder folder;
    const RunnerReply reply = run_on_gpu(request_in(folder));
    REQUIRE(reply.jobs.size() == 1); // what the kernel prints is no reply
    CHECK(reply.jobs[0].end == JobEnd::done);
    REQUIRE(reply.jobs[0].check);
    CHECK(reply.jobs[0].check->right());
    CHECK(std::filesystem::file_size(folder.path() / "input.bin") == 9 * 9 * 9 * sizeof(float));
    CHECK(std::filesystem::file_size(folder.path() / "output.bin") == 9 * 9 * 9 * sizeof(float));
}

TEST_CASE("a timed job comes back with its timing and the state of its GPU") {
    set_fake("");
    const TemporaryFolder folder;
    RunnerRequest request = request_in(folder);
    request.jobs[0].timed = true;
    const RunnerReply reply = run_on_gpu(request);
    REQUIRE(reply.jobs.size() == 1);
    REQUIRE(reply.jobs[0].timing);
    CHECK(reply.jobs[0].timing->cold.median == Approx(10e-6));
    CHECK(reply.jobs[0].timing->before.sm_mhz == 1980);
    CHECK(reply.jobs[0].timing->extents == Extents{9, 9, 9});
}

TEST_CASE("each way to lose the device ends in a reply") {
    const JobReply fault = only_job("fault");
    CHECK(fault.end == JobEnd::fault);
    CHECK(fault.error == "CUDA_ERROR_ILLEGAL_ADDRESS");
    const JobReply hung = only_job("hang");
    CHECK(hung.end == JobEnd::timeout);
    const JobReply full = only_job("small");
    CHECK(full.end == JobEnd::failed);
    CHECK(full.error == "CUDA_ERROR_OUT_OF_MEMORY");
    const JobReply dead = only_job("die");
    CHECK(dead.end == JobEnd::fault);
    CHECK(dead.sentence == "The process that held the GPU died.");
}

TEST_CASE("compute-sanitizer's word comes from its log, and every tool is asked") {
    set_fake("print");
    const TemporaryFolder folder;
    const TemporaryFolder tools;
    const std::string old = std::getenv("PATH");
    SubmissionFile submission;
    submission.shown_path = "mine.cu";
    write_tool(tools, "compute-sanitizer",
               "========= Invalid __global__ read of size 4 bytes\n"
               "=========     at stencil_kernel in kernel.cu:9\n"
               "========= ERROR SUMMARY: 1 error\n");
    const SanitizerReport found = sanitize(request_in(folder), submission);
    CHECK(found.missing.empty());
    CHECK(found.findings.size() == sanitizer_tools().size());
    write_tool(tools, "compute-sanitizer", "========= Error: Device not supported\n");
    const SanitizerReport refused = sanitize(request_in(folder), submission);
    CHECK(refused.findings.empty());
    CHECK_THAT(refused.missing, ContainsSubstring("did not run on this GPU"));
    setenv("PATH", old.c_str(), 1);
}

TEST_CASE("counters that this user may not read are said to be missing, and why") {
    set_fake("");
    const TemporaryFolder folder;
    const TemporaryFolder tools;
    const std::string old = std::getenv("PATH");
    write_tool(tools, "ncu", "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n");
    const Profile refused = profile(request_in(folder), "stencil_kernel");
    CHECK_FALSE(refused.counters);
    CHECK_THAT(refused.missing, ContainsSubstring("ERR_NVGPUCTRPERM"));
    write_tool(tools, "ncu", "==PROF== Disconnected\n");
    CHECK_THAT(profile(request_in(folder), "stencil_kernel").missing,
               ContainsSubstring("did not print"));
    setenv("PATH", old.c_str(), 1);
}
