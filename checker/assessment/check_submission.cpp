#include "checker/assessment/check_submission.hpp"

#include "checker/assessment/gpu_check.hpp"
#include "checker/build/emulator_build.hpp"
#include "checker/catalog/grid_text.hpp"
#include "checker/diagnosis/judge.hpp"
#include "checker/emulator/run.hpp"
#include "checker/model/errors.hpp"
#include "checker/model/fingerprint.hpp"
#include "checker/reference/draw.hpp"
#include "checker/reference/poison.hpp"
#include "checker/reference/predicted_counters.hpp"
#include "checker/sandbox/confinement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <random>

namespace kit {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// After these a further case would only cost the same time again.
bool ends_the_check(const std::vector<Finding>& findings) {
    return std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.kind == FindingKind::timeout || finding.kind == FindingKind::crash ||
               finding.kind == FindingKind::barrier_divergence;
    });
}

/// None where the asked grid is too small for this variant's stencil.
std::vector<Extents> cases_of(const Lab& lab, const CheckRequest& request) {
    if (!request.grid) {
        return lab.cases;
    }
    const auto [x, y, z] = *request.grid;
    const std::array<std::int64_t, 3> sides{x, y, z};
    const bool fits = std::all_of(sides.begin(), sides.begin() + lab.axes,
                                  [&](std::int64_t side) { return side >= least_extent(lab); });
    return fits ? std::vector<Extents>{*request.grid} : std::vector<Extents>{};
}

TrafficResult traffic_of(const Lab& lab, const Observation& observation) {
    return {.extents = observation.extents,
            .launch = observation.launch,
            .counted = observation.counters,
            .predicted = predict_counters(lab, observation.extents, observation.launch),
            .operations = sweep_operations(lab, observation.extents)};
}

/// What the cases of one check add up to.
struct Gathered {
    std::vector<CaseResult> cases;
    std::vector<Finding> findings;
    std::optional<TrafficResult> traffic;
    std::string printed;
};

/// Whether a further variant makes sense: it would mostly show the same again.
bool run_cases(const Lab& lab, const Artifact& artifact, const SubmissionFile& submission,
               const CheckRequest& request, Progress& progress, Gathered& gathered) {
    const std::vector<Extents> cases = cases_of(lab, request);
    const Extents counted = request.grid ? *request.grid : counted_case(lab);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        progress.show(
            fmt::format("checking {} ({} of {})…", describe(cases[i], lab), i + 1, cases.size()));
        const CaseData data = draw_case(lab, cases[i], request.seed);
        RunInput input{cases[i], data.input, data.output, data.coefficients,
                       poison_of(lab.element)};
        input.workers = request.workers;
        const Observation observation = run_case(lab, artifact, input, submission);
        JudgedCase judged = judge_case(lab, data, observation);
        if (observation.completed && cases[i] == counted && !gathered.traffic) {
            gathered.traffic = traffic_of(lab, observation);
        }
        if (gathered.printed.empty()) {
            gathered.printed = observation.printed;
        }
        if (request.case_judged) {
            request.case_judged(judged);
        }
        gathered.cases.push_back(std::move(judged.result));
        const bool ends = ends_the_check(judged.findings);
        std::move(judged.findings.begin(), judged.findings.end(),
                  std::back_inserter(gathered.findings));
        if (ends) {
            return false;
        }
    }
    return !has_error(gathered.findings);
}

/// The GPU's word: beside the emulator's, or alone.
void add_gpu_check(const Lab& lab, const GpuBackend& backend, const SubmissionFile& submission,
                   const Artifact& artifact, const CheckRequest& request, Progress& progress,
                   CheckResult& result, Gathered& gathered) {
    GpuCheckRequest asked;
    asked.root = request.root;
    asked.cases = cases_of(lab, request);
    if (asked.cases.empty()) {
        return;
    }
    if (!has_error(gathered.findings) && !result.timing) {
        asked.timed = request.grid ? *request.grid : counted_case(lab);
    }
    asked.seed = request.seed;
    asked.sanitize = request.sanitize;
    asked.profile = request.profile && !result.hardware;
    GpuCheckResult gpu = check_on_gpu(lab, backend, submission, artifact, asked, progress);
    if (asked.timed) {
        result.timing = std::move(gpu.timing);
        result.no_timing = std::move(gpu.no_timing);
        result.hardware = gpu.hardware;
    }
    for (std::string& reason : gpu.not_done) {
        if (std::find(result.not_done.begin(), result.not_done.end(), reason) ==
            result.not_done.end()) {
            result.not_done.push_back(std::move(reason));
        }
    }
    std::move(gpu.findings.begin(), gpu.findings.end(), std::back_inserter(gathered.findings));
    if (request.backend == Backend::gpu) {
        std::move(gpu.cases.begin(), gpu.cases.end(), std::back_inserter(gathered.cases));
        return;
    }
    // The emulator's figures stay; a case that only the GPU found wrong is wrong.
    for (const CaseResult& there : gpu.cases) {
        const auto here =
            std::find_if(gathered.cases.begin(), gathered.cases.end(), [&](const CaseResult& one) {
                return one.extents == there.extents && one.variant == there.variant;
            });
        if (here != gathered.cases.end() && there.outcome != Outcome::passed) {
            *here = there;
        }
    }
}

} // namespace

CheckOutcome check_submission(const Lab& lab, const CheckRequest& request, Progress& progress) {
    const auto start = Clock::now();
    const SubmissionFile submission =
        request.submission ? *request.submission : read_submission(request.file);
    const KitFiles files = kit_files();
    BuildCache cache(BuildCache::default_folder());

    CheckOutcome outcome;
    CheckResult& result = outcome.result;
    result.kit_version = KIT_VERSION;
    result.submission = submission.shown_path;
    result.submission_fingerprint = fingerprint_of(submission.text);
    result.backend = request.backend == Backend::gpu ? "gpu" : "emulator";
    result.seed = request.seed;
    result.no_sandbox = no_confinement();

    std::string no_gpu;
    std::future<std::optional<GpuBackend>> gpu;
    if (request.backend != Backend::emulator) {
        gpu = std::async(std::launch::async, [&no_gpu]() -> std::optional<GpuBackend> {
            try {
                return find_gpu_backend(no_gpu);
            } catch (const KitError& error) {
                no_gpu = error.what();
                return std::nullopt;
            }
        });
    }
    if (const auto nvcc = find_nvcc()) {
        outcome.nvcc = std::async(std::launch::async, [nvcc = *nvcc, lab, submission, files] {
            BuildCache own_cache(BuildCache::default_folder());
            return report_by_nvcc(nvcc, lab, submission, files, own_cache);
        });
    }
    progress.show("building…");
    BuildOutcome build = build_for_emulator(lab, submission, find_host_compiler(), files, cache);
    result.build_seconds = seconds_since(start);
    const std::optional<GpuBackend> backend = gpu.valid() ? gpu.get() : std::nullopt;
    if (request.backend == Backend::gpu && !backend) {
        throw KitError(fmt::format("--backend gpu needs a GPU: {}", no_gpu));
    }
    Gathered gathered;
    gathered.findings = std::move(build.findings);
    if (build.artifact) {
        result.build_from_cache = build.artifact->from_cache;
        const std::vector<Lab> variants = all_variants(lab);
        if (request.backend != Backend::gpu) {
            for (const Lab& variant : variants) {
                if (!run_cases(variant, *build.artifact, submission, request, progress, gathered)) {
                    break;
                }
            }
        }
        // A kernel that the emulator found wrong goes to the GPU only for other tools' word.
        if (backend && (request.sanitize || !has_error(gathered.findings))) {
            if (outcome.nvcc.valid()) {
                outcome.nvcc.wait(); // one compilation serves both
            }
            result.backend = request.backend == Backend::gpu ? "gpu" : "emulator, gpu";
            try {
                for (const Lab& variant : variants) {
                    add_gpu_check(variant, *backend, submission, *build.artifact, request, progress,
                                  result, gathered);
                    if (has_error(gathered.findings)) {
                        break;
                    }
                }
            } catch (const KitError& error) {
                if (request.backend == Backend::gpu) {
                    throw;
                }
                // The emulator has judged: a GPU that is full or gone takes nothing from that.
                result.backend = "emulator";
                result.no_timing = error.what();
            }
        }
    }
    if (!backend && (request.sanitize || request.profile)) {
        result.not_done.push_back(fmt::format(
            "--sanitize and --profile need a GPU: {}",
            request.backend == Backend::emulator ? "the emulator was asked for" : no_gpu));
    }
    if (!result.timing && result.no_timing.empty() && request.backend != Backend::emulator) {
        result.no_timing = backend ? "the kernel is not right yet" : no_gpu;
    }
    result.verdict = conclude(lab, std::move(gathered.cases), std::move(gathered.findings));
    result.verdict.traffic = std::move(gathered.traffic);
    result.verdict.printed = std::move(gathered.printed);
    result.total_seconds = seconds_since(start);
    progress.clear();
    return outcome;
}

void add_nvcc_report(CheckResult& result, const NvccReport& report) {
    result.resources = report.resources;
    if (report.findings.empty()) {
        return;
    }
    // The host compiler's errors are nvcc's too: said once.
    const auto& known = result.verdict.findings;
    if (std::any_of(known.begin(), known.end(), [](const Finding& finding) {
            return finding.kind == FindingKind::build_error ||
                   finding.kind == FindingKind::unsupported_feature;
        })) {
        return;
    }
    for (Finding finding : report.findings) {
        finding.message = "nvcc: " + finding.message;
        finding.from_nvcc = true;
        result.verdict.findings.push_back(std::move(finding));
    }
    result.verdict.outcome = Outcome::failed;
    result.verdict.score = 0;
}

std::uint64_t fresh_seed() {
    std::random_device device;
    return (std::uint64_t{device()} << 32 | device()) >> 12; // short enough to type again
}

} // namespace kit
