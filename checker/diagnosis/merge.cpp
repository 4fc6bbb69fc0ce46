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
    return a.kind == FindingKind::wrong_output || (a.lines == b.lines && a.array == b.array);
}

} // namespace

std::vector<Finding> merge(std::vector<Finding> findings) {
    std::vector<Finding> merged;
    for (Finding& finding : findings) {
        const auto earlier =
            std::find_if(merged.begin(), merged.end(), [&finding](const Finding& candidate) {
                return same_mistake(candidate, finding) && !candidate.cases.empty() &&
                       !finding.cases.empty() && !share_a_case(candidate, finding);
            });
        if (earlier == merged.end()) {
            merged.push_back(std::move(finding));
        } else {
            earlier->count += finding.count;
            earlier->cases.insert(earlier->cases.end(), finding.cases.begin(), finding.cases.end());
        }
    }
    return merged;
}

} // namespace kit
