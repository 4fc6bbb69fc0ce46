#include "checker/assessment/gpu_check.hpp"

#include "checker/assessment/check_submission.hpp"
#include "checker/assessment/gpu_findings.hpp"
#include "checker/assessment/scratch_folder.hpp"
#include "checker/build/nvcc_report.hpp"
#include "checker/build/toolchain.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/diagnosis/judge.hpp"
#include "checker/emulator/run.hpp"
#include "checker/gpu/profiler.hpp"
#include "checker/gpu/run_on_gpu.hpp"
#include "checker/gpu/sanitizer.hpp"
#include "checker/model/errors.hpp"

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
        right = right && !has_error(result_.findings);
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
