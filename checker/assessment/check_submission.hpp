// The whole path of a submission, from its file to the verdict: what every command that checks
// runs.
#pragma once

#include "checker/build/nvcc_report.hpp"
#include "checker/build/submission_file.hpp"
#include "checker/diagnosis/judge.hpp"
#include "checker/model/extents.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"
#include "checker/report/progress.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <optional>

namespace kit {

/// Where a kernel runs: `any` is the emulator and then, where there is one, the GPU.
enum class Backend { any, emulator, gpu };

struct CheckRequest {
    std::filesystem::path root; ///< folder of labs/ and solutions/
    std::filesystem::path file;
    std::optional<SubmissionFile> submission = {}; ///< instead of the file, which is then not read
    Backend backend = Backend::emulator;
    std::optional<Extents> grid; ///< this one instead of the lab's cases
    std::uint64_t seed = 0;
    /// OS threads that the emulator runs blocks on; 0: one a core. With one, what a kernel with a race
    /// leaves is the same every time.
    unsigned workers = 0;
    bool sanitize = false; ///< on a GPU: also under compute-sanitizer's tools
    bool profile = false;  ///< on a GPU: also the hardware's counters
    /// Told of each case as soon as the emulator's run of it is judged; may be empty.
    std::function<void(const JudgedCase&)> case_judged = {};
};

/// A verdict reached in the emulator and, where there is an nvcc, its report, which may still be
/// under way: it never keeps the verdict waiting.
struct CheckOutcome {
    CheckResult result;
    std::future<NvccReport> nvcc; ///< not valid() without nvcc, or when the build failed before it
};

/// Builds, runs every case and judges; a kernel that passed in the emulator has its last word, and
/// its time, from the GPU. Throws UsageError for a file that cannot be read and KitError when the
/// kit or the machine fails, or when a GPU was asked for and there is none.
CheckOutcome check_submission(const Lab& lab, const CheckRequest& request, Progress& progress);

/// Adds what nvcc found: a file that it refuses has not passed.
void add_nvcc_report(CheckResult& result, const NvccReport& report);

/// A seed that differs from call to call.
std::uint64_t fresh_seed();

} // namespace kit
