// ./lab bench: how fast the kit itself is, on this machine, measured in one run.
#include "checker/build/emulator_build.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/commands/command.hpp"
#include "checker/emulator/run.hpp"
#include "checker/model/errors.hpp"
#include "checker/model/number_text.hpp"
#include "checker/reference/draw.hpp"
#include "checker/reference/poison.hpp"
#include "checker/report/progress.hpp"
#include "checker/sandbox/process.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <thread>

namespace kit {

namespace {

namespace fs = std::filesystem;

struct Options {
    std::string subject;
    int runs = 7;
    int side = 120;
};

/// Median, least and greatest of some seconds.
struct Spread {
    double median = 0;
    double least = 0;
    double greatest = 0;
};

Spread spread_of(std::vector<double> seconds) {
    std::sort(seconds.begin(), seconds.end());
    return {seconds[seconds.size() / 2], seconds.front(), seconds.back()};
}

/// A folder of this process's own for caches, removed at the end.
class ScratchFolder {
public:
    ScratchFolder() {
        std::string name = (fs::temp_directory_path() / "kit-bench-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) {
            throw KitError(fmt::format("{}: no folder can be made there", name));
        }
        path_ = name;
    }

    ~ScratchFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }

    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    [[nodiscard]] const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

/// What the kernel's launch takes in the emulator, data and processes aside.
struct Launches {
    Spread seconds;
    std::uint64_t threads = 0;
};

Launches time_launches(const Lab& lab, const Extents& extents, int runs) {
    const ScratchFolder scratch;
    BuildCache cache(scratch.path());
    const SubmissionFile solution = read_submission(lab.solution);
    const BuildOutcome build =
        build_for_emulator(lab, solution, find_host_compiler(), kit_files(), cache);
    if (!build.artifact) {
        throw KitError(fmt::format("{}: the reference solution does not build", lab.id));
    }
    const CaseData data = draw_case(lab, extents, 1);
    std::vector<double> seconds;
    Launches launches;
    for (int i = 0; i < runs; ++i) {
        const Observation observation =
            run_case(lab, *build.artifact,
                     {extents, data.input, data.output, data.coefficients, poison_of(lab.element)},
                     solution);
        if (!observation.completed) {
            throw KitError(
                fmt::format("{}: the reference solution did not run to its end", lab.id));
        }
        seconds.push_back(observation.seconds);
        launches.threads = observation.counters.threads;
    }
    launches.seconds = spread_of(seconds);
    return launches;
}

/// Seconds of the whole command `check LAB --solution --grid N`; with a cold cache each time, or
/// with a warm one.
Spread time_command(const Lab& lab, const Options& options, bool cold) {
    const ScratchFolder scratch;
    std::vector<double> seconds;
    const int warm_up = cold ? 0 : 1;
    for (int i = 0; i < options.runs + warm_up; ++i) {
        const fs::path cache = scratch.path() / (cold ? fmt::format("{}", i) : "warm");
        ProcessRequest request;
        request.command = {"/usr/bin/env",
                           "XDG_CACHE_HOME=" + cache.string(),
                           "KIT_NVCC=none", // its report comes after the verdict
                           fs::read_symlink("/proc/self/exe").string(),
                           "check",
                           fmt::format("{}", lab.number),
                           "--solution",
                           "--grid",
                           fmt::format("{}", options.side),
                           "--backend",
                           "emulator"};
        request.limits.seconds = 120;
        request.limits.memory_bytes = 32ull << 30;
        const ProcessResult result = run_process(request);
        if (result.code != 0) {
            throw KitError(fmt::format("the command failed while it was measured:\n{}{}",
                                       result.output, result.errors));
        }
        if (i >= warm_up) {
            seconds.push_back(result.seconds);
        }
    }
    return spread_of(seconds);
}

std::string text_of(const Spread& spread) {
    return fmt::format("{:.3f} ({:.3f}-{:.3f})", spread.median, spread.least, spread.greatest);
}

void bench_emulator(const Options& options, Session& session) {
    Progress progress(STDERR_FILENO);
    const Extents extents{options.side, options.side, options.side};
    fmt::print("Emulator, {}³, {} cores, seconds: median of {} (least-greatest)\n", options.side,
               std::thread::hardware_concurrency(), options.runs);
    fmt::print("  {:<24}{:>12}{:>22}{:>14}{:>22}{:>22}\n", "reference solution", "threads",
               "launch", "threads/s", "command, cold cache", "command, warm cache");
    for (const Lab& lab : read_catalog(session.root)) {
        if (lab.axes != 3 || !lab.cube) {
            continue;
        }
        progress.show(fmt::format("measuring {}…", lab.id));
        const Launches launches = time_launches(lab, extents, options.runs);
        const Spread cold = time_command(lab, options, true);
        const Spread warm = time_command(lab, options, false);
        progress.clear();
        fmt::print("  {:<24}{:>12}{:>22}{:>14}{:>22}{:>22}\n", lab.id,
                   with_separators(static_cast<std::int64_t>(launches.threads)),
                   text_of(launches.seconds),
                   fmt::format("{:.1f} M", static_cast<double>(launches.threads) /
                                               launches.seconds.median / 1e6),
                   text_of(cold), text_of(warm));
    }
}

} // namespace

void add_bench_command(CLI::App& app, Session& session) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("bench", "How fast the kit itself is on this machine");
    command->add_option("SUBJECT", options->subject, "What to measure: emulator")
        ->required()
        ->check(CLI::IsMember({"emulator"}));
    command->add_option("--runs", options->runs, "Measurements of each figure")
        ->check(CLI::Range(1, 100))
        ->capture_default_str();
    command->add_option("--grid", options->side, "Cells along each axis")
        ->check(CLI::Range(3, 600))
        ->capture_default_str();
    command->footer("Example: ./lab bench emulator --runs 5");
    command->callback([options, &session] { bench_emulator(*options, session); });
}

} // namespace kit
