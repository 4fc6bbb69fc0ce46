// ./lab bench: how fast the kit itself is, on this machine, measured in one run.
#include "checker/commands/bench.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/places.hpp"
#include "checker/base/scratch_folder.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/emulator/host/run.hpp"
#include "checker/reference/draw.hpp"
#include "checker/reference/elements.hpp"
#include "checker/report/status_line.hpp"
#include "checker/sandbox/process.hpp"
#include "tests/bench/bench_gpu.hpp"
#include "tests/bench/measurement.hpp"
#include "tests/bench/oclgrind.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <thread>

namespace kit {

namespace {

namespace fs = std::filesystem;

/// What the kernel's launch takes in the emulator, data and processes aside.
struct Launches {
    Spread seconds;
    std::uint64_t threads = 0;
    std::uint64_t peak_memory_bytes = 0; ///< the greatest of all runs
};

Launches time_launches(const Lab& lab, const Extents& extents, int runs,
                       runtime::Watching watching = runtime::watch_all) {
    const ScratchFolder scratch;
    BuildCache cache(scratch.path());
    const SubmissionFile solution = read_submission(lab.solution);
    const BuildOutcome build =
        build_for_emulator(lab, solution, find_host_compiler(), kit_files(), cache);
    if (!build.artifact) {
        throw KitError(fmt::format("{}: the reference solution does not build", lab.id));
    }
    const CaseData data = draw_case(lab, extents, 1);
    const EmulatedProgram program(*build.artifact);
    std::vector<double> seconds;
    Launches launches;
    for (int i = 0; i < runs; ++i) {
        const Observation observation = run_case(
            lab, program,
            {extents, data.input, data.output, data.coefficients, poison_of(lab.element), watching},
            solution);
        if (!observation.completed) {
            throw KitError(
                fmt::format("{}: the reference solution did not run to its end", lab.id));
        }
        seconds.push_back(observation.seconds);
        launches.threads = observation.counters.threads;
        launches.peak_memory_bytes =
            std::max(launches.peak_memory_bytes, observation.peak_memory_bytes);
    }
    launches.seconds = spread_of(seconds);
    return launches;
}

/// Seconds of the whole command `check LAB --solution --grid N`; with a cold cache each time, or
/// with a warm one.
Spread time_command(const Lab& lab, const BenchRequest& options, bool cold) {
    const ScratchFolder scratch;
    std::vector<double> seconds;
    const int warm_up = cold ? 0 : 1;
    for (int i = 0; i < options.runs + warm_up; ++i) {
        const fs::path cache = scratch.path() / (cold ? fmt::format("{}", i) : "warm");
        ProcessRequest request;
        request.command = {"/usr/bin/env",
                           "XDG_CACHE_HOME=" + cache.string(),
                           "KIT_NVCC=none", // its report comes after the verdict
                           own_program().string(),
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

void bench_emulator(const BenchRequest& options, Session& session) {
    StatusLine status(STDERR_FILENO);
    const Extents extents{options.side, options.side, options.side};
    fmt::print("Emulator, {}³, {} cores, seconds: median of {} (least-greatest)\n", options.side,
               std::thread::hardware_concurrency(), options.runs);
    fmt::print("  {:<24}{:>12}{:>22}{:>22}{:>14}{:>22}{:>22}\n", "reference solution", "threads",
               "bytes and bounds", "launch, all checks", "threads/s", "command, cold cache",
               "command, warm cache");
    for (const Lab& lab : read_catalog(session.root)) {
        if (lab.axes != 3 || !lab.cube) {
            continue;
        }
        status.show(fmt::format("measuring {}…", lab.id));
        const Launches counting = time_launches(lab, extents, options.runs, runtime::watch_bytes);
        const Launches launches = time_launches(lab, extents, options.runs);
        const Spread cold = time_command(lab, options, true);
        const Spread warm = time_command(lab, options, false);
        status.clear();
        fmt::print("  {:<24}{:>12}{:>22}{:>22}{:>14}{:>22}{:>22}\n", lab.id,
                   thousands(static_cast<std::int64_t>(launches.threads)),
                   text_of(counting.seconds), text_of(launches.seconds),
                   fmt::format("{:.1f} M", static_cast<double>(launches.threads) /
                                               launches.seconds.median / 1e6),
                   text_of(cold), text_of(warm));
    }
}

constexpr int tiled_lab = 5;

/// How time and memory grow with the grid.
void bench_growth(const BenchRequest& options, Session& session) {
    const std::vector<Lab> labs = read_catalog(session.root);
    const Lab& lab = find_lab(labs, std::to_string(tiled_lab));
    fmt::print("\nGrowth, {}\n  {:<8}{:>12}{:>22}{:>12}{:>16}{:>26}\n", lab.id, "grid", "threads",
               "launch", "ns/thread", "peak memory", "more bytes a further cell");
    StatusLine status(STDERR_FILENO);
    double nanoseconds = 0;
    std::uint64_t last_memory = 0;
    std::int64_t last_cells = 0;
    for (const int side : {60, 120, 180}) {
        status.show(fmt::format("measuring {}³…", side));
        const Extents extents{side, side, side};
        const Launches launches = time_launches(lab, extents, options.runs);
        status.clear();
        nanoseconds = launches.seconds.median * 1e9 / static_cast<double>(launches.threads);
        fmt::print("  {:<8}{:>12}{:>22}{:>12.1f}{:>16}{:>26}\n", fmt::format("{}³", side),
                   thousands(static_cast<std::int64_t>(launches.threads)),
                   text_of(launches.seconds), nanoseconds,
                   fmt::format("{:.1f} MB", static_cast<double>(launches.peak_memory_bytes) / 1e6),
                   last_cells == 0
                       ? ""
                       : fmt::format("{:.1f}",
                                     static_cast<double>(launches.peak_memory_bytes - last_memory) /
                                         static_cast<double>(extents.cells() - last_cells)));
        last_memory = launches.peak_memory_bytes;
        last_cells = extents.cells();
    }
    fmt::print("  The two arrays are 8 bytes a cell; what is more is the shadow.\n");
}

/// What one thread costs beside Oclgrind: pairs of runs, one after the other, since the machine's
/// speed may change meanwhile.
void bench_against_oclgrind(const BenchRequest& options, Session& session) {
    StatusLine status(STDERR_FILENO);
    const std::vector<Lab> labs = read_catalog(session.root);
    const Lab& lab = find_lab(labs, std::to_string(tiled_lab));
    const Extents extents{options.side, options.side, options.side};
    std::vector<double> ours;
    std::vector<double> theirs;
    std::vector<double> ratios;
    std::optional<OclgrindTime> peer;
    for (int i = 0; i < options.runs; ++i) {
        status.show(fmt::format("measuring Oclgrind, {} of {}…", i + 1, options.runs));
        peer = time_oclgrind();
        if (!peer) {
            status.clear();
            fmt::print("\nOclgrind is not installed (Debian's package oclgrind): not compared.\n");
            return;
        }
        const Launches launches = time_launches(lab, extents, 1);
        theirs.push_back(peer->seconds * 1e9 / static_cast<double>(peer->threads));
        ours.push_back(launches.seconds.median * 1e9 / static_cast<double>(launches.threads));
        ratios.push_back(theirs.back() / ours.back());
    }
    status.clear();
    const Spread ratio = spread_of(ratios);
    fmt::print(
        "\nOclgrind --data-races --uninitialized on the same kernel in OpenCL C, {}³, {} "
        "threads of CUDA, start-up taken off:\n  {:.0f} ns/thread; the emulator at {}³: {:.1f} "
        "ns/thread. Scaled by threads, the emulator is {:.0f} ({:.0f}-{:.0f}) times faster.\n",
        peer->side, thousands(static_cast<std::int64_t>(peer->threads)), spread_of(theirs).median,
        options.side, spread_of(ours).median, ratio.median, ratio.least, ratio.greatest);
}

const BenchRunner runner([](const BenchRequest& request, Session& session) {
    if (request.subject == "gpu") {
        bench_gpu(request, session);
        return;
    }
    bench_emulator(request, session);
    bench_growth(request, session);
    bench_against_oclgrind(request, session);
});

} // namespace

} // namespace kit
