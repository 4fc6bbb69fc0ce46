#include "checker/diagnosis/consequences.hpp"

#include "checker/diagnosis/merge.hpp"
#include "checker/diagnosis/places/telling_plane.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
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
    case FindingKind::barrier_divergence:
    case FindingKind::input_modified: return finding.severity == Severity::error;
    default: return false;
    }
}

bool is_of_shared_memory(const Finding& finding) {
    return finding.kind == FindingKind::out_of_bounds_shared ||
           finding.kind == FindingKind::race_shared ||
           finding.kind == FindingKind::uninitialized_shared;
}

/// What wrong accesses cannot bring about: the numbers show another formula.
bool is_of_the_formula(const Finding& finding) {
    constexpr std::array ids{
        "coefficients-exchanged", "axes-exchanged",         "coefficient-mistaken",
        "coefficients-moved",     "coefficients-shared",    "neighbour-twice",
        "sign-mistaken",          "coefficients-truncated", "result-truncated",
        "result-not-clamped",     "result-not-squared",     "single-precision",
        "place-mistaken",         "sweeps-miscounted"};
    return !finding.explanations.empty() &&
           std::find(ids.begin(), ids.end(), std::string_view(finding.explanations.front().id)) !=
               ids.end();
}

bool may_come_from(const Finding& finding, const Finding& earlier) {
    if (!is_wrong_access(earlier) || !share_a_case(finding, earlier)) {
        return false;
    }
    if (finding.kind == FindingKind::wrong_output) {
        return !is_of_the_formula(finding);
    }
    return is_of_shared_memory(finding) && is_of_shared_memory(earlier) && !finding.array.empty() &&
           finding.array == earlier.array;
}

/// The picture of the wrong cells shows the block in which the cause was seen.
void mark_cause(Finding& finding, const Finding& cause) {
    if (finding.picture && !cause.threads.empty()) {
        ErrorPicture marked = *finding.picture;
        mark_block(marked, cause.threads.front().block, std::string(name(cause.kind)));
        finding.picture = std::make_shared<const ErrorPicture>(std::move(marked));
    }
}

} // namespace

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

} // namespace kit
