#include "checker/check/check_submission.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/fingerprint.hpp"
#include "checker/base/macros.hpp"
#include "checker/check/chosen_cases.hpp"
#include "checker/check/emulated_case.hpp"
#include "checker/check/filled_grids.hpp"
#include "checker/check/gpu_check.hpp"
#include "checker/check/needed_barriers.hpp"
#include "checker/check/part_trials.hpp"
#include "checker/check/sharper_hints.hpp"
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
    const bool refused_already =
        std::any_of(known.begin(), known.end(), [](const Finding& finding) {
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
            judge_in_emulator(*artifact);
            judge_on_gpu(search.gpu, *artifact);
        }
        explain_what_is_missing(search);
        conclude_verdict();
        status_.clear();
        if (request_.judged) {
            request_.judged(result_, nvcc_.valid());
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
        findings_ = std::move(build.findings);
        if (build.artifact) {
            if (auto finding = too_many_variables(*build.artifact, submission_)) {
                findings_ = {std::move(*finding)};
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

    [[nodiscard]] bool is_counted(const Case& one) const {
        return one.extents == counted_extents(*one.variant, request_.grids);
    }

    std::future<EmulatedCase> start(const Case& one, const EmulatedProgram& program) {
        // Only one case's traffic is shown.
        const auto watching = is_counted(one) ? runtime::watch_all : runtime::watch_errors;
        // Once a race is an error, others like it need no closer look.
        const bool compare_writes =
            std::none_of(findings_.begin(), findings_.end(), [](const Finding& finding) {
                return finding.kind == FindingKind::race_global &&
                       finding.severity == Severity::error;
            });
        EmulatedRun run{request_.seed,
                        request_.workers,
                        watching,
                        compare_writes,
                        request_.by_line && watching == runtime::watch_all,
                        findings_};
        return std::async(std::launch::async, [one, run = std::move(run), &program, this] {
            return run_and_judge(*one.variant, one.extents, program, submission_, run);
        });
    }

    /// Whether there is an error besides a missing technique, which says nothing of other grids and variants: there the
    /// output may be wrong.
    [[nodiscard]] bool is_wrong() const {
        return std::any_of(findings_.begin(), findings_.end(), [](const Finding& finding) {
            return finding.severity == Severity::error &&
                   finding.kind != FindingKind::technique_missing;
        });
    }

    /// After such an error neither drawn grids run nor, unless every case is asked for, other variants: they would
    /// mostly show the same. `last` is the case before.
    [[nodiscard]] bool is_wanted(const Case& one, const Case& last) const {
        return !is_wrong() || (!one.drawn && (request_.every_case || one.variant == last.variant));
    }

    /// How long a case would take that is left out after an error, unless every case is asked for: at the pace of the
    /// case before it would keep one waiting, or come near its time limit. 0: it is not left out.
    [[nodiscard]] double seconds_of_left_out(const Case& one) const {
        constexpr double measurable = 0.3; // a launch itself takes some of a shorter time
        if (!is_wrong() || request_.every_case || cases_.empty() ||
            cases_.back().seconds < measurable) {
            return 0;
        }
        const double cells = static_cast<double>(one.extents.cells());
        const double seconds =
            cases_.back().seconds * cells / static_cast<double>(cases_.back().extents.cells());
        constexpr double near = 0.5; // more accesses at once take longer, each
        constexpr double long_wait = 3;
        return seconds > std::min(long_wait, near * time_limit(*one.variant, one.extents)) ? seconds
                                                                                           : 0;
    }

    void judge_in_emulator(const Artifact& artifact) {
        if (gpu_only()) {
            return;
        }
        const std::vector<Case> cases = all_cases();
        const EmulatedProgram& program = program_.emplace(artifact);
        std::vector<std::future<EmulatedCase>> running(cases.size());
        const auto begin = [&](std::size_t i) {
            if (!running[i].valid()) {
                running[i] = start(cases[i], program);
            }
        };
        for (std::size_t i = 0; i < cases.size(); ++i) {
            if (i > 0 && !is_wanted(cases[i], cases[i - 1])) {
                if (request_.every_case) {
                    continue;
                }
                return;
            }
            if (const double seconds = seconds_of_left_out(cases[i]);
                seconds > 0 && !running[i].valid()) {
                result_.not_done.push_back(fmt::format(
                    "Not run on {}, since an error is known: it would take {:.0f} s or more",
                    describe(cases[i].extents, *cases[i].variant), seconds));
                continue;
            }
            begin(i);
            // The first case, a small one, runs alone: a kernel that hangs mostly does so there. Of the
            // others the next one begins while a process ends and its output is compared, unless the
            // check may have one core only, or it may be left out: this one tells how long it would take.
            const auto may_be_left_out = [&](const Case& next) {
                return is_wrong() && !request_.every_case &&
                       next.extents.cells() > 4 * cases[i].extents.cells();
            };
            if (i > 0 && i + 1 < cases.size() && request_.workers != 1 &&
                is_wanted(cases[i + 1], cases[i]) && !may_be_left_out(cases[i + 1]) &&
                seconds_of_left_out(cases[i + 1]) == 0) {
                begin(i + 1);
            }
            status_.show(fmt::format("checking {} ({} of {})…",
                                     describe(cases[i].extents, *cases[i].variant), i + 1,
                                     cases.size()));
            EmulatedCase emulated = running[i].get();
            emulated.judged.result.drawn = cases[i].drawn;
            const bool goes_on = take(cases[i], std::move(emulated));
            if (is_wrong()) {
                start_part_trials(cases, cases[i]);
            }
            if (!goes_on) {
                return;
            }
        }
        judge_filled_grids(cases, program);
        if (has_error(findings_)) {
            start_part_trials(cases, first_failed_);
        }
        note_unneeded_barrier(cases, program);
    }

    /// Once all others are right: the first that is wrong tells enough.
    void judge_filled_grids(std::vector<Case> cases, const EmulatedProgram& program) {
        if (!request_.grids.empty() || is_wrong()) {
            return;
        }
        std::vector<std::future<std::vector<FilledGrid>>> filled;
        for (const Lab& variant : variants_) {
            filled.push_back(std::async(std::launch::async, [&variant, &program, this] {
                return filled_grids(variant, program, submission_);
            }));
        }
        std::vector<std::pair<Case, LastBlock>> chosen;
        for (std::size_t i = 0; i < variants_.size(); ++i) {
            for (const auto& [extents, last_block] : filled[i].get()) {
                const bool is_known =
                    std::any_of(cases.begin(), cases.end(), [&, grid = extents](const Case& other) {
                        return other.variant == &variants_[i] && other.extents == grid;
                    });
                if (!is_known) {
                    cases.push_back({&variants_[i], extents, true});
                    chosen.emplace_back(cases.back(), last_block);
                }
            }
        }
        std::future<EmulatedCase> next;
        for (std::size_t i = 0; i < chosen.size() && !is_wrong(); ++i) {
            const auto& [one, last_block] = chosen[i];
            std::future<EmulatedCase> running =
                next.valid() ? std::move(next) : start(one, program);
            if (i + 1 < chosen.size() && request_.workers != 1) {
                next = start(chosen[i + 1].first, program);
            }
            EmulatedCase emulated = running.get();
            emulated.judged.result.drawn = true;
            emulated.judged.result.last_block = last_block;
            take(one, std::move(emulated));
            if (is_wrong()) {
                start_part_trials(cases, one);
            }
        }
    }

    /// Once the first error is known, beside the rest of the check.
    void start_part_trials(const std::vector<Case>& cases, const std::optional<Case>& failed) {
        const bool is_limit = // which the compiler would reach with each part
            !findings_.empty() && findings_.front().cause.kind == Cause::Kind::compilers_limit;
        if (!request_.part_seed || parts_.valid() || is_limit) {
            return;
        }
        Lab lab = lab_;
        if (failed && !lab.variants.empty()) {
            lab.variants.resize(static_cast<std::size_t>(failed->variant->variant) + 1);
        }
        parts_ = std::async(std::launch::async, [this, lab, grids = cases_for_parts(cases, failed),
                                                 findings = findings_] {
            return try_parts({lab, submission_, files_, grids, *request_.part_seed, findings});
        });
    }

    void note_unneeded_barrier(const std::vector<Case>& cases, const EmulatedProgram& program) {
        if (has_error(findings_) || !request_.grids.empty() || barrier_lines_.empty()) {
            return;
        }
        status_.show("checking whether each barrier is needed…");
        unneeded_barrier_ = unneeded_barrier(cases, barrier_lines_, program, submission_,
                                             request_.seed, request_.workers);
    }

    /// Returns false if the case ended the check.
    bool take(const Case& one, EmulatedCase&& emulated) {
        auto& [observation, judged] = emulated;
        if (judged.result.outcome == Outcome::passed) {
            demand_whole_counts(*one.variant, observation);
        }
        if (observation.completed && is_counted(one) && !traffic_) {
            traffic_ = traffic_of(*one.variant, observation);
        }
        for (const int line : observation.barrier_lines) {
            if (std::find(barrier_lines_.begin(), barrier_lines_.end(), line) ==
                barrier_lines_.end()) {
                barrier_lines_.push_back(line);
            }
        }
        if (printed_.empty()) {
            printed_ = std::move(observation.printed);
        }
        if (request_.case_judged) {
            request_.case_judged(judged);
        }
        cases_.push_back(std::move(judged.result));
        const bool ends = ends_the_check(judged.findings, request_.every_case);
        if (!first_failed_ && has_error(judged.findings)) {
            first_failed_ = one;
        }
        append(findings_, std::move(judged.findings));
        return !ends;
    }

    /// A kernel that the emulator found wrong goes to the GPU only for compute-sanitizer.
    void judge_on_gpu(const std::optional<GpuBackend>& gpu, const Artifact& artifact) {
        if (!gpu || (has_error(findings_) && !request_.sanitize)) {
            return;
        }
        if (nvcc_.valid()) {
            nvcc_.wait(); // its compilation is then in the cache
        }
        result_.backend = gpu_only() ? "gpu" : "emulator, gpu";
        try {
            for (const Lab& variant : all_variants(lab_)) {
                judge_variant_on_gpu(variant, *gpu, artifact);
                if (has_error(findings_)) {
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
        if (!has_error(findings_) && !result_.timing && !result_.scaling) {
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
            if (std::find(result_.not_done.begin(), result_.not_done.end(), reason) ==
                result_.not_done.end()) {
                result_.not_done.push_back(std::move(reason));
            }
        }
        append(findings_, std::move(checked.findings));
        for (CaseResult& one : checked.cases) {
            one.drawn = std::find(drawn.begin(), drawn.end(), one.extents) != drawn.end();
        }
        merge_gpu_cases(std::move(checked.cases));
    }

    /// Where the emulator ran too, its results stay, except for cases that only the GPU found wrong.
    void merge_gpu_cases(std::vector<CaseResult>&& on_gpu) {
        if (gpu_only()) {
            append(cases_, std::move(on_gpu));
            return;
        }
        for (const CaseResult& one : on_gpu) {
            const auto emulated =
                std::find_if(cases_.begin(), cases_.end(), [&](const CaseResult& other) {
                    return other.extents == one.extents && other.variant == one.variant;
                });
            if (emulated != cases_.end() && one.outcome != Outcome::passed) {
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
        double_arithmetic_ = double_arithmetic(findings_);
        const bool idle = !has_error(findings_);
        std::erase_if(findings_, [idle](const Finding& finding) {
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
        if (!has_error(findings_)) {
            unused_reads_ = unused_reads(findings_);
            std::erase_if(findings_, is_unused_read);
        }
        result_.verdict = conclude(lab_, std::move(cases_), std::move(findings_));
        expand_macros();
        sharpen_hints(result_.verdict, {lab_, submission_, program_ ? &*program_ : nullptr,
                                        all_cases(), request_.seed});
        program_.reset(); // it refers to the artifact
        if (traffic_ && result_.verdict.outcome == Outcome::passed && request_.grids.empty()) {
            result_.verdict.notes = notes_on(lab_, *traffic_);
            for (std::optional<Note>* note : {&unneeded_barrier_, &double_arithmetic_}) {
                if (*note) {
                    result_.verdict.notes.push_back(std::move(**note));
                }
            }
        }
        if (unused_reads_) {
            result_.verdict.notes.push_back(std::move(*unused_reads_));
        }
        result_.verdict.traffic = std::move(traffic_);
        result_.verdict.printed = std::move(printed_);
        if (parts_.valid()) {
            status_.show("trying each part…");
            result_.parts = parts_.get();
        }
        result_.total_seconds = seconds_so_far();
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
    std::vector<CaseResult> cases_;
    std::optional<Case> first_failed_; ///< the first with an error, also of a missing technique
    std::vector<Finding> findings_;
    std::optional<TrafficResult> traffic_; ///< of the counted case
    std::vector<int> barrier_lines_;       ///< of the source, seen in any case
    std::optional<Note> unneeded_barrier_;
    std::optional<Note> double_arithmetic_;
    std::optional<Note> unused_reads_;
    std::string printed_; ///< by the first case that printed anything
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
