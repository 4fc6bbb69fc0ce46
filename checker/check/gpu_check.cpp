#include "checker/check/gpu_check.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/scratch_folder.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/check/check_submission.hpp"
#include "checker/check/gpu_reply.hpp"
#include "checker/compile/nvcc_report.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/diagnosis/judge.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/emulator/host/run.hpp"
#include "checker/gpu/host/nvidia_tools.hpp"
#include "checker/gpu/host/run_on_gpu.hpp"
#include "checker/model/slabs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace kit {

namespace {

namespace fs = std::filesystem;

/// The arrays of a case up to this size come back to the host and are judged there, as in the
/// emulator; a larger case is judged on the GPU.
constexpr std::int64_t most_cells_on_host = std::int64_t{1} << 24;
constexpr std::int64_t most_sanitized_cells = 64 * 64 * 64;
constexpr double sanitizer_deadline = 120; // seconds; the tools slow kernels down a hundredfold

std::vector<std::byte> read_bytes(const fs::path& path, std::uint64_t bytes) {
    const std::string text = read_file(path);
    if (text.size() != bytes) {
        throw KitError("{}: {} bytes instead of {}", path.string(), text.size(), bytes);
    }
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    return {begin, begin + bytes};
}

/// The lab with no more GPUs for its grids than there are.
Lab on_gpus_of(const GpuBackend& backend, Lab lab) {
    for (int& gpus : lab.gpus) {
        gpus = std::min(gpus, backend.device.gpus);
    }
    return lab;
}

/// One submission on its way through the GPU runner, stage by stage.
class GpuCheck {
public:
    GpuCheck(const Lab& lab, const GpuBackend& backend, const SubmissionFile& submission,
             const Artifact& artifact, const GpuCheckRequest& request, StatusLine& status)
        : lab_(on_gpus_of(backend, lab)), backend_(backend), submission_(submission),
          artifact_(artifact), request_(request), status_(status),
          cache_(BuildCache::default_folder()) {}

    GpuCheckResult run() {
        if (!compile()) {
            return std::move(result_);
        }
        bool right = judge_cases();
        if (request_.sanitize) {
            sanitize();
        }
        right = right && !has_error(result_.findings);
        if (right && request_.timed && has_slabs(lab_)) {
            time_scaling();
            if (request_.profile) {
                result_.not_done.emplace_back(
                    "--profile: the counters of kernels for several GPUs are not read");
            }
        } else if (right && request_.timed) {
            time();
            if (request_.profile) {
                profile();
            }
        }
        return std::move(result_);
    }

private:
    /// Returns false, with the findings that say why, if nvcc refuses the file.
    bool compile() {
        status_.show("compiling for the GPU…");
        const NvccReport built = report_by_nvcc(backend_.nvcc, lab_, submission_, kit_files(),
                                                cache_, backend_.architecture());
        if (!built.cubin.empty() && built.resources) {
            kernel_.cubin = built.cubin;
            kernel_.entry = built.resources->entry;
            return true;
        }
        for (Finding finding : built.findings) {
            finding.from_nvcc = true;
            result_.findings.push_back(std::move(finding));
        }
        if (result_.findings.empty()) {
            throw KitError(
                "nvcc could not compile the submission for this GPU, and gave no reason");
        }
        return false;
    }

    /// A request without jobs.
    RunnerRequest runner_request() {
        RunnerRequest request;
        request.root = request_.root;
        request.lab = lab_.id;
        request.element = lab_.element;
        request.radius = reach(lab_);
        request.kit_cubin = kit_kernels(backend_.nvcc, backend_.architecture(), cache_);
        return request;
    }

    /// The kernel with its launch on this grid; nothing, with the findings, if that is invalid.
    std::optional<KernelFile> launch_on(const Extents& extents) {
        Observation configured =
            configure_case(lab_, artifact_, extents, submission_,
                           static_cast<std::uint64_t>(backend_.device.max_shared_per_block_opt_in));
        std::move(configured.findings.begin(), configured.findings.end(),
                  std::back_inserter(result_.findings));
        if (!configured.completed) {
            return std::nullopt;
        }
        KernelFile kernel = kernel_;
        kernel.launch = configured.launch;
        return kernel;
    }

    void add(Finding&& finding, const Extents& extents) {
        finding.cases = {describe(extents, lab_)};
        result_.findings.push_back(std::move(finding));
    }

    /// Returns whether all cases are right.
    bool judge_cases() {
        const ScratchFolder scratch;
        RunnerRequest request = runner_request();
        for (std::size_t i = 0; i < request_.cases.size(); ++i) {
            const Extents& extents = request_.cases[i];
            const auto kernel = launch_on(extents);
            if (!kernel) {
                return false;
            }
            Job job;
            job.extents = extents;
            job.kernel = *kernel;
            job.seed = request_.seed;
            job.gpus = static_cast<int>(slabs_of(lab_, extents).size());
            if (extents.cells() <= most_cells_on_host) {
                job.keep = scratch.path() / std::to_string(i);
                fs::create_directories(job.keep);
            }
            request.jobs.push_back(std::move(job));
        }
        status_.show("checking on the GPU…");
        const RunnerReply reply = run_on_gpu(request);
        if (!reply.device) {
            throw KitError("The GPU is gone: {}", reply.no_device);
        }
        for (std::size_t i = 0; i < reply.jobs.size(); ++i) {
            if (!take(request.jobs[i], reply.jobs[i])) {
                return false;
            }
        }
        return std::ranges::all_of(
            result_.cases, [](const CaseResult& one) { return one.outcome == Outcome::passed; });
    }

    /// Adds a case's result. Returns false if the launch failed, and further cases would, too.
    bool take(const Job& job, const JobReply& reply) {
        if (auto finding = finding_of_end(reply)) {
            add(std::move(*finding), job.extents);
            CaseResult failed;
            failed.extents = job.extents;
            failed.outcome = Outcome::failed;
            result_.cases.push_back(failed);
            return false;
        }
        JudgedCase judged =
            job.keep.empty() ? judge_by_gpu(lab_, job.extents, *reply.check) : judge_on_host(job);
        if (const std::uint64_t words = reply.check->changed_guard_words; words > 0) {
            judged.findings.push_back(
                gpu_finding(FindingKind::out_of_bounds_global,
                            fmt::format("{} outside the arrays {} written.", counted(words, "word"),
                                        words == 1 ? "was" : "were"),
                            "--backend emulator names the line, the thread and the index."));
        }
        judged.result.seconds = reply.seconds;
        judged.result.outcome = judged.findings.empty() ? Outcome::passed : Outcome::failed;
        for (Finding& finding : judged.findings) {
            add(std::move(finding), job.extents);
        }
        result_.cases.push_back(std::move(judged.result));
        return true;
    }

    /// A case whose arrays came back, judged like one of the emulator's.
    JudgedCase judge_on_host(const Job& job) {
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
        RunnerRequest request = runner_request();
        const auto kernel = launch_on(*request_.timed);
        if (!kernel) {
            return;
        }
        Job job;
        job.extents = *request_.timed;
        job.kernel = *kernel;
        // Not the check's seed: a kernel that knows the seed could compute its inputs instead of
        // reading them.
        job.seed = fresh_seed();
        job.timed = true;
        job.baseline = baseline();
        request.jobs.push_back(job);
        status_.show("measuring on the GPU…");
        const RunnerReply reply = run_on_gpu(request);
        if (reply.jobs.empty()) {
            throw KitError("The GPU is gone: {}", reply.no_device);
        }
        if (auto finding = finding_of_end(reply.jobs[0])) {
            add(std::move(*finding), job.extents);
            result_.no_timing = "a timed launch was not right";
            return;
        }
        result_.timing = reply.jobs[0].timing;
        if (result_.timing && job.baseline) {
            result_.timing->baseline_lab = lab_.baseline;
        }
    }

    /// The launch on so many GPUs.
    LaunchShape launch_on(const Extents& extents, int gpus) {
        return configure_case(
                   on_gpus(lab_, gpus), artifact_, extents, submission_,
                   static_cast<std::uint64_t>(backend_.device.max_shared_per_block_opt_in))
            .launch;
    }

    /// On all GPUs that the lab may use, against one of them.
    void time_scaling() {
        const int most = *std::ranges::max_element(lab_.gpus);
        const auto gpus = static_cast<int>(slabs_of(on_gpus(lab_, most), *request_.timed).size());
        RunnerRequest request = runner_request();
        Job job;
        job.extents = *request_.timed;
        job.kernel = kernel_;
        job.kernel.launch = launch_on(job.extents, gpus);
        job.on_one = launch_on(job.extents, 1);
        job.weak = launch_on(with_planes_for_each(job.extents, gpus), gpus);
        job.seed = fresh_seed();
        job.timed = true;
        job.gpus = gpus;
        request.jobs.push_back(job);
        status_.show("measuring on the GPUs…");
        const RunnerReply reply = run_on_gpu(request);
        if (reply.jobs.empty()) {
            throw KitError("The GPU is gone: {}", reply.no_device);
        }
        if (auto finding = finding_of_end(reply.jobs[0])) {
            add(std::move(*finding), job.extents);
            result_.no_timing = "a timed series was not right";
            return;
        }
        result_.scaling = reply.jobs[0].scaling;
    }

    RunnerRequest one_judged(const Extents& extents, const KernelFile& kernel) {
        RunnerRequest request = runner_request();
        Job job;
        job.extents = extents;
        job.kernel = kernel;
        job.seed = request_.seed;
        job.gpus = static_cast<int>(slabs_of(lab_, extents).size());
        request.jobs.push_back(std::move(job));
        return request;
    }

    /// Runs the tools on the largest case that they finish in seconds.
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
        status_.show("running compute-sanitizer's tools…");
        RunnerRequest request = one_judged(*chosen, *kernel);
        request.guards = false;
        request.launch_deadline = sanitizer_deadline;
        SanitizerReport report = kit::sanitize(request, submission_);
        for (Finding& finding : report.findings) {
            add(std::move(finding), *chosen);
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
        status_.show("reading the hardware's counters…");
        Profile read = kit::profile(one_judged(*request_.timed, *kernel), lab_.kernel);
        result_.hardware = read.counters;
        if (!read.missing.empty()) {
            result_.not_done.push_back("--profile: " + read.missing);
        }
    }

    /// The kernel that times are compared with: another lab's reference solution.
    std::optional<KernelFile> baseline() {
        if (lab_.baseline.empty()) {
            return std::nullopt;
        }
        const std::vector<Lab> labs = read_catalog(request_.root);
        Lab other = find_lab(labs, lab_.baseline);
        other.element = lab_.element;
        if (!std::filesystem::exists(other.solution)) {
            return std::nullopt; // a kit for students
        }
        const SubmissionFile solution = for_element(read_submission(other.solution), lab_.element);
        const KitFiles files = kit_files();
        const BuildOutcome built =
            build_for_emulator(other, solution, find_host_compiler(), files, cache_);
        const NvccReport report =
            report_by_nvcc(backend_.nvcc, other, solution, files, cache_, backend_.architecture());
        if (!built.artifact || !report.resources) {
            throw KitError("{}: the reference solution does not build", other.id);
        }
        const Observation configured =
            configure_case(other, *built.artifact, *request_.timed, solution);
        return KernelFile{report.cubin, report.resources->entry, configured.launch};
    }

    const Lab lab_;
    const GpuBackend& backend_;
    const SubmissionFile& submission_;
    const Artifact& artifact_;
    const GpuCheckRequest& request_;
    StatusLine& status_;
    BuildCache cache_;
    KernelFile kernel_;
    GpuCheckResult result_;
};

} // namespace

GpuCheckResult check_on_gpu(const Lab& lab, const GpuBackend& backend,
                            const SubmissionFile& submission, const Artifact& artifact,
                            const GpuCheckRequest& request, StatusLine& status) {
    return GpuCheck(lab, backend, submission, artifact, request, status).run();
}

} // namespace kit
