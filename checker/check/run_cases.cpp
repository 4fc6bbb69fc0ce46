#include "checker/check/run_cases.hpp"

#include "checker/base/tokens.hpp"
#include "checker/check/emulated_case.hpp"
#include "checker/check/filled_grids.hpp"
#include "checker/check/needed_barriers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <iterator>
#include <utility>

namespace kit {

namespace {

class CaseRunner {
public:
    CaseRunner(const EmulatedCheck& check, SeenCases& seen) : check_(check), seen_(seen) {}

    void run(const std::vector<Case>& cases) {
        std::vector<std::future<EmulatedCase>> running(cases.size());
        const auto begin = [&](std::size_t i) {
            if (!running[i].valid()) {
                running[i] = start(cases[i]);
            }
        };
        for (std::size_t i = 0; i < cases.size(); ++i) {
            if (i > 0 && !is_wanted(cases[i], cases[i - 1])) {
                if (check_.request.every_case) {
                    continue;
                }
                return;
            }
            if (const double seconds = seconds_of_left_out(cases[i]);
                seconds > 0 && !running[i].valid()) {
                seen_.not_done.push_back(fmt::format(
                    "Not run on {}, since an error is known: it would take {:.0f} s or more",
                    describe(cases[i].extents, *cases[i].variant), seconds));
                continue;
            }
            begin(i);
            // A small case runs alone: a kernel that hangs mostly does so there. Of the others the next one begins
            // while a process ends and its output is compared, unless the check may have one core only, or it may be
            // left out: this one tells how long it would take.
            const auto may_be_left_out = [&](const Case& next) {
                return is_wrong() && !check_.request.every_case &&
                       next.extents.cells() > 4 * cases[i].extents.cells();
            };
            if (!is_small(cases[i].extents) && i + 1 < cases.size() &&
                check_.request.workers != 1 && is_wanted(cases[i + 1], cases[i]) &&
                !may_be_left_out(cases[i + 1]) && seconds_of_left_out(cases[i + 1]) == 0) {
                begin(i + 1);
            }
            check_.status.show(fmt::format("checking {} ({} of {})…",
                                           describe(cases[i].extents, *cases[i].variant), i + 1,
                                           cases.size()));
            EmulatedCase emulated = running[i].get();
            emulated.judged.result.drawn = cases[i].drawn;
            const bool goes_on = take(cases[i], std::move(emulated));
            if (is_wrong()) {
                check_.on_error(cases, cases[i]);
            }
            if (!goes_on) {
                return;
            }
        }
        judge_filled_grids(cases);
        if (has_error(seen_.findings)) {
            check_.on_error(cases, seen_.first_failed);
        }
        note_unneeded_order(cases);
    }

private:
    [[nodiscard]] bool is_counted(const Case& one) const {
        return one.extents == counted_extents(*one.variant, check_.request.grids);
    }

    std::future<EmulatedCase> start(const Case& one) {
        // Only one case's traffic is shown.
        const auto watching = is_counted(one) ? runtime::watch_all : runtime::watch_errors;
        // Once a race is an error, others like it need no closer look.
        const bool compare_writes =
            std::ranges::none_of(seen_.findings, [](const Finding& finding) {
                return finding.kind == FindingKind::race_global &&
                       finding.severity == Severity::error;
            });
        EmulatedRun run{check_.request.seed,
                        check_.request.workers,
                        watching,
                        compare_writes,
                        check_.request.by_line && watching == runtime::watch_all,
                        seen_.findings};
        return std::async(std::launch::async, [one, run = std::move(run), this] {
            return run_and_judge(*one.variant, one.extents, check_.program, check_.submission, run);
        });
    }

    /// Whether there is an error besides a missing technique, which says nothing of other grids and variants: there the
    /// output may be wrong.
    [[nodiscard]] bool is_wrong() const {
        return std::ranges::any_of(seen_.findings, [](const Finding& finding) {
            return finding.severity == Severity::error &&
                   finding.kind != FindingKind::technique_missing;
        });
    }

    /// After such an error neither drawn grids run nor, unless every case is asked for, other variants: they would
    /// mostly show the same. `last` is the case before.
    [[nodiscard]] bool is_wanted(const Case& one, const Case& last) const {
        return !is_wrong() ||
               (!one.drawn && (check_.request.every_case || one.variant == last.variant));
    }

    /// How long a case would take that is left out after an error, unless every case is asked for: at the pace of the
    /// case before it would keep one waiting, or come near its time limit. 0: it is not left out.
    [[nodiscard]] double seconds_of_left_out(const Case& one) const {
        constexpr double measurable = 0.3; // a launch itself takes some of a shorter time
        if (!is_wrong() || check_.request.every_case || seen_.cases.empty() ||
            seen_.cases.back().seconds < measurable) {
            return 0;
        }
        const double cells = static_cast<double>(one.extents.cells());
        const double seconds = seen_.cases.back().seconds * cells /
                               static_cast<double>(seen_.cases.back().extents.cells());
        constexpr double near = 0.5; // more accesses at once take longer, each
        constexpr double long_wait = 3;
        return seconds > std::min(long_wait, near * time_limit(*one.variant, one.extents)) ? seconds
                                                                                           : 0;
    }

    /// Once all others are right: the first that is wrong tells enough.
    void judge_filled_grids(std::vector<Case> cases) {
        if (!check_.request.grids.empty() || is_wrong()) {
            return;
        }
        std::vector<std::future<std::vector<FilledGrid>>> filled;
        for (const Lab& variant : check_.variants) {
            filled.push_back(std::async(std::launch::async, [&variant, this] {
                return filled_grids(variant, check_.program, check_.submission);
            }));
        }
        std::vector<std::pair<Case, LastBlock>> chosen;
        for (std::size_t i = 0; i < check_.variants.size(); ++i) {
            for (const auto& [extents, last_block] : filled[i].get()) {
                const bool is_known =
                    std::ranges::any_of(cases, [&, grid = extents](const Case& other) {
                        return other.variant == &check_.variants[i] && other.extents == grid;
                    });
                if (!is_known) {
                    cases.push_back({&check_.variants[i], extents, true});
                    chosen.emplace_back(cases.back(), last_block);
                }
            }
        }
        std::future<EmulatedCase> next;
        for (std::size_t i = 0; i < chosen.size() && !is_wrong(); ++i) {
            const auto& [one, last_block] = chosen[i];
            std::future<EmulatedCase> running = next.valid() ? std::move(next) : start(one);
            if (i + 1 < chosen.size() && check_.request.workers != 1) {
                next = start(chosen[i + 1].first);
            }
            EmulatedCase emulated = running.get();
            emulated.judged.result.drawn = true;
            emulated.judged.result.last_block = last_block;
            take(one, std::move(emulated));
            if (is_wrong()) {
                check_.on_error(cases, one);
            }
        }
    }

    /// A kernel for several GPUs uses flags, and yet its sweeps are launched one after the other.
    [[nodiscard]] std::optional<Note> flags_not_used() const {
        const bool is_ordered = !check_.variants.front().gpus.empty() &&
                                std::ranges::none_of(seen_.cases, [](const CaseResult& one) {
                                    return one.launch && one.launch->by_flags;
                                });
        if (!is_ordered || !has_token(tokens_of(check_.submission.text), "flags")) {
            return std::nullopt;
        }
        return Note{"flags-not-used",
                    "The kernel uses flags, but launch_config() leaves by_flags false: each sweep "
                    "still begins when those before it have ended.",
                    "Set config.by_flags = true, and the sweeps are put in order by your flags "
                    "alone."};
    }

    void note_unneeded_order(const std::vector<Case>& cases) {
        if (has_error(seen_.findings) || !check_.request.grids.empty()) {
            return;
        }
        seen_.order_note = flags_not_used(); // which a barrier may be there for
        if (!seen_.order_note && !barrier_lines_.empty()) {
            check_.status.show("checking whether each barrier is needed…");
            seen_.order_note =
                unneeded_barrier(cases, barrier_lines_, check_.program, check_.submission,
                                 check_.request.seed, check_.request.workers);
        }
    }

    /// Returns false if the case ended the check.
    bool take(const Case& one, EmulatedCase&& emulated) {
        auto& [observation, judged] = emulated;
        if (judged.result.outcome == Outcome::passed) {
            demand_whole_counts(*one.variant, observation);
        }
        if (observation.completed && is_counted(one) && !seen_.traffic) {
            seen_.traffic = traffic_of(*one.variant, observation);
        }
        for (const int line : observation.barrier_lines) {
            if (std::ranges::find(barrier_lines_, line) == barrier_lines_.end()) {
                barrier_lines_.push_back(line);
            }
        }
        if (seen_.printed.empty()) {
            seen_.printed = std::move(observation.printed);
        }
        if (check_.request.case_judged) {
            check_.request.case_judged(judged);
        }
        seen_.cases.push_back(std::move(judged.result));
        const bool ends = ends_the_check(judged.findings, check_.request.every_case);
        if (!seen_.first_failed && has_error(judged.findings)) {
            seen_.first_failed = one;
        }
        std::move(judged.findings.begin(), judged.findings.end(),
                  std::back_inserter(seen_.findings));
        return !ends;
    }

    const EmulatedCheck& check_;
    SeenCases& seen_;
    std::vector<int> barrier_lines_; ///< of the source, seen in any case
};

} // namespace

void run_cases(const EmulatedCheck& check, const std::vector<Case>& cases, SeenCases& seen) {
    CaseRunner(check, seen).run(cases);
}

} // namespace kit
