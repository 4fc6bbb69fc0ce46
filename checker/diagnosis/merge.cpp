#include "checker/diagnosis/merge.hpp"

#include <algorithm>
#include <utility>

namespace kit {

bool share_a_case(const Finding& a, const Finding& b) {
    return std::find_first_of(a.cases.begin(), a.cases.end(), b.cases.begin(), b.cases.end()) !=
           a.cases.end();
}

namespace {

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

/// Whether the finding's cells are such as the explanation speaks of.
bool speaks_of(const Explanation& explanation, const Finding& finding) {
    return explanation.of_unwritten ? finding.has_unwritten : finding.has_wrong_values;
}

/// What explains the cells of both, each sort of cells on the cases that have it; what tells the
/// whole grid comes first. The sentences are those of `first` where it has them.
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
        } else if (!speaks_of(explanation, second)) {
            both.push_back(explanation);
        }
    }
    for (const Explanation& explanation : second.explanations) {
        if (!speaks_of(explanation, first)) {
            both.push_back(explanation);
            // Numbers of the blocks belong to their grid.
            if (explanation.of_unwritten && !second.cases.empty() &&
                explanation.sentence.back() != ')') {
                both.back().sentence += " (on " + second.cases.front() + ")";
            }
        }
    }
    std::stable_sort(both.begin(), both.end(), [](const Explanation& a, const Explanation& b) {
        return a.whole_grid > b.whole_grid;
    });
    return both;
}

/// Whether a case shows more of the mistake than one or two cells in a corner do.
bool is_telling(const Finding& finding) {
    constexpr std::size_t enough_cells = 100;
    return !finding.place.empty() || finding.count >= enough_cells;
}

/// The explanations of both; what is told of one case is the first telling one's.
void merge_wrong_output(Finding& earlier, Finding& later) {
    const bool later_tells = !is_telling(earlier) && is_telling(later);
    earlier.explanations = later_tells ? on_both(later, earlier) : on_both(earlier, later);
    earlier.has_wrong_values = earlier.has_wrong_values || later.has_wrong_values;
    earlier.has_unwritten = earlier.has_unwritten || later.has_unwritten;
    if (later_tells) {
        earlier.message = std::move(later.message);
        earlier.place = std::move(later.place);
        earlier.index = later.index;
        earlier.detail = std::move(later.detail);
        earlier.hint = std::move(later.hint);
        earlier.picture = std::move(later.picture);
    }
}

} // namespace

std::vector<Finding> merge(std::vector<Finding> findings) {
    std::vector<Finding> merged;
    for (Finding& finding : findings) {
        const auto earlier =
            std::find_if(merged.begin(), merged.end(), [&finding](const Finding& candidate) {
                return same_mistake(candidate, finding) && !candidate.cases.empty() &&
                       !finding.cases.empty() &&
                       (!finding.cause.empty() || !share_a_case(candidate, finding));
            });
        if (earlier == merged.end()) {
            merged.push_back(std::move(finding));
        } else {
            if (finding.kind == FindingKind::wrong_output) {
                merge_wrong_output(*earlier, finding);
            }
            earlier->count += finding.count;
            add_missing(earlier->cases, finding.cases);
            add_missing(earlier->lines, finding.lines);
            std::stable_sort(
                earlier->lines.begin(), earlier->lines.end(),
                [](const SourceLine& a, const SourceLine& b) { return a.line < b.line; });
        }
    }
    return merged;
}

} // namespace kit
