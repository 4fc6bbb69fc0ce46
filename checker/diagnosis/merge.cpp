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
