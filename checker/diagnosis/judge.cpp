#include "checker/diagnosis/judge.hpp"

#include "checker/base/errors.hpp"
#include "checker/diagnosis/diagnoses.hpp"
#include "checker/diagnosis/places/places.hpp"
#include "checker/reference/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace kit {

namespace {

using Diagnosis = std::optional<Finding> (*)(const Evidence&);

// All diagnoses, in the order in which their findings are reported. A changed input comes first: it
// may be what made the output wrong.
constexpr Diagnosis diagnoses[] = {
    diagnose_input_modified,
    diagnose_wrong_output,
    diagnose_technique_missing,
};

/// Throws KitError if CUDA allows no such launch. The kit's runtime refuses such launches, so the program has then
/// written over its report; and the diagnoses divide by these numbers.
void demand_possible_launch(const Lab& lab, const Observation& observation) {
    const auto within = [](const std::array<std::uint32_t, 3>& extents,
                           const std::array<std::uint32_t, 3>& most) {
        return extents[0] >= 1 && extents[0] <= most[0] && extents[1] >= 1 &&
               extents[1] <= most[1] && extents[2] >= 1 && extents[2] <= most[2];
    };
    const auto& [grid, block, dynamic_shared_bytes, programmatic] = observation.launch;
    if (!within(grid, {2147483647, 65535, 65535}) || !within(block, {1024, 1024, 64}) ||
        std::uint64_t{block[0]} * block[1] * block[2] > 1024) {
        throw KitError(fmt::format(
            "on {} the kernel's program reports a launch that CUDA does not allow: {}×{}×{} blocks "
            "of {}×{}×{} threads. It has written over its own report: look at this file",
            describe(observation.extents, lab), grid[0], grid[1], grid[2], block[0], block[1],
            block[2]));
    }
}

Outcome outcome_of(const std::optional<Comparison>& comparison,
                   const std::vector<Finding>& findings) {
    if (has_error(findings) || (comparison && comparison->mismatches > 0)) {
        return Outcome::failed;
    }
    return comparison ? Outcome::passed : Outcome::error;
}

Outcome outcome_of(const std::vector<CaseResult>& cases, const std::vector<Finding>& findings) {
    const auto any = [&cases](Outcome outcome) {
        return std::any_of(cases.begin(), cases.end(), [outcome](const CaseResult& result) {
            return result.outcome == outcome;
        });
    };
    if (has_error(findings) || any(Outcome::failed)) {
        return Outcome::failed;
    }
    return cases.empty() || any(Outcome::error) ? Outcome::error : Outcome::passed;
}

bool share_a_case(const Finding& a, const Finding& b) {
    return std::find_first_of(a.cases.begin(), a.cases.end(), b.cases.begin(), b.cases.end()) !=
           a.cases.end();
}

bool same_mistake(const Finding& a, const Finding& b) {
    if (a.kind != b.kind || a.severity != b.severity) {
        return false;
    }
    if (!a.cause.empty() || !b.cause.empty()) {
        return a.cause == b.cause;
    }
    return a.kind == FindingKind::wrong_output || (a.lines == b.lines && a.array == b.array);
}

template <class T>
void add_missing(std::vector<T>& to, const std::vector<T>& from) {
    for (const T& item : from) {
        if (std::find(to.begin(), to.end(), item) == to.end()) {
            to.push_back(item);
        }
    }
}

/// Whether the finding has cells of the sort that the explanation is about.
bool is_about(const Explanation& explanation, const Finding& finding) {
    return explanation.of_unwritten ? finding.has_unwritten : finding.has_wrong_values;
}

/// What explains the cells of both. An explanation need only hold where there are cells of its sort.
/// Those that explain the whole grid come first. Sentences come from `first` if it has them.
std::vector<Explanation> on_both(const Finding& first, const Finding& second) {
    std::vector<Explanation> both;
    for (const Explanation& explanation : first.explanations) {
        const auto other = std::find_if(second.explanations.begin(), second.explanations.end(),
                                        [&explanation](const Explanation& candidate) {
                                            return candidate.id == explanation.id &&
                                                   candidate.key == explanation.key;
                                        });
        if (other != second.explanations.end()) {
            both.push_back(explanation);
            both.back().whole_grid = explanation.whole_grid && other->whole_grid;
        } else if (!is_about(explanation, second)) {
            both.push_back(explanation);
        }
    }
    for (const Explanation& explanation : second.explanations) {
        if (!is_about(explanation, first)) {
            both.push_back(explanation);
            // The sentence has numbers of blocks, which are true of one grid.
            if (explanation.of_unwritten && !second.cases.empty() &&
                explanation.elsewhere.empty()) {
                both.back().elsewhere = second.cases.front();
            }
        }
    }
    std::stable_sort(both.begin(), both.end(), [](const Explanation& a, const Explanation& b) {
        return a.whole_grid > b.whole_grid;
    });
    return both;
}

/// Whether the case shows more than one or two wrong cells in a corner.
bool shows_much(const Finding& finding) {
    constexpr std::size_t enough_cells = 100;
    return !finding.place.empty() || finding.count >= enough_cells;
}

/// Takes the explanations of both; message and picture from the first case that shows much.
void merge_wrong_output(Finding& earlier, Finding& later) {
    const bool later_shows_more = !shows_much(earlier) && shows_much(later);
    earlier.explanations = later_shows_more ? on_both(later, earlier) : on_both(earlier, later);
    earlier.has_wrong_values = earlier.has_wrong_values || later.has_wrong_values;
    earlier.has_unwritten = earlier.has_unwritten || later.has_unwritten;
    earlier.wrote_nothing = earlier.wrote_nothing && later.wrote_nothing;
    earlier.on_small_grid = earlier.on_small_grid ? earlier.on_small_grid : later.on_small_grid;
    if (later_shows_more) {
        earlier.message = std::move(later.message);
        earlier.place = std::move(later.place);
        earlier.index = later.index;
        earlier.detail = std::move(later.detail);
        earlier.hint = std::move(later.hint);
        earlier.picture = std::move(later.picture);
    }
}

bool is_wrong_access(const Finding& finding) {
    switch (finding.kind) {
    case FindingKind::out_of_bounds_global:
    case FindingKind::out_of_bounds_shared:
    case FindingKind::race_shared:
    case FindingKind::race_global:
    case FindingKind::uninitialized_shared:
    case FindingKind::uninitialized_global:
    case FindingKind::crash: // the run went on: an index outside a thread's own array
    case FindingKind::barrier_divergence:
    case FindingKind::input_modified: return finding.severity == Severity::error;
    default: return false;
    }
}

bool is_about_shared_memory(const Finding& finding) {
    return finding.kind == FindingKind::out_of_bounds_shared ||
           finding.kind == FindingKind::race_shared ||
           finding.kind == FindingKind::uninitialized_shared;
}

bool is_about_global_memory(const Finding& finding) {
    return finding.severity == Severity::error &&
           (finding.kind == FindingKind::out_of_bounds_global ||
            finding.kind == FindingKind::race_global ||
            finding.kind == FindingKind::uninitialized_global);
}

/// Whether the numbers fit another formula, which wrong accesses cannot cause.
bool is_mistake_in_formula(const Finding& finding) {
    return !finding.explanations.empty() && finding.explanations.front().of_formula;
}

/// Whether the one may come from the other, a wrong access.
bool may_follow(const Finding& finding, const Finding& earlier) {
    if (!share_a_case(finding, earlier)) {
        return false;
    }
    if (finding.kind == FindingKind::wrong_output) {
        // With a line it names a local variable without a value.
        return !is_mistake_in_formula(finding) && finding.lines.empty();
    }
    if (earlier.kind == FindingKind::out_of_bounds_global) {
        // Where an index leaves one array, it leaves others, too, or meets cells of other threads.
        return is_about_global_memory(finding);
    }
    if (earlier.kind == FindingKind::input_modified) {
        return finding.kind == FindingKind::race_global && finding.array == earlier.array;
    }
    return is_about_shared_memory(finding) && is_about_shared_memory(earlier) &&
           !finding.array.empty() && finding.array == earlier.array;
}

/// Whether what a small grid explains of the output is the cause of an access that is wrong on a larger one. An index that
/// leaves the grid tells more than the cells which it spoils, unless whole blocks begin in the wrong place.
bool explains(const Finding& wrong_output, const Finding& access) {
    return wrong_output.kind == FindingKind::wrong_output && wrong_output.on_small_grid &&
           is_wrong_access(access) &&
           (is_about_shared_memory(access) || wrong_output.on_small_grid->id == "blocks-apart");
}

bool may_come_from(const Finding& finding, const Finding& earlier) {
    if (explains(earlier, finding)) {
        return true;
    }
    if (explains(finding, earlier)) {
        return false;
    }
    return is_wrong_access(earlier) && may_follow(finding, earlier);
}

/// A race of stores that all have the same value.
bool is_equal_writes(const Finding& finding) {
    return (finding.kind == FindingKind::race_shared || finding.kind == FindingKind::race_global) &&
           finding.severity == Severity::warning;
}

/// Where nothing but the output is wrong on a small grid, and one explanation fits all of it, that is the mistake: wrong
/// accesses on larger grids follow from it.
void note_small_grids(std::vector<Finding>& findings) {
    constexpr std::uint64_t enough_cells = 8; // of fewer many explanations hold
    for (Finding& wrong : findings) {
        const bool is_alone =
            std::none_of(findings.begin(), findings.end(), [&](const Finding& other) {
                return &other != &wrong && share_a_case(other, wrong) &&
                       (other.severity == Severity::error || is_equal_writes(other));
            });
        if (wrong.kind != FindingKind::wrong_output || !is_alone || wrong.cases.empty() ||
            wrong.count < enough_cells || wrong.explanations.empty()) {
            continue;
        }
        const Explanation& best = wrong.explanations.front();
        if (best.whole_grid && (!best.of_unwritten || best.id == "blocks-apart")) {
            wrong.on_small_grid = best;
            wrong.on_small_grid->elsewhere = wrong.cases.front();
        }
    }
}

/// The wrong output that a small grid explains comes before what may follow from it.
void put_explained_first(std::vector<Finding>& findings) {
    const auto wrong = std::find_if(findings.begin(), findings.end(), [](const Finding& one) {
        return one.kind == FindingKind::wrong_output && one.on_small_grid;
    });
    if (wrong == findings.end()) {
        return;
    }
    const auto first = std::find_if(findings.begin(), wrong,
                                    [&](const Finding& one) { return explains(*wrong, one); });
    std::rotate(first, wrong, std::next(wrong));
}

/// Where a barrier is missing, cells are read before they are written, too: on small grids that may be all that
/// is seen. The race is the cause.
void put_races_first(std::vector<Finding>& findings) {
    for (auto race = findings.begin(); race != findings.end(); ++race) {
        if (race->kind == FindingKind::race_shared && race->severity == Severity::error) {
            const auto read = std::find_if(findings.begin(), race, [&race](const Finding& finding) {
                return finding.kind == FindingKind::uninitialized_shared &&
                       finding.array == race->array;
            });
            std::rotate(read, race, std::next(race));
        }
    }
}

/// On the smallest grids a wrong access may do no harm but to the output, which is then reported first.
void put_wrong_output_last(std::vector<Finding>& findings) {
    for (std::size_t i = findings.size(); i-- > 0;) {
        if (findings[i].kind != FindingKind::wrong_output) {
            continue;
        }
        for (std::size_t last = findings.size() - 1; last > i; --last) {
            if (may_come_from(findings[i], findings[last])) {
                const auto wrong = findings.begin() + static_cast<std::ptrdiff_t>(i);
                std::rotate(wrong, std::next(wrong),
                            findings.begin() + static_cast<std::ptrdiff_t>(last + 1));
                break;
            }
        }
    }
}

bool has_all_lines(const Finding& finding, const std::vector<SourceLine>& lines) {
    return std::all_of(lines.begin(), lines.end(), [&finding](const SourceLine& line) {
        return std::find(finding.lines.begin(), finding.lines.end(), line) != finding.lines.end();
    });
}

/// Whether one access made both: an index outside its dimension that is outside the array, too, or a read without
/// a value of which other reads do harm.
bool tells_no_more(const Finding& finding, const Finding& other) {
    if (finding.kind != other.kind || finding.array != other.array ||
        !share_a_case(finding, other) || !has_all_lines(other, finding.lines)) {
        return false;
    }
    const auto end_of = [](const Finding& one) {
        return one.cause.find(" before") != std::string::npos;
    };
    return (other.cause.starts_with("row ") && !finding.cause.starts_with("row ") &&
            end_of(finding) == end_of(other)) ||
           (finding.kind == FindingKind::uninitialized_shared &&
            finding.severity == Severity::warning && other.severity == Severity::error);
}

void drop_repetitions(std::vector<Finding>& findings) {
    std::vector<Finding> kept;
    for (const Finding& finding : findings) {
        if (std::none_of(findings.begin(), findings.end(), [&finding](const Finding& other) {
                return &other != &finding && tells_no_more(finding, other);
            })) {
            kept.push_back(finding);
        }
    }
    findings = std::move(kept);
}

/// A launch that CUDA refuses tells more than the cells which smaller grids leave out by the same mistake.
void put_launch_first(std::vector<Finding>& findings) {
    std::stable_partition(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.kind == FindingKind::invalid_launch;
    });
}

/// Reads of what was not written that do no harm come after all errors.
void put_harmless_reads_last(std::vector<Finding>& findings) {
    std::stable_partition(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.severity == Severity::error ||
               (finding.kind != FindingKind::uninitialized_shared &&
                finding.kind != FindingKind::uninitialized_global);
    });
}

/// Whether the error shows cells whose threads may have stored elsewhere instead.
bool may_come_from_index(const Finding& error, const Finding& equal_writes) {
    return error.severity == Severity::error && error.kind != equal_writes.kind &&
           may_follow(error, equal_writes) &&
           (!is_about_shared_memory(equal_writes) || error.array == equal_writes.array);
}

constexpr const char* hint_on_equal_writes = "Other cells are wrong, so probably one of the two "
                                             "has the wrong index: each cell has one thread "
                                             "that writes it.";

/// Stores of equal values come last, and harm nothing. But where other cells are wrong, too, they show that threads
/// have wrong indices. An array with another race gets no such warning.
void judge_equal_writes(std::vector<Finding>& findings) {
    for (Finding& race : findings) {
        if (is_equal_writes(race) &&
            std::any_of(findings.begin(), findings.end(), [&race](const Finding& other) {
                return may_come_from_index(other, race);
            })) {
            race.severity = Severity::error;
            race.hint = hint_on_equal_writes;
        }
    }
    // An index that leaves its array shows more of the same mistake.
    const auto wrong = std::find_if(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.kind == FindingKind::wrong_output;
    });
    std::stable_partition(findings.begin(), wrong, [&](const Finding& finding) {
        return finding.hint != hint_on_equal_writes;
    });
    const auto first =
        std::stable_partition(findings.begin(), findings.end(),
                              [](const Finding& finding) { return !is_equal_writes(finding); });
    const auto is_told = [&](const Finding& finding) {
        return std::any_of(findings.begin(), first, [&finding](const Finding& other) {
            return other.kind == finding.kind && other.array == finding.array;
        });
    };
    findings.erase(std::remove_if(first, findings.end(), is_told), findings.end());
}

/// Marks the block of the cause in the picture of the wrong cells.
void mark_cause(Finding& finding, const Finding& cause) {
    if (finding.picture && !cause.threads.empty()) {
        ErrorPicture marked = *finding.picture;
        mark_block(marked, cause.threads.front().block, std::string(name(cause.kind)));
        finding.picture = std::make_shared<const ErrorPicture>(std::move(marked));
    }
}

/// Where only threads without a cell compute, their guard lets the wrong ones through.
void suspect_guard(std::vector<Finding>& findings) {
    for (const Finding& wrong : findings) {
        if (wrong.wrote_nothing && wrong.follows &&
            findings[*wrong.follows].kind == FindingKind::out_of_bounds_global) {
            findings[*wrong.follows].hint =
                "Not one of the cells to compute was written: is the guard's condition the wrong "
                "way round, or is the index wrong?";
        }
    }
}

} // namespace

std::vector<Finding> merge(std::vector<Finding> findings) {
    std::vector<Finding> merged;
    std::vector<std::ptrdiff_t> own_lines; ///< of each, before others were added
    for (Finding& finding : findings) {
        const auto earlier =
            std::find_if(merged.begin(), merged.end(), [&finding](const Finding& candidate) {
                return same_mistake(candidate, finding) && !candidate.cases.empty() &&
                       !finding.cases.empty() &&
                       (!finding.cause.empty() || !share_a_case(candidate, finding));
            });
        if (earlier == merged.end()) {
            own_lines.push_back(std::ssize(finding.lines));
            merged.push_back(std::move(finding));
        } else {
            if (finding.kind == FindingKind::wrong_output) {
                merge_wrong_output(*earlier, finding);
            }
            earlier->count += finding.count;
            add_missing(earlier->cases, finding.cases);
            add_missing(earlier->lines, finding.lines);
            // Those of the example that is shown come first.
            const auto others = earlier->lines.begin() +
                                own_lines[static_cast<std::size_t>(earlier - merged.begin())];
            std::stable_sort(
                others, earlier->lines.end(),
                [](const SourceLine& a, const SourceLine& b) { return a.line < b.line; });
        }
    }
    return merged;
}

void mark_consequences(std::vector<Finding>& findings) {
    for (std::size_t later = 1; later < findings.size(); ++later) {
        for (std::size_t earlier = 0; earlier < later && !findings[later].follows; ++earlier) {
            if (!findings[earlier].follows && may_come_from(findings[later], findings[earlier])) {
                findings[later].follows = earlier;
                mark_cause(findings[later], findings[earlier]);
            }
        }
    }
}

JudgedCase judge_case(const Lab& lab, const CaseData& data, const Observation& observation) {
    JudgedCase judged;
    judged.result.extents = data.extents;
    judged.result.variant = variant_name(lab);
    judged.result.seconds = observation.seconds;
    if (observation.completed) {
        demand_possible_launch(lab, observation);
        judged.result.launch = observation.launch;
        judged.result.comparison = compare(lab, data, observation.output);
    }
    judged.findings = observation.findings;
    for (Finding& finding : judged.findings) {
        if (finding.cases.empty()) {
            finding.cases = {describe(data.extents, lab)};
        }
    }
    const Evidence evidence{lab, data, observation, judged.result.comparison};
    for (const Diagnosis diagnosis : diagnoses) {
        if (std::optional<Finding> finding = diagnosis(evidence)) {
            judged.findings.push_back(std::move(*finding));
        }
    }
    judged.result.outcome = outcome_of(judged.result.comparison, judged.findings);
    return judged;
}

Verdict conclude(const Lab& lab, std::vector<CaseResult> cases, std::vector<Finding> findings) {
    Verdict verdict;
    verdict.outcome = outcome_of(cases, findings);
    verdict.max_score = lab.points;
    verdict.score = verdict.outcome == Outcome::passed ? lab.points : 0;
    verdict.cases = std::move(cases);
    note_small_grids(findings);
    verdict.findings = merge(std::move(findings));
    for (Finding& finding : verdict.findings) {
        if (finding.kind == FindingKind::wrong_output) {
            add_explanation(finding);
        }
    }
    judge_equal_writes(verdict.findings);
    put_races_first(verdict.findings);
    put_wrong_output_last(verdict.findings);
    put_explained_first(verdict.findings);
    put_harmless_reads_last(verdict.findings);
    put_launch_first(verdict.findings);
    drop_repetitions(verdict.findings);
    mark_consequences(verdict.findings);
    suspect_guard(verdict.findings);
    return verdict;
}

} // namespace kit
