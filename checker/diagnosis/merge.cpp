#include "checker/diagnosis/merge.hpp"

#include <algorithm>
#include <utility>

namespace kit {

namespace {

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

bool holds(const Explanation& explanation, const std::vector<Explanation>& on_other_case) {
    return std::any_of(on_other_case.begin(), on_other_case.end(),
                       [&explanation](const Explanation& other) {
                           return other.id == explanation.id && other.key == explanation.key;
                       });
}

/// Those of `first` that `second` has, too; what tells the whole grid on both comes first.
std::vector<Explanation> on_both(std::vector<Explanation> first,
                                 const std::vector<Explanation>& second) {
    first.erase(std::remove_if(first.begin(), first.end(),
                               [&second](const Explanation& explanation) {
                                   return !holds(explanation, second);
                               }),
                first.end());
    for (Explanation& explanation : first) {
        explanation.whole_grid =
            explanation.whole_grid &&
            std::any_of(second.begin(), second.end(), [&explanation](const Explanation& other) {
                return other.id == explanation.id && other.key == explanation.key &&
                       other.whole_grid;
            });
    }
    std::stable_sort(first.begin(), first.end(), [](const Explanation& a, const Explanation& b) {
        return a.whole_grid > b.whole_grid;
    });
    return first;
}

/// Whether a case shows more of the mistake than one or two cells in a corner do.
bool is_telling(const Finding& finding) {
    constexpr std::size_t enough_cells = 100;
    return !finding.place.empty() || finding.count >= enough_cells;
}

/// The explanations of both; what is told of one case is the first telling one's.
void merge_wrong_output(Finding& earlier, Finding& later) {
    earlier.explanations = on_both(std::move(earlier.explanations), later.explanations);
    if (!is_telling(earlier) && is_telling(later)) {
        // Sentences may name numbers of the case.
        earlier.explanations = on_both(std::move(later.explanations), earlier.explanations);
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
