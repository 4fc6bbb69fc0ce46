#include "checker/assessment/gpu_check.hpp"

#include "checker/assessment/check_submission.hpp"
#include "checker/assessment/scratch_folder.hpp"
#include "checker/build/nvcc_report.hpp"
#include "checker/build/toolchain.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/diagnosis/judge.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/emulator/run.hpp"
#include "checker/gpu/profiler.hpp"
#include "checker/gpu/run_on_gpu.hpp"
#include "checker/gpu/sanitizer.hpp"
#include "checker/model/errors.hpp"
#include "checker/model/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace kit {

namespace {

namespace fs = std::filesystem;

/// Up to here a case's arrays come back to the host and are judged there, as the emulator's are;
/// beyond, the GPU's own judgement stands.
constexpr std::int64_t most_cells_on_host = std::int64_t{1} << 24;
constexpr std::int64_t most_sanitized_cells = 64 * 64 * 64;
constexpr double sanitizer_deadline = 120; // seconds; the tools slow kernels down a hundredfold

std::vector<std::byte> read_bytes(const fs::path& path, std::uint64_t bytes) {
    std::vector<std::byte> content(bytes);
    std::ifstream file(path, std::ios::binary);
    file.read(reinterpret_cast<char*>(content.data()),
              static_cast<std::streamsize>(content.size()));
    if (!file) {
        throw KitError(fmt::format("{} cannot be read", path.string()));
    }
    return content;
}

Finding finding_of(FindingKind kind, std::string message, std::string hint) {
    Finding finding;
    finding.kind = kind;
    finding.message = std::move(message);
    finding.hint = std::move(hint);
    return finding;
}

/// What a job says of the submission; nothing where it ended as it should.
std::optional<Finding> finding_from(const gpu::JobReply& reply) {
    switch (reply.end) {
    case gpu::JobEnd::done: return std::nullopt;
    case gpu::JobEnd::wrong:
        return finding_of(
            FindingKind::wrong_output, "On the GPU: " + reply.sentence,
            "Every timed launch has inputs and coefficients of its own. Right once and "
            "wrong another time: threads that race, or something kept from a launch "
            "before.");
    case gpu::JobEnd::timeout:
        return finding_of(FindingKind::timeout, "On the GPU: " + reply.sentence,
                          "Look for a loop whose end is never reached, or a barrier that not all "
                          "threads come to.");
    case gpu::JobEnd::refused:
        return finding_of(FindingKind::invalid_launch, "On the GPU: " + reply.sentence,
                          "launch_config() has to stay within these limits.");
    case gpu::JobEnd::fault:
        return finding_of(FindingKind::crash,
                          fmt::format("On the GPU: {}{}", reply.sentence,
                                      reply.error.empty() ? "" : " (" + reply.error + ")"),
                          "--backend emulator names the line, the thread and the array.");
    case gpu::JobEnd::failed: break;
    }
    throw KitError(fmt::format("The GPU runner: {}", reply.sentence));
}

/// Findings of what only the GPU's guards see.
std::vector<Finding> guard_findings(const gpu::LaunchCheck& check) {
    if (check.changed_guard_words == 0) {
        return {};
    }
    return {finding_of(FindingKind::out_of_bounds_global,
                       fmt::format("On the GPU: {} outside the arrays {} written.",
                                   counted(check.changed_guard_words, "word"),
                                   check.changed_guard_words == 1 ? "was" : "were"),
                       "--backend emulator names the line, the thread and the index.")};
}

/// A case too large for the host, by the GPU's own judgement.
JudgedCase judged_there(const Lab& lab, const Extents& extents, const gpu::LaunchCheck& check) {
    JudgedCase judged;
    judged.result.extents = extents;
    judged.result.variant = variant_name(lab);
    judged.result.comparison = check.comparison;
    const auto number = [](std::uint64_t count) {
        return with_separators(static_cast<std::int64_t>(count));
    };
    if (check.comparison.mismatches > 0) {
        const auto& [x, y, z] = check.comparison.first_wrong.at(0).cell;
        judged.findings.push_back(finding_of(
            FindingKind::wrong_output,
            fmt::format("On the GPU: {} of {} cells of {} are wrong, {} of them never written; the "
                        "first is ({}, {}, {}), x first.",
                        number(check.comparison.mismatches), number(check.comparison.cells),
                        describe(extents, lab), number(check.comparison.untouched), x, y, z),
            "A smaller --grid is diagnosed cell by cell."));
    }
    if (check.changed_inputs > 0) {
        judged.findings.push_back(
            finding_of(FindingKind::input_modified,
                       fmt::format("On the GPU: {} cells of the input were changed.",
                                   number(check.changed_inputs)),
                       "The input is const: write to the output only."));
    }
    return judged;
}

} // namespace

std::string GpuBackend::architecture() const {
    return fmt::format("sm_{}", device.capability);
}

std::optional<GpuBackend> find_gpu_backend(std::string& why) {
    const auto device = gpu::find_gpu(why);
    if (!device) {
        return std::nullopt;
    }
    const auto nvcc = find_nvcc();
    if (!nvcc) {
        why = "there is no nvcc to compile for the " + device->name;
        return std::nullopt;
    }
    return GpuBackend{*device, *nvcc};
}

namespace {

/// One submission on its way through the runner.
class GpuCheck {
public:
    GpuCheck(const Lab& lab, const GpuBackend& backend, const SubmissionFile& submission,
             const Artifact& artifact, const GpuCheckRequest& request, Progress& progress)
        : lab_(lab), backend_(backend), submission_(submission), artifact_(artifact),
          request_(request), progress_(progress), cache_(BuildCache::default_folder()) {}

    GpuCheckResult run() {
        progress_.show("compiling for the GPU…");
        const NvccReport built = report_by_nvcc(backend_.nvcc, lab_, submission_, kit_files(),
                                                cache_, backend_.architecture());
        if (built.cubin.empty() || !built.resources) {
            for (Finding finding : built.findings) {
                finding.from_nvcc = true;
                result_.findings.push_back(std::move(finding));
            }
            if (result_.findings.empty()) {
                throw KitError("nvcc could not compile the submission for this GPU, and did not "
                               "say what is wrong with it");
            }
            return std::move(result_);
        }
        kernel_.cubin = built.cubin;
        kernel_.entry = built.resources->entry;
        bool right = judge_cases();
        if (request_.sanitize) {
            sanitize();
        }
        right = right && std::none_of(result_.findings.begin(), result_.findings.end(),
                                      [](const Finding& finding) {
                                          return finding.severity == Severity::error;
                                      });
        if (right && request_.timed) {
            time();
        }
        if (right && request_.profile && request_.timed) {
            profile();
        }
        return std::move(result_);
    }

private:
    gpu::RunnerRequest runner_request() {
        gpu::RunnerRequest request;
        request.root = request_.root;
        request.lab = lab_.id;
        request.element = lab_.element;
        request.radius = reach(lab_);
        request.kit_cubin = kit_kernels(backend_.nvcc, backend_.architecture(), cache_);
        return request;
    }

    /// The launch on this grid, or nothing and the findings that say why.
    std::optional<gpu::KernelFile> launch_on(const Extents& extents) {
        Observation configured =
            configure_case(lab_, artifact_, extents, submission_,
                           static_cast<std::uint64_t>(backend_.device.max_shared_per_block_opt_in));
        std::move(configured.findings.begin(), configured.findings.end(),
                  std::back_inserter(result_.findings));
        if (!configured.completed) {
            return std::nullopt;
        }
        gpu::KernelFile kernel = kernel_;
        kernel.launch = configured.launch;
        return kernel;
    }

    /// Whether all is right.
    bool judge_cases() {
        const ScratchFolder scratch;
        gpu::RunnerRequest request = runner_request();
        for (std::size_t i = 0; i < request_.cases.size(); ++i) {
            const Extents& extents = request_.cases[i];
            const auto kernel = launch_on(extents);
            if (!kernel) {
                return false;
            }
            gpu::Job job;
            job.extents = extents;
            job.kernel = *kernel;
            job.seed = request_.seed;
            if (extents.cells() <= most_cells_on_host) {
                job.keep = scratch.path() / std::to_string(i);
                fs::create_directories(job.keep);
            }
            request.jobs.push_back(std::move(job));
        }
        progress_.show("checking on the GPU…");
        const gpu::RunnerReply reply = gpu::run_on_gpu(request);
        if (!reply.device) {
            throw KitError(fmt::format("The GPU is gone: {}", reply.no_device));
        }
        for (std::size_t i = 0; i < reply.jobs.size(); ++i) {
            if (!take(request.jobs[i], reply.jobs[i])) {
                return false;
            }
        }
        return std::all_of(result_.cases.begin(), result_.cases.end(),
                           [](const CaseResult& one) { return one.outcome == Outcome::passed; });
    }

    /// Adds a case; whether the next one makes sense.
    bool take(const gpu::Job& job, const gpu::JobReply& reply) {
        if (auto finding = finding_from(reply)) {
            finding->cases = {describe(job.extents, lab_)};
            result_.findings.push_back(std::move(*finding));
            CaseResult failed;
            failed.extents = job.extents;
            failed.outcome = Outcome::failed;
            result_.cases.push_back(failed);
            return false;
        }
        JudgedCase judged =
            job.keep.empty() ? judged_there(lab_, job.extents, *reply.check) : judged_here(job);
        std::vector<Finding> guards = guard_findings(*reply.check);
        std::move(guards.begin(), guards.end(), std::back_inserter(judged.findings));
        judged.result.seconds = reply.seconds;
        judged.result.outcome = judged.findings.empty() ? Outcome::passed : Outcome::failed;
        for (Finding& finding : judged.findings) {
            finding.cases = {describe(job.extents, lab_)};
            result_.findings.push_back(std::move(finding));
        }
        result_.cases.push_back(std::move(judged.result));
        return true;
    }

    /// A case whose arrays came back, judged as the emulator's are.
    JudgedCase judged_here(const gpu::Job& job) {
        const CaseData data = draw_case(lab_, job.extents, job.seed);
        Observation observation;
        observation.extents = job.extents;
        observation.launched = true;
        observation.completed = true;
        observation.launch = job.kernel.launch;
        observation.input = read_bytes(job.keep / "input.bin", data.input.size());
        observation.output = read_bytes(job.keep / "output.bin", data.output.size());
        return judge_case(lab_, data, observation);
    }

    void time() {
        gpu::RunnerRequest request = runner_request();
        const auto kernel = launch_on(*request_.timed);
        if (!kernel) {
            return;
        }
        gpu::Job job;
        job.extents = *request_.timed;
        job.kernel = *kernel;
        // Not the check's own: a kernel that knew it could compute its inputs instead of reading them.
        job.seed = fresh_seed();
        job.timed = true;
        job.baseline = baseline();
        request.jobs.push_back(job);
        progress_.show("measuring on the GPU…");
        const gpu::RunnerReply reply = gpu::run_on_gpu(request);
        if (reply.jobs.empty()) {
            throw KitError(fmt::format("The GPU is gone: {}", reply.no_device));
        }
        if (auto finding = finding_from(reply.jobs[0])) {
            finding->cases = {describe(job.extents, lab_)};
            result_.findings.push_back(std::move(*finding));
            result_.no_timing = "a timed launch was not right";
            return;
        }
        result_.timing = reply.jobs[0].timing;
        if (result_.timing && job.baseline) {
            result_.timing->baseline_lab = lab_.baseline;
        }
    }

    gpu::RunnerRequest one_judged(const Extents& extents, const gpu::KernelFile& kernel) {
        gpu::RunnerRequest request = runner_request();
        gpu::Job job;
        job.extents = extents;
        job.kernel = kernel;
        job.seed = request_.seed;
        request.jobs.push_back(std::move(job));
        return request;
    }

    /// On the largest case that the tools get through in seconds.
    void sanitize() {
        const Extents* chosen = &request_.cases.front();
        for (const Extents& extents : request_.cases) {
            if (extents.cells() <= most_sanitized_cells &&
                (extents.cells() > chosen->cells() || chosen->cells() > most_sanitized_cells)) {
                chosen = &extents;
            }
        }
        const auto kernel = launch_on(*chosen);
        if (!kernel) {
            return;
        }
        progress_.show("running compute-sanitizer's tools…");
        gpu::RunnerRequest request = one_judged(*chosen, *kernel);
        request.guards = false;
        request.launch_deadline = sanitizer_deadline;
        gpu::SanitizerReport report = gpu::sanitize(request, submission_);
        for (Finding& finding : report.findings) {
            finding.cases = {describe(*chosen, lab_)};
            result_.findings.push_back(std::move(finding));
        }
        if (!report.missing.empty()) {
            result_.not_done.push_back("--sanitize: " + report.missing);
        }
    }

    void profile() {
        const auto kernel = launch_on(*request_.timed);
        if (!kernel) {
            return;
        }
        progress_.show("reading the hardware's counters…");
        gpu::Profile read = gpu::profile(one_judged(*request_.timed, *kernel), lab_.kernel);
        result_.hardware = read.counters;
        if (!read.missing.empty()) {
            result_.not_done.push_back("--profile: " + read.missing);
        }
    }

    /// The kernel that the lab is measured beside: another lab's reference solution.
    std::optional<gpu::KernelFile> baseline() {
        if (lab_.baseline.empty()) {
            return std::nullopt;
        }
        const std::vector<Lab> labs = read_catalog(request_.root);
        Lab other = find_lab(labs, lab_.baseline);
        other.element = lab_.element;
        const SubmissionFile solution = for_element(read_submission(other.solution), lab_.element);
        const KitFiles files = kit_files();
        const BuildOutcome built =
            build_for_emulator(other, solution, find_host_compiler(), files, cache_);
        const NvccReport report =
            report_by_nvcc(backend_.nvcc, other, solution, files, cache_, backend_.architecture());
        if (!built.artifact || !report.resources) {
            throw KitError(fmt::format("{}: the reference solution does not build", other.id));
        }
        const Observation configured =
            configure_case(other, *built.artifact, *request_.timed, solution);
        return gpu::KernelFile{report.cubin, report.resources->entry, configured.launch};
    }

    const Lab& lab_;
    const GpuBackend& backend_;
    const SubmissionFile& submission_;
    const Artifact& artifact_;
    const GpuCheckRequest& request_;
    Progress& progress_;
    BuildCache cache_;
    gpu::KernelFile kernel_;
    GpuCheckResult result_;
};

} // namespace

GpuCheckResult check_on_gpu(const Lab& lab, const GpuBackend& backend,
                            const SubmissionFile& submission, const Artifact& artifact,
                            const GpuCheckRequest& request, Progress& progress) {
    return GpuCheck(lab, backend, submission, artifact, request, progress).run();
}

} // namespace kit
