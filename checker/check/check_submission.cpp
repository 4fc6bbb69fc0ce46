#include "checker/check/check_submission.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/fingerprint.hpp"
#include "checker/base/macros.hpp"
#include "checker/check/chosen_cases.hpp"
#include "checker/check/emulated_case.hpp"
#include "checker/check/gpu_check.hpp"
#include "checker/check/hints/sharper_hints.hpp"
#include "checker/check/run_cases.hpp"
#include "checker/check/trials/change_trials.hpp"
#include "checker/check/trials/part_trials.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/compile/nvcc_report.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/diagnosis/notes.hpp"
#include "checker/sandbox/confinement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <iterator>
#include <random>
#include <utility>

namespace kit {

namespace {

template <class Value>
void append(std::vector<Value>& list, std::vector<Value>&& more) {
    std::move(more.begin(), more.end(), std::back_inserter(list));
}

/// Adds what nvcc found. A file that nvcc refuses fails.
void add_nvcc_report(CheckResult& result, const NvccReport& report) {
    result.resources = report.resources;
    const auto& known = result.verdict.findings;
    // nvcc repeats the errors of the first compiler: those are reported once.
    const bool refused_already = std::ranges::any_of(known, [](const Finding& finding) {
        return finding.kind == FindingKind::build_error ||
               finding.kind == FindingKind::unsupported_feature;
    });
    if (report.findings.empty() || refused_already) {
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

/// One submission on its way, stage by stage.
class SubmissionCheck {
public:
    SubmissionCheck(const Lab& lab, const CheckRequest& request, StatusLine& status)
        : lab_(lab), request_(request), status_(status),
          submission_(request.submission ? *request.submission : read_submission(request.file)) {}

    CheckResult run() {
        describe_run();
        // Tried while the build is looked up: whoever needs to know waits for it.
        const auto confinement = std::async(std::launch::async, [] { (void)no_confinement(); });
        start_gpu_search();
        start_nvcc();
        const std::optional<Artifact> artifact = compile();
        const GpuSearch search = gpu_search_.valid()
                                     ? gpu_search_.get()
                                     : GpuSearch{{}, "this lab's reference runs on the CPU alone"};
        if (gpu_only() && !search.gpu) {
            throw KitError("--backend gpu needs a GPU: {}", search.missing);
        }
        if (artifact) {
            if (!gpu_only()) {
                judge_in_emulator(*artifact);
            }
            judge_on_gpu(search.gpu, *artifact);
        }
        explain_what_is_missing(search);
        conclude_verdict();
        status_.clear();
        const bool has_more = deserves_changes();
        if (request_.judged) {
            request_.judged(result_, nvcc_.valid() || has_more);
        }
        if (has_more) {
            try_changes();
        }
        wait_for_nvcc();
        return std::move(result_);
    }

private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] bool gpu_only() const { return request_.backend == Backend::gpu; }

    [[nodiscard]] double seconds_so_far() const {
        return std::chrono::duration<double>(Clock::now() - start_).count();
    }

    void describe_run() {
        result_.kit_version = KIT_VERSION;
        result_.submission = submission_.shown_path;
        result_.submission_fingerprint = fingerprint_of(submission_.text);
        result_.backend = gpu_only() ? "gpu" : "emulator";
        result_.seed = request_.seed;
    }

    void start_gpu_search() {
        if (request_.backend != Backend::emulator && has_gpu_reference(lab_)) {
            gpu_search_ = std::async(std::launch::async, search_gpu);
        }
    }

    void start_nvcc() {
        const auto nvcc = request_.with_nvcc ? find_nvcc() : std::nullopt;
        if (nvcc) {
            nvcc_ = std::async(std::launch::async, [this, nvcc = *nvcc] {
                BuildCache cache(BuildCache::default_folder());
                return report_by_nvcc(nvcc, lab_, submission_, files_, cache);
            });
        }
    }

    std::optional<Artifact> compile() {
        status_.show("building…");
        BuildCache cache(BuildCache::default_folder());
        BuildOutcome build =
            build_for_emulator(lab_, submission_, find_host_compiler(), files_, cache);
        result_.build_seconds = seconds_so_far();
        result_.build_from_cache = build.artifact && build.artifact->from_cache;
        seen_.findings = std::move(build.findings);
        if (build.artifact) {
            if (auto finding = too_many_variables(*build.artifact, submission_)) {
                seen_.findings = {std::move(*finding)};
                return std::nullopt;
            }
        } else {
            start_part_trials(all_cases(), {});
        }
        return std::move(build.artifact);
    }

    [[nodiscard]] std::vector<Case> all_cases() const {
        return chosen_cases(variants_, request_.grids, request_.seed);
    }

    void judge_in_emulator(const Artifact& artifact) {
        const auto on_error = [this](const auto& cases, const auto& failed) {
            start_part_trials(cases, failed);
        };
        run_cases({request_, submission_, variants_, program_.emplace(artifact), status_, on_error},
                  all_cases(), seen_);
        result_.not_done = std::move(seen_.not_done);
    }

    /// The lab with the variants up to that of a case.
    [[nodiscard]] Lab lab_until(const std::optional<Case>& failed) const {
        Lab lab = lab_;
        if (failed && !lab.variants.empty()) {
            lab.variants.resize(static_cast<std::size_t>(failed->variant->variant) + 1);
        }
        return lab;
    }

    /// Once the first error is known, beside the rest of the check.
    void start_part_trials(const std::vector<Case>& cases, const std::optional<Case>& failed) {
        const bool is_limit = // which the compiler would reach with each part
            !seen_.findings.empty() &&
            seen_.findings.front().cause.kind == Cause::Kind::compilers_limit;
        if (!request_.part_seed || parts_.valid() || is_limit) {
            return;
        }
        parts_ = std::async(std::launch::async, [this, lab = lab_until(failed),
                                                 grids = cases_for_parts(cases, failed),
                                                 findings = seen_.findings] {
            return try_parts({{lab, files_, grids, *request_.part_seed}, submission_, findings});
        });
    }

    /// A kernel that the emulator found wrong goes to the GPU only for compute-sanitizer.
    void judge_on_gpu(const std::optional<GpuBackend>& gpu, const Artifact& artifact) {
        if (!gpu || (has_error(seen_.findings) && !request_.sanitize)) {
            return;
        }
        if (nvcc_.valid()) {
            nvcc_.wait(); // its compilation is then in the cache
        }
        result_.backend = gpu_only() ? "gpu" : "emulator, gpu";
        try {
            for (const Lab& variant : all_variants(lab_)) {
                judge_variant_on_gpu(variant, *gpu, artifact);
                if (has_error(seen_.findings)) {
                    return;
                }
            }
        } catch (const KitError& error) {
            if (gpu_only()) {
                throw;
            }
            // The emulator's verdict stands, even if the GPU is full or gone.
            result_.backend = "emulator";
            result_.no_timing = error.what();
        }
    }

    void judge_variant_on_gpu(const Lab& variant, const GpuBackend& gpu, const Artifact& artifact) {
        GpuCheckRequest request;
        request.root = request_.root;
        request.cases = cases_of(variant, request_.grids);
        const std::vector<Extents> drawn = drawn_cases_of(variant, request_.grids, request_.seed);
        request.cases.insert(request.cases.end(), drawn.begin(), drawn.end());
        if (request.cases.empty()) {
            return;
        }
        if (!has_error(seen_.findings) && !result_.timing && !result_.scaling) {
            request.timed = counted_extents(variant, request_.grids);
        }
        request.seed = request_.seed;
        request.sanitize = request_.sanitize;
        request.profile = request_.profile && !result_.hardware;
        GpuCheckResult checked =
            check_on_gpu(variant, gpu, submission_, artifact, request, status_);
        if (request.timed) {
            result_.timing = std::move(checked.timing);
            result_.scaling = std::move(checked.scaling);
            result_.no_timing = std::move(checked.no_timing);
            result_.hardware = checked.hardware;
        }
        for (std::string& reason : checked.not_done) {
            if (std::ranges::find(result_.not_done, reason) == result_.not_done.end()) {
                result_.not_done.push_back(std::move(reason));
            }
        }
        append(seen_.findings, std::move(checked.findings));
        for (CaseResult& one : checked.cases) {
            one.drawn = std::ranges::find(drawn, one.extents) != drawn.end();
        }
        merge_gpu_cases(std::move(checked.cases));
    }

    /// Where the emulator ran too, its results stay, except for cases that only the GPU found wrong.
    void merge_gpu_cases(std::vector<CaseResult>&& on_gpu) {
        if (gpu_only()) {
            append(seen_.cases, std::move(on_gpu));
            return;
        }
        for (const CaseResult& one : on_gpu) {
            const auto emulated = std::ranges::find_if(seen_.cases, [&](const CaseResult& other) {
                return other.extents == one.extents && other.variant == one.variant;
            });
            if (emulated != seen_.cases.end() && one.outcome != Outcome::passed) {
                *emulated = one;
            }
        }
    }

    void explain_what_is_missing(const GpuSearch& search) {
        const bool emulator_only = request_.backend == Backend::emulator;
        if (!search.gpu && (request_.sanitize || request_.profile)) {
            result_.not_done.push_back(
                fmt::format("--sanitize and --profile need a GPU: {}",
                            emulator_only ? "you chose the emulator" : search.missing));
        }
        if (!result_.timing && !result_.scaling && result_.no_timing.empty() && !emulator_only) {
            result_.no_timing = search.gpu ? "the kernel is not right yet" : search.missing;
        }
    }

    /// The compiler doubts lines of right kernels, too: it explains what is wrong, and says nothing else.
    void leave_out_idle_warnings() {
        double_arithmetic_ = double_arithmetic(seen_.findings);
        const bool idle = !has_error(seen_.findings);
        std::erase_if(seen_.findings, [idle](const Finding& finding) {
            return finding.kind == FindingKind::compiler_warning &&
                   finding.cause.kind != Cause::Kind::other_capability &&
                   (idle || is_promotion_to_double(finding));
        });
    }

    void expand_macros() {
        for (Finding& finding : result_.verdict.findings) {
            for (SourceLine& line : finding.lines) {
                if (line.line > 0 && line.file == submission_.shown_path) {
                    line.expansion = expanded_line(submission_.text, line.line);
                }
            }
        }
    }

    void conclude_verdict() {
        result_.no_sandbox = no_confinement();
        leave_out_idle_warnings();
        unused_reads_ = take_unused_reads(seen_.findings);
        result_.verdict = conclude(lab_, std::move(seen_.cases), std::move(seen_.findings));
        expand_macros();
        if (request_.with_hints) {
            sharpen_hints(result_.verdict, {lab_, submission_, program_ ? &*program_ : nullptr,
                                            all_cases(), request_.seed});
        }
        program_.reset(); // it refers to the artifact
        if (seen_.traffic && result_.verdict.outcome == Outcome::passed && request_.grids.empty()) {
            result_.verdict.notes = notes_on(lab_, *seen_.traffic);
            for (std::optional<Note>* note : {&seen_.order_note, &double_arithmetic_}) {
                if (*note) {
                    result_.verdict.notes.push_back(std::move(**note));
                }
            }
        }
        if (unused_reads_) {
            result_.verdict.notes.push_back(std::move(*unused_reads_));
        }
        result_.verdict.traffic = std::move(seen_.traffic);
        result_.verdict.printed = std::move(seen_.printed);
        if (parts_.valid()) {
            status_.show("trying each part…");
            result_.parts = parts_.get();
        }
        result_.total_seconds = seconds_so_far();
    }

    /// Whether a small change may make it right: it has all its parts, ran, and its output was wrong or left to chance.
    [[nodiscard]] bool deserves_changes() const {
        const Finding* const first = first_finding(result_.verdict.findings);
        return request_.tries_changes && request_.part_seed && seen_.first_failed &&
               first != nullptr && first->severity == Severity::error &&
               first->kind != FindingKind::technique_missing &&
               !has_untouched_part(lab_, submission_);
    }

    void try_changes() {
        status_.show("trying small changes…");
        const Lab lab = lab_until(seen_.first_failed);
        std::vector<Case> cases = all_cases();
        const std::vector<Case> grids = cases_for_parts(cases, seen_.first_failed);
        std::erase_if(cases, [](const Case& one) { return one.drawn; }); // others in every check
        if (seen_.first_failed->drawn) {
            cases.push_back(*seen_.first_failed);
        }
        const std::uint64_t seed = *request_.part_seed;
        result_.change =
            find_right_change({lab, files_, grids, seed}, {lab_, files_, cases, seed}, submission_);
        status_.clear();
    }

    void wait_for_nvcc() {
        if (nvcc_.valid()) {
            status_.show("nvcc is still compiling…");
            add_nvcc_report(result_, nvcc_.get());
            status_.clear();
        }
    }

    const Clock::time_point start_ = Clock::now();
    const Lab& lab_;
    const CheckRequest& request_;
    StatusLine& status_;
    const SubmissionFile submission_;
    const KitFiles files_ = kit_files();
    const std::vector<Lab> variants_ = all_variants(lab_); ///< as the cases name them
    std::optional<EmulatedProgram> program_;
    SeenCases seen_;
    std::optional<Note> double_arithmetic_;
    std::optional<Note> unused_reads_;
    CheckResult result_;
    std::future<GpuSearch> gpu_search_;
    std::future<NvccReport> nvcc_; ///< last: their threads use members above
    std::future<TriedParts> parts_;
};

} // namespace

CheckResult check_submission(const Lab& lab, const CheckRequest& request, StatusLine& status) {
    return SubmissionCheck(lab, request, status).run();
}

std::uint64_t fresh_seed() {
    std::random_device device;
    return (std::uint64_t{device()} << 32 | device()) >> 12; // short enough to type again
}

} // namespace kit
