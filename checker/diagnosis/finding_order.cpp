#include "checker/diagnosis/finding_order.hpp"

#include "checker/diagnosis/merged_findings.hpp"
#include "checker/diagnosis/places/places.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

namespace kit {

namespace {

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

bool has_all_lines(const Finding& finding, const std::vector<SourceLine>& lines) {
    return std::ranges::all_of(lines, [&finding](const SourceLine& line) {
        return std::ranges::find(finding.lines, line) != finding.lines.end();
    });
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
    if (earlier.kind == FindingKind::out_of_bounds_global ||
        earlier.cause.kind == Cause::Kind::misaligned) {
        // Where an index leaves one array, it leaves others, too, or meets cells of other threads.
        return is_about_global_memory(finding);
    }
    if (earlier.kind == FindingKind::out_of_bounds_shared && finding.array.empty() &&
        finding.kind == FindingKind::out_of_bounds_global) { // far beyond the same array
        return has_all_lines(earlier, finding.lines);
    }
    if (earlier.kind == FindingKind::input_modified) {
        return finding.kind == FindingKind::race_global && finding.array == earlier.array;
    }
    return is_about_shared_memory(finding) && is_about_shared_memory(earlier) &&
           !finding.array.empty() && finding.array == earlier.array;
}

/// Whether what a small grid explains of the output is the cause of an access that is wrong on a larger one. An index
/// that leaves the grid tells more than the cells which it spoils, unless whole blocks begin in the wrong place.
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

/// The wrong output that a small grid explains comes before what may follow from it.
void put_explained_first(std::vector<Finding>& findings) {
    const auto wrong = std::ranges::find_if(findings, [](const Finding& one) {
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

/// Where another line than the one that reads has an index outside the array, it may have stored elsewhere what is
/// missing, or what another thread has stored. On small grids, where that index stays inside, this alone is seen.
void put_wrong_indices_first(std::vector<Finding>& findings) {
    for (auto index = findings.begin(); index != findings.end(); ++index) {
        if (index->kind == FindingKind::out_of_bounds_shared &&
            index->severity == Severity::error) {
            const auto read = std::find_if(findings.begin(), index, [&](const Finding& finding) {
                return finding.array == index->array &&
                       (finding.cause.kind == Cause::Kind::equal_writes ||
                        (finding.kind == FindingKind::uninitialized_shared &&
                         first_line(finding) != first_line(*index)));
            });
            std::rotate(read, index, std::next(index));
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

/// Whether both are reads by the same lines, which go so far past one array that they come near the next one, or into
/// it.
bool is_far_beyond(const Finding& finding, const Finding& past) {
    const bool is_near = finding.kind == FindingKind::out_of_bounds_global &&
                         finding.cause.kind == Cause::Kind::before_array &&
                         finding.cause.of.ends_with(" read");
    return (is_near || finding.kind == FindingKind::uninitialized_global) &&
           past.kind == FindingKind::out_of_bounds_global &&
           past.cause.kind == Cause::Kind::past_array && past.cause.of.ends_with(" read") &&
           finding.array != past.array && has_all_lines(past, finding.lines) &&
           share_a_case(finding, past);
}

/// Whether one access made both: an index outside its dimension that is outside the array, too, or a read without
/// a value of which other reads do harm. In an array with a race it is luck whether a read comes before the store.
bool tells_no_more(const Finding& finding, const Finding& other) {
    if (is_far_beyond(finding, other)) {
        return true;
    }
    if (finding.kind == FindingKind::uninitialized_global &&
        finding.severity == Severity::warning && other.kind == FindingKind::race_global &&
        other.severity == Severity::error) {
        return finding.array == other.array && share_a_case(finding, other);
    }
    if (finding.kind != other.kind || finding.array != other.array ||
        !share_a_case(finding, other) || !has_all_lines(other, finding.lines)) {
        return false;
    }
    const auto end_of = [](const Finding& one) {
        return one.cause.kind == Cause::Kind::before_array ||
               one.cause.kind == Cause::Kind::before_row;
    };
    return (is_of_row(other) && !is_of_row(finding) && end_of(finding) == end_of(other)) ||
           (finding.kind == FindingKind::uninitialized_shared &&
            finding.severity == Severity::warning && other.severity == Severity::error);
}

void drop_repetitions(std::vector<Finding>& findings) {
    std::vector<Finding> kept;
    for (const Finding& finding : findings) {
        if (std::ranges::none_of(findings, [&finding](const Finding& other) {
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

/// Stores of equal values come last, and harm nothing. But where other cells are wrong, too, they show that threads
/// have wrong indices. An array with another race gets no such warning.
void judge_equal_writes(std::vector<Finding>& findings) {
    for (Finding& race : findings) {
        // Where two lines store the same to one place, both have it right: what is missing has another reason.
        if (is_equal_writes(race) && race.lines.size() < 2 &&
            std::ranges::any_of(findings, [&race](const Finding& other) {
                return may_come_from_index(other, race);
            })) {
            race.severity = Severity::error;
            if (race.hint.starts_with("CUDA calls this a race")) { // of many threads it says why
                race.hint =
                    "Other cells are wrong, so probably one of the two has the wrong index: each "
                    "cell has one thread that writes it.";
            }
        }
    }
    // An index that leaves its array shows more of the same mistake.
    const auto wrong = std::ranges::find_if(
        findings, [](const Finding& finding) { return finding.kind == FindingKind::wrong_output; });
    std::stable_partition(findings.begin(), wrong, [&](const Finding& finding) {
        return finding.cause.kind != Cause::Kind::equal_writes ||
               finding.severity != Severity::error;
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

/// First the output must be right on all grids.
void put_technique_last(std::vector<Finding>& findings) {
    std::stable_partition(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.kind != FindingKind::technique_missing ||
               finding.severity != Severity::error;
    });
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
    const bool writes_input =
        std::ranges::find(findings, FindingKind::input_modified, &Finding::kind) != findings.end();
    for (const Finding& wrong : findings) {
        if (wrong.wrote_nothing && wrong.follows && !writes_input &&
            findings[*wrong.follows].kind == FindingKind::out_of_bounds_global) {
            findings[*wrong.follows].hint =
                "Not one of the cells to compute was written: is the guard's condition the wrong "
                "way round, or is the index wrong?";
        }
    }
}

} // namespace

void note_small_grids(std::vector<Finding>& findings) {
    constexpr std::uint64_t enough_cells = 8;     // of fewer many explanations hold
    constexpr std::uint64_t enough_for_sums = 20; // where most terms may be 0 by chance
    for (Finding& wrong : findings) {
        const bool is_alone = std::ranges::none_of(findings, [&](const Finding& other) {
            return &other != &wrong && share_a_case(other, wrong) &&
                   (other.severity == Severity::error || is_equal_writes(other));
        });
        if (wrong.kind != FindingKind::wrong_output || !is_alone || wrong.cases.empty() ||
            wrong.count < enough_cells || wrong.explanations.empty()) {
            continue;
        }
        const Explanation& best = wrong.explanations.front();
        const bool is_of_blocks = best.id == "blocks-apart" || best.id == "march-mistaken";
        const bool is_chance = best.id.starts_with("sum-") && wrong.count < enough_for_sums;
        if (best.whole_grid && !is_chance && (!best.of_unwritten || is_of_blocks)) {
            wrong.on_small_grid = best;
            wrong.on_small_grid->elsewhere = wrong.cases.front();
        }
    }
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

void put_in_order(std::vector<Finding>& findings) {
    judge_equal_writes(findings);
    put_races_first(findings);
    put_wrong_indices_first(findings);
    put_wrong_output_last(findings);
    put_explained_first(findings);
    put_harmless_reads_last(findings);
    put_launch_first(findings);
    put_technique_last(findings);
    drop_repetitions(findings);
    mark_consequences(findings);
    suspect_guard(findings);
}

} // namespace kit
