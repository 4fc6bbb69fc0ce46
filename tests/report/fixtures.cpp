#include "tests/report/fixtures.hpp"

#include <limits>

namespace kit::fixtures {

namespace {

constexpr const char* submission = "labs/05-shared-memory-tiling/kernel.cu";

CaseResult right(std::int64_t side, double error, double seconds) {
    const Extents extents{side, side, side};
    Comparison comparison;
    comparison.cells = static_cast<std::uint64_t>(extents.cells());
    comparison.max_error = error;
    comparison.allowed_error = 9.54e-7;
    return {extents, {}, Outcome::passed, comparison, seconds};
}

CaseResult not_ended(std::int64_t side, double seconds) {
    return {{side, side, side}, {}, Outcome::failed, {}, seconds};
}

TrafficResult tiled_traffic() {
    TrafficResult traffic;
    traffic.extents = {120, 120, 120};
    traffic.launch = {{20, 20, 20}, {8, 8, 8}, 0};
    traffic.counted = {8000,       4'096'000, 2048,    15'777'248, 6'572'128, 46'005'000,
                       15'777'248, 8000,      126'400, 948'632,    94'400,    417'720,
                       660'800,    126'400,   0,       110'400};
    traffic.predicted = {8000, 4'096'000, 2048, 15'777'248, 6'572'128, 21'359'416};
    traffic.operations = 21'359'416;
    return traffic;
}

CheckResult base() {
    CheckResult result;
    result.kit_version = "0.1.0";
    result.submission = submission;
    result.backend = "emulator";
    result.seed = 1;
    result.build_seconds = 2.41;
    result.total_seconds = 4.07;
    result.verdict.outcome = Outcome::failed;
    result.verdict.max_score = 10;
    return result;
}

SourceLine at(int line, int column, std::string text) {
    return {submission, line, column, std::move(text)};
}

} // namespace

Lab tiling_lab() {
    Lab lab;
    lab.number = 5;
    lab.id = "05-shared-memory-tiling";
    lab.title = "Shared-memory tiling";
    lab.source = "PMPP 8.3";
    lab.points = 10;
    lab.kernel = "stencil_kernel";
    lab.cube = true;
    lab.cases = {{3, 3, 3}, {5, 5, 5}, {33, 33, 33}, {120, 120, 120}};
    return lab;
}

Lab image_lab() {
    Lab lab;
    lab.number = 10;
    lab.id = "10-von-neumann-image";
    lab.title = "Von Neumann stencil on an image";
    lab.element = Element::int32;
    lab.axes = 2;
    lab.cases = {{12, 8, 1}, {1920, 1080, 1}};
    return lab;
}

CheckResult passed() {
    CheckResult result = base();
    result.verdict.outcome = Outcome::passed;
    result.verdict.score = 10;
    result.verdict.cases = {right(120, 2.38e-7, 0.412), right(3, 5.96e-8, 0.0003),
                            right(5, 1.19e-7, 0.0007),  right(33, 1.79e-7, 0.0132),
                            right(62, 2.38e-7, 0.0631), right(121, 2.38e-7, 0.431),
                            right(122, 2.38e-7, 0.4402)};
    result.verdict.traffic = tiled_traffic();
    result.resources = {.registers = 16, .shared_bytes = 2048, .architecture = "sm_90"};
    return result;
}

CheckResult wrong_output() {
    CheckResult result = passed();
    result.build_from_cache = true;
    result.verdict.outcome = Outcome::failed;
    result.verdict.score = 0;
    CaseResult& chapter = result.verdict.cases[0];
    chapter.outcome = Outcome::failed;
    chapter.comparison->mismatches = 40'120;
    chapter.comparison->untouched = 13'924;
    chapter.comparison->max_error = 1.73;
    CaseResult& last = result.verdict.cases[6];
    last.outcome = Outcome::failed;
    last.comparison->mismatches = 14'161;
    last.comparison->untouched = 14'161;
    Finding finding;
    finding.kind = FindingKind::wrong_output;
    finding.message = "The last plane that has all its neighbours is never written.";
    finding.array = "out";
    finding.index = 1'713'721;
    finding.count = 54'281;
    finding.cases = {"120³", "122³"};
    finding.detail = "cell (x,y,z)       got   expected\n"
                     "(1,1,119)    untouched     0.3125\n"
                     "(2,1,119)       1.8125     0.0825\n";
    finding.hint =
        "Count the blocks along z again: how many tiles of 6 planes cover outputs 1 to 120?";
    result.verdict.findings = {finding};
    TrafficResult& traffic = *result.verdict.traffic;
    traffic.counted.blocks = 7600;
    traffic.counted.global_load_bytes = 14'988'386;
    traffic.counted.global_store_bytes = 6'572'124;
    return result;
}

CheckResult build_error() {
    CheckResult result = base();
    result.total_seconds = 0.62;
    result.build_seconds = 0.62;
    Finding finding;
    finding.kind = FindingKind::build_error;
    finding.message = "The compiler does not know 'thredIdx'.";
    finding.lines = {at(14, 13, "    int k = thredIdx.x + blockIdx.x * OUT_TILE - 1;")};
    finding.detail = "kernel.cu:14:13: error: 'thredIdx' was not declared in this scope; did you "
                     "mean 'threadIdx'?\n   14 |     int k = thredIdx.x + blockIdx.x * OUT_TILE - "
                     "1;\n      |             ^~~~~~~~\n      |             threadIdx\n";
    result.verdict.findings = {finding};
    return result;
}

CheckResult timeout() {
    CheckResult result = base();
    result.total_seconds = 184.2;
    result.verdict.cases = {right(3, 5.96e-8, 0.0003), not_ended(120, 10.0)};
    Finding finding;
    finding.kind = FindingKind::timeout;
    finding.message = "The kernel was still running after 10 seconds.";
    finding.lines = {at(31, 0, "    for (int i = start; i < n - 1; ) {")};
    finding.cases = {"120³"};
    finding.hint = "Does the loop over the planes move on?";
    result.verdict.findings = {finding};
    return result;
}

CheckResult crash_with_output() {
    CheckResult result = base();
    result.verdict.cases = {not_ended(5, 0.0021)};
    Finding finding;
    finding.kind = FindingKind::crash;
    finding.message = "The kernel divides by zero.";
    finding.lines = {at(20, 25, "\tfloat share = total / count;")};
    finding.threads = {{{0, 0, 0}, {7, 1, 0}}};
    finding.cases = {"5³"};
    result.verdict.findings = {finding};
    std::string& printed = result.verdict.printed;
    printed = "tile\t3³ \x1b[31mred\x1b[0m\r\nnot UTF-8: \xff\xfe, reversed: \xe2\x80\xae!\n";
    for (int i = 0; i < 20; ++i) {
        printed += "thread " + std::to_string(i) + " sees count 0\n";
    }
    return result;
}

CheckResult several_findings() {
    CheckResult result = passed();
    result.verdict.outcome = Outcome::failed;
    result.verdict.score = 4;
    result.verdict.cases[0].outcome = Outcome::failed;
    Finding race;
    race.kind = FindingKind::race_shared;
    race.message = "A thread reads a cell of the tile that another thread writes in the same "
                   "interval between two barriers.";
    race.lines = {at(22, 9, "        tile[threadIdx.z][threadIdx.y][threadIdx.x] = in[position];"),
                  at(108, 47,
                     "                                              out[position] = c[0] * "
                     "tile[z][y][x] + c[1] * tile[z][y][x - 1] + c[2] * tile[z][y][x + 1];")};
    race.threads = {{{0, 0, 3}, {1, 0, 0}}, {{0, 0, 3}, {2, 0, 0}}, {{1, 0, 0}, {0, 0, 0}},
                    {{1, 0, 0}, {1, 0, 0}}, {{2, 0, 0}, {1, 0, 0}}, {{3, 0, 0}, {1, 0, 0}}};
    race.array = "tile";
    race.index = 37;
    race.count = 1'204'224;
    race.cases = {"120³", "5³", "33³", "62³", "121³", "122³"};
    race.hint = "Every thread must have stored its cell before any thread reads a neighbour's.";
    Finding exit;
    exit.kind = FindingKind::early_exit_before_barrier;
    exit.severity = Severity::warning;
    exit.message = "Some threads return before a barrier that others wait at.";
    exit.lines = {at(18, 5, "    if (k >= n) return;"), {"lab.cuh", 0, 0, ""}};
    Finding technique;
    technique.kind = FindingKind::technique_missing;
    technique.message = "Each input is read from global memory seven times.";
    technique.detail = "global loads     11,501,224 elements\n"
                       "tiled kernel      3,944,312 elements, 128 × 128 (数値) and a long tail of "
                       "words that does not fit any line\n";
    result.verdict.findings = {race, exit, technique};
    result.verdict.traffic->counted.global_load_bytes = 46'004'896;
    result.verdict.traffic->launch.dynamic_shared_bytes = 2048;
    return result;
}

CheckResult unpredicted() {
    CheckResult result = base();
    result.submission = "/home/ada/my kernels/image.cu";
    result.verdict.outcome = Outcome::error;
    result.verdict.score = 0;
    result.verdict.max_score = 5;
    Comparison comparison;
    comparison.cells = 96;
    CaseResult small{{12, 8, 1}, {}, Outcome::passed, comparison, 0.0004};
    comparison.cells = 2'073'600;
    comparison.max_error = std::numeric_limits<double>::infinity();
    comparison.allowed_error = std::numeric_limits<double>::quiet_NaN();
    CaseResult large{{1920, 1080, 1}, {}, Outcome::error, comparison, 0.21};
    result.verdict.cases = {small, large};
    TrafficResult traffic;
    traffic.extents = {1920, 1080, 1};
    traffic.launch = {{160, 135, 1}, {12, 8, 1}, 0};
    traffic.counted = {21'600,  2'073'600, 0,      41'472'000, 8'294'401, 0, 0, 0,
                       324'000, 1'296'000, 64'800, 259'200,    0,         0, 0, 0};
    traffic.operations = 8'294'400;
    result.verdict.traffic = traffic;
    return result;
}

CheckResult timed() {
    CheckResult result = passed();
    result.backend = "emulator, gpu";
    Timing timing;
    timing.gpu = "NVIDIA H200";
    timing.extents = {120, 120, 120};
    timing.bytes = 13824000;
    timing.copy_bytes = timing.bytes;
    timing.operations = 21359416;
    timing.cold = {20.70e-6, 20.4e-6, 22.1e-6, 0.002, 300};
    timing.hot = {15.30e-6, 15.1e-6, 16.0e-6, 0.001, 300};
    timing.copy = {10.38e-6, 9.9e-6, 11.0e-6, 0.022, 300};
    timing.baseline = TimeSummary{12.19e-6, 12.0e-6, 12.6e-6, 0.001, 300};
    timing.series = TimeSummary{4.112e-6, 4.1e-6, 4.2e-6, 0.004, 30};
    timing.baseline_lab = "04-basic-sweep";
    timing.empty_kernel_seconds = 2.82e-6;
    timing.checked_launches = 610;
    timing.before = {1980, 3201, 30, ""};
    timing.after = {1965, 3201, 31, "power cap"};
    timing.roofline = "Under the data sheet's roofline: 1.5 operations a byte, below the ridge at "
                      "14.0, so bound by memory: 14 % of the attainable 7,416 GFLOP/s.";
    timing.inconclusive = true;
    result.timing = timing;
    result.hardware = result.verdict.traffic->counted;
    result.hardware->global_load_sectors += 1;
    result.not_done = {"--sanitize: compute-sanitizer is not installed"};
    return result;
}

CheckResult bounded() {
    CheckResult result = passed();
    result.no_timing = "there is no NVIDIA driver (libcuda.so.1)";
    result.no_sandbox = "bubblewrap is not installed";
    result.bound = TimeBound{"H200", 2.88e-6, "memory: 13,824,000 bytes at 4,800 GB/s"};
    return result;
}

std::vector<Named> all() {
    return {{"passed", tiling_lab(), passed()},
            {"wrong-output", tiling_lab(), wrong_output()},
            {"build-error", tiling_lab(), build_error()},
            {"timeout", tiling_lab(), timeout()},
            {"crash", tiling_lab(), crash_with_output()},
            {"several-findings", tiling_lab(), several_findings()},
            {"unpredicted", image_lab(), unpredicted()},
            {"timed", tiling_lab(), timed()},
            {"bounded", tiling_lab(), bounded()}};
}

} // namespace kit::fixtures
