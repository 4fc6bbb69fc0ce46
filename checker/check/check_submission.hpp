// The whole path of a submission, from its file to the verdict. Every command that checks runs it.
#pragma once

#include "checker/base/extents.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/diagnosis/judge.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"
#include "checker/report/status_line.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

namespace kit {

/// Where a kernel runs. `any`: in the emulator, then also on the GPU if there is one.
enum class Backend { any, emulator, gpu };

struct CheckRequest {
    std::filesystem::path root; ///< folder of labs/ and solutions/
    std::filesystem::path file;
    std::optional<SubmissionFile> submission = {}; ///< used instead of the file, which is not read
    Backend backend = Backend::emulator;
    std::vector<Extents> grids; ///< only these, instead of the lab's cases
    std::uint64_t seed = 0;
    /// OS threads that the emulator runs blocks on; 0: one per core. With one thread, a kernel with
    /// a race gives the same output every time.
    unsigned workers = 0;
    /// Run every case of every variant, whatever is wrong in the first ones, since points are for each right grid; but
    /// none after one that took too long.
    bool every_case = false;
    bool by_line = false;  ///< in the emulator: requests are counted by line, too
    bool sanitize = false; ///< on a GPU: also run compute-sanitizer's tools
    bool profile = false;  ///< on a GPU: also read the hardware's counters
    /// Also try each part of a submission that fails, on inputs of this seed: checks of one seed try only what was
    /// changed.
    std::optional<std::uint64_t> part_seed = {};
    bool tries_changes = false; ///< likewise, small changes of a submission that has all its parts
    bool with_hints = true;     ///< look at launches again, for a better hint of the first finding
    bool with_nvcc = true; ///< also compile with nvcc, if there is one: its errors, resource use
    /// Called with each case as soon as the emulator's run of it is judged; may be empty.
    std::function<void(const JudgedCase&)> case_judged = {};
    /// Called with the verdict, which never waits for nvcc; may add to the result, and may be empty.
    /// `more_follows`: nvcc is still compiling, and may yet refuse the file, or small changes are tried.
    std::function<void(CheckResult& result, bool more_follows)> judged = {};
};

/// Builds, runs every case, judges, and adds nvcc's report. A kernel that passes in the emulator is
/// judged again and timed on the GPU. Throws UsageError for a file that cannot be read, and KitError
/// when the kit or the machine fails or a requested GPU is missing.
CheckResult check_submission(const Lab& lab, const CheckRequest& request, StatusLine& status);

/// A seed that differs from call to call.
std::uint64_t fresh_seed();

} // namespace kit
