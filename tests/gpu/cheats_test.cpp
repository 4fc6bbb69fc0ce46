// How each kernel of cheats/ ends as far as no GPU is needed, held to what its first lines say: what
// the emulator makes of it, and whether the GPU's path refuses it before the launch. A change of the
// screening that changes an end shows here.
#include "checker/base/errors.hpp"
#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/check/check_submission.hpp"
#include "checker/check/gpu_check.hpp"
#include "checker/compile/toolchain.hpp"
#include "tests/bench/hopper_solution.hpp"
#include "tests/catch.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

using namespace kit;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

/// What follows the mark in this line, or the other text where the line has no mark.
std::string declared(const SubmissionFile& file, int line, const std::string& mark,
                     const std::string& otherwise) {
    const std::string text = file.line(line);
    return text.starts_with(mark) ? text.substr(mark.size()) : otherwise;
}

std::string end_of(const std::vector<Finding>& findings) {
    const auto error = std::ranges::find_if(
        findings, [](const Finding& one) { return one.severity == Severity::error; });
    if (error == findings.end()) {
        return "passed";
    }
    UNSCOPED_INFO(error->message);
    return std::string(name(error->kind));
}

const Lab& swept_lab() {
    static const std::vector<Lab> labs = read_catalog(kit::source_root());
    return find_lab(labs, "4");
}

/// Kinds with which the kit refuses a submission before it launches anything.
bool is_refusal(const std::string& end) {
    constexpr std::array refusals{"build-error", "unsupported-feature", "invalid-launch"};
    return std::ranges::find(refusals, end) != refusals.end();
}

/// The path of `./lab bench gpu`.
GpuCheckResult check_on_fake_gpu(const Lab& lab, const SubmissionFile& submission) {
    std::string why;
    const auto backend = find_gpu_backend(why);
    INFO(why);
    REQUIRE(backend);
    REQUIRE(backend->device.name == "Fake GPU");
    StatusLine status(STDERR_FILENO);
    BuildCache cache(BuildCache::default_folder());
    const BuildOutcome built =
        build_for_emulator(lab, submission, find_host_compiler(), kit_files(), cache);
    if (!built.artifact) {
        GpuCheckResult refused;
        refused.findings = built.findings;
        return refused;
    }
    GpuCheckRequest request;
    request.root = kit::source_root();
    request.cases = {{9, 9, 9}, {33, 33, 33}};
    request.timed = request.cases.front();
    request.seed = 1;
    return check_on_gpu(lab, *backend, submission, *built.artifact, request, status);
}

} // namespace

TEST_CASE("each cheat ends in the emulator as it says") {
    StatusLine status(STDERR_FILENO);
    for (const fs::path& file : files_in(kit::source_root() / "tests/gpu/cheats")) {
        const SubmissionFile cheat = read_submission(file);
        const std::string on_gpu = declared(cheat, 1, "// expect: ", "");
        // Where there is nvcc, what it refuses counts here, too.
        const std::string expected = find_nvcc() && is_refusal(on_gpu)
                                         ? on_gpu
                                         : declared(cheat, 2, "// emulator: ", on_gpu);
        INFO(file.string());
        REQUIRE(!on_gpu.empty());
        CheckRequest request;
        request.root = kit::source_root();
        request.file = file;
        request.grids = {Extents{33, 33, 33}};
        request.seed = 1;
        const CheckResult result = check_submission(swept_lab(), request, status);
        CHECK(end_of(result.verdict.findings) == expected);
    }
}

TEST_CASE("each cheat that the GPU's path refuses is refused before the launch, and no other") {
    if (!find_nvcc()) {
        WARN("skipped: there is no nvcc");
        return;
    }
    for (const fs::path& file : files_in(kit::source_root() / "tests/gpu/cheats")) {
        const SubmissionFile cheat = read_submission(file);
        const std::string on_gpu = declared(cheat, 1, "// expect: ", "");
        INFO(file.string());
        // The fake GPU computes the right sweep for whatever reaches it.
        CHECK(end_of(check_on_fake_gpu(swept_lab(), cheat).findings) ==
              (is_refusal(on_gpu) ? on_gpu : "passed"));
    }
}

TEST_CASE("a solution passes on the fake GPU and gets a time") {
    if (!find_nvcc()) {
        WARN("skipped: there is no nvcc");
        return;
    }
    const GpuCheckResult result =
        check_on_fake_gpu(swept_lab(), read_submission(swept_lab().solution));
    CHECK(end_of(result.findings) == "passed");
    CHECK(result.cases.size() == 2);
    REQUIRE(result.timing);
    CHECK(result.timing->gpu == "Fake GPU");
}

TEST_CASE("the verdict of the emulator stays where the GPU has too little memory") {
    if (!find_nvcc()) {
        WARN("skipped: there is no nvcc");
        return;
    }
    setenv("CUDA_VISIBLE_DEVICES", "small", 1);
    StatusLine status(STDERR_FILENO);
    CheckRequest request;
    request.root = kit::source_root();
    request.file = swept_lab().solution;
    request.grids = {Extents{9, 9, 9}};
    request.backend = Backend::any;
    const CheckResult result = check_submission(swept_lab(), request, status);
    CHECK(end_of(result.verdict.findings) == "passed");
    CHECK(result.backend == "emulator");
    CHECK_THAT(result.no_timing, ContainsSubstring("out of memory"));
    request.backend = Backend::gpu;
    CHECK_THROWS_AS(check_submission(swept_lab(), request, status), KitError);
    unsetenv("CUDA_VISIBLE_DEVICES");
}

TEST_CASE("solutions for Hopper build for the emulator, which evaluates their launch_config()") {
    int hopper = 0;
    for (const Lab& lab : read_catalog(kit::source_root())) {
        const auto submission = hopper_solution(lab);
        if (!submission) {
            continue;
        }
        ++hopper;
        INFO(lab.id);
        BuildCache cache(BuildCache::default_folder());
        const BuildOutcome built =
            build_for_emulator(lab, *submission, find_host_compiler(), kit_files(), cache);
        CHECK(end_of(built.findings) == "passed");
        CHECK(built.artifact);
    }
    CHECK(hopper >= 1);
}
