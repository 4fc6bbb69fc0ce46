#include "tests/bench/bench_gpu.hpp"

#include "checker/base/errors.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/check/gpu_check.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/model/slabs.hpp"
#include "checker/report/status_line.hpp"
#include "tests/bench/hopper_solution.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>

namespace kit {

namespace {

namespace fs = std::filesystem;

constexpr const char* time_columns =
    "lab,element,n,cold_us,cold_half_width_percent,hot_us,copy_us,gb_per_s,fraction_of_copy,"
    "basic_us,speed_against_basic,series_us,updates_per_ns,launches,checked_launches";
constexpr const char* cheat_columns = "cheat,must_end,ended,finding";
constexpr std::array<int, 4> usual_sides{120, 256, 512, 1024};

/// What is printed and, where a record is kept, written.
class Record {
public:
    explicit Record(const std::string& path) : path_(path) {
        if (!path.empty()) {
            file_.open(path, std::ios::binary);
            if (!file_) {
                throw UsageError(fmt::format("--record {}: the file cannot be written", path));
            }
        }
    }

    void line(const std::string& text) {
        fmt::print("{}\n", text);
        std::fflush(stdout);
        if (file_.is_open()) {
            file_ << text << "\n";
        }
    }

    void finish() {
        if (file_.is_open() && !file_.flush()) {
            throw UsageError(fmt::format("--record {}: the file cannot be written", path_));
        }
    }

private:
    std::string path_;
    std::ofstream file_;
};

std::string date_of_run() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

GpuCheckResult check(const Lab& lab, const GpuBackend& backend, const SubmissionFile& submission,
                     const GpuCheckRequest& request) {
    BuildCache cache(BuildCache::default_folder());
    BuildOutcome built =
        build_for_emulator(lab, submission, find_host_compiler(), kit_files(), cache);
    if (!built.artifact) {
        GpuCheckResult refused;
        refused.findings = std::move(built.findings);
        return refused;
    }
    StatusLine status(STDERR_FILENO);
    return check_on_gpu(lab, backend, submission, *built.artifact, request, status);
}

std::string times_row(const std::string& name, const Lab& lab, const Timing& timing) {
    constexpr double micro = 1e6;
    constexpr double giga = 1e9;
    const double updates =
        static_cast<double>(timing.operations) /
        static_cast<double>(2 * std::max<std::size_t>(lab.stencil.size(), 1) - 1);
    std::string row = fmt::format("{},{},{},{:.3f},{:.2f},{:.3f},{:.3f},{:.0f},{:.3f}", name,
                                  cpp_name(lab.element), timing.extents.x,
                                  timing.cold.median * micro, 100 * timing.cold.relative_half_width,
                                  timing.hot.median * micro, timing.copy.median * micro,
                                  static_cast<double>(timing.bytes) / timing.cold.median / giga,
                                  timing.copy.median / timing.cold.median);
    row += timing.baseline ? fmt::format(",{:.3f},{:.3f}", timing.baseline->median * micro,
                                         timing.speed_against_baseline())
                           : ",,";
    row += timing.series ? fmt::format(",{:.3f}", timing.series->median * micro) : ",";
    return row + fmt::format(",{:.1f},{},{}", updates / timing.cold.median / giga,
                             timing.cold.launches, timing.checked_launches);
}

/// A solution of a lab as it is timed: its own, and one for Hopper beside it where there is one.
struct Solution {
    std::string name;
    SubmissionFile text;
};

std::vector<Solution> solutions_of(const Lab& lab, const GpuBackend& backend) {
    std::vector<Solution> solutions{
        {lab.id, for_element(read_submission(lab.solution), lab.element)}};
    solutions.front().text.from_kit = true;
    constexpr int hopper = 90;
    if (const auto beside = hopper_solution(lab); beside && backend.device.capability >= hopper) {
        solutions.push_back({lab.id + "/hopper", *beside});
    }
    return solutions;
}

std::vector<Lab> labs_of(const BenchRequest& bench, const Session& session) {
    std::vector<Lab> labs = read_catalog(session.root);
    if (!bench.labs.empty()) {
        std::vector<Lab> chosen;
        for (const std::string& name : bench.labs) {
            chosen.push_back(find_lab(labs, name));
        }
        labs = std::move(chosen);
    }
    // Labs for several GPUs are timed by record_scaling.py.
    std::erase_if(labs,
                  [](const Lab& lab) { return !lab.cube || lab.axes != 3 || has_slabs(lab); });
    return labs;
}

/// Whether the solution is right on the grid.
bool time_solution(const Solution& solution, const Lab& lab, int side, const Session& session,
                   const GpuBackend& backend, Record& record) {
    GpuCheckRequest request;
    request.root = session.root;
    request.cases = {{side, side, side}};
    request.timed = request.cases.front();
    request.seed = static_cast<std::uint64_t>(side);
    GpuCheckResult result;
    try {
        result = check(lab, backend, solution.text, request);
    } catch (const KitError& error) {
        // One grid that does not fit in this GPU's memory loses no other figure.
        record.line(fmt::format("# {},{},{}: not timed: {}", solution.name, cpp_name(lab.element),
                                side, error.what()));
        return true;
    }
    if (result.timing) {
        record.line(times_row(solution.name, lab, *result.timing));
        return true;
    }
    record.line(fmt::format("# {},{},{}: not timed: {}", solution.name, cpp_name(lab.element), side,
                            result.findings.empty() ? "" : result.findings.front().message));
    return false;
}

/// Whether all solutions are right.
bool time_solutions(const BenchRequest& bench, const Session& session, const GpuBackend& backend,
                    Record& record) {
    bool right = true;
    record.line(time_columns);
    const std::vector<int> sides = bench.sides.empty()
                                       ? std::vector<int>(usual_sides.begin(), usual_sides.end())
                                       : bench.sides;
    for (Lab lab : labs_of(bench, session)) {
        for (const Element element : {Element::float32, Element::float64}) {
            if (lab.steps > 1 && element != Element::float32) {
                continue; // the reference of several sweeps is of float elements
            }
            lab.element = element;
            for (const Solution& solution : solutions_of(lab, backend)) {
                for (const int side : sides) {
                    right = time_solution(solution, lab, side, session, backend, record) && right;
                }
            }
        }
    }
    return right;
}

/// Whether all cheats ended as the first lines of their files say.
bool try_cheats(const Session& session, const GpuBackend& backend, Record& record) {
    const fs::path folder = session.root / "tests/gpu/cheats";
    std::vector<fs::path> files;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        files.push_back(entry.path());
    }
    std::ranges::sort(files);
    if (files.empty()) {
        record.line(fmt::format("# no cheats were tried: {} has none", folder.string()));
        return false;
    }
    bool as_told = true;
    const std::vector<Lab> labs = read_catalog(session.root);
    constexpr const char* swept_lab = "4";
    const Lab& lab = find_lab(labs, swept_lab);
    record.line("");
    record.line(cheat_columns);
    for (const fs::path& file : files) {
        const SubmissionFile submission = read_submission(file);
        constexpr std::string_view mark = "// expect: ";
        const std::string first = submission.line(1);
        if (first.rfind(mark, 0) != 0) {
            throw KitError(
                fmt::format("{}:1: the line does not begin with \"{}\"", file.string(), mark));
        }
        const std::string must = first.substr(mark.size());
        GpuCheckRequest request;
        request.root = session.root;
        request.cases = lab.cases;
        request.timed = counted_case(lab);
        request.seed = 1;
        const GpuCheckResult result = check(lab, backend, submission, request);
        const std::string ended =
            result.findings.empty() ? "passed" : std::string(name(result.findings.front().kind));
        as_told = as_told && ended == must;
        std::string message =
            result.findings.empty() ? "not timed" : result.findings.front().message;
        if (result.findings.empty() && result.timing) {
            message = fmt::format("cold {:.2f} µs, hot {:.2f} µs", result.timing->cold.median * 1e6,
                                  result.timing->hot.median * 1e6);
        }
        std::ranges::replace(message, '"', '\'');
        record.line(fmt::format("{},{},{},\"{}\"", file.stem().string(), must, ended, message));
    }
    return as_told;
}

} // namespace

void bench_gpu(const BenchRequest& bench, Session& session) {
    std::string why;
    const auto backend = find_gpu_backend(why);
    if (!backend) {
        throw KitError(fmt::format("bench gpu needs a GPU: {}", why));
    }
    Record record(bench.record);
    record.line(fmt::format("# date: {}", date_of_run()));
    record.line(fmt::format("# device: {}", backend->device.name));
    record.line(fmt::format("# driver: CUDA {}.{}", backend->device.driver_version / 1000,
                            backend->device.driver_version % 1000 / 10));
    record.line(fmt::format("# kit: {}, {}", KIT_VERSION, backend->architecture()));
    std::string command = "./lab bench gpu";
    for (const std::string& lab : bench.labs) {
        command += (&lab == &bench.labs.front() ? " --labs " : " ") + lab;
    }
    for (const int& side : bench.sides) {
        command += (&side == &bench.sides.front() ? " --sides " : " ") + std::to_string(side);
    }
    record.line("# command: " + command);
    const bool right = time_solutions(bench, session, *backend, record);
    const bool as_told = try_cheats(session, *backend, record);
    record.finish();
    session.exit = right && as_told ? exit_code::passed : exit_code::findings;
}

} // namespace kit
