#include "checker/model/finding.hpp"

#include <algorithm>

namespace kit {

std::string_view name(FindingKind kind) {
    switch (kind) {
    case FindingKind::build_error: return "build-error";
    case FindingKind::invalid_launch: return "invalid-launch";
    case FindingKind::timeout: return "timeout";
    case FindingKind::crash: return "crash";
    case FindingKind::wrong_output: return "wrong-output";
    case FindingKind::out_of_bounds_global: return "out-of-bounds-global";
    case FindingKind::out_of_bounds_shared: return "out-of-bounds-shared";
    case FindingKind::race_shared: return "race-shared";
    case FindingKind::race_global: return "race-global";
    case FindingKind::uninitialized_shared: return "uninitialized-shared";
    case FindingKind::uninitialized_global: return "uninitialized-global";
    case FindingKind::barrier_divergence: return "barrier-divergence";
    case FindingKind::early_exit_before_barrier: return "early-exit-before-barrier";
    case FindingKind::input_modified: return "input-modified";
    case FindingKind::technique_missing: return "technique-missing";
    case FindingKind::unsupported_feature: return "unsupported-feature";
    }
    return "";
}

std::span<const std::string_view> explanation_ids() {
    static constexpr std::string_view ids[] = {
        "axes-exchanged",
        "block-count-short",
        "boundary-as-interior",
        "boundary-not-read",
        "boundary-rule-mistaken",
        "coefficient-mistaken",
        "coefficients-exchanged",
        "coefficients-moved",
        "coefficients-shared",
        "coefficients-truncated",
        "halo-edge",
        "halo-stale",
        "halo-zero",
        "in-place",
        "neighbour-left-out",
        "neighbour-mistaken",
        "neighbour-twice",
        "output-equals-input",
        "output-zero",
        "place-mistaken",
        "result-not-clamped",
        "result-not-squared",
        "result-truncated",
        "row-length-mistaken",
        "shifted",
        "sign-mistaken",
        "single-precision",
        "sum-begun-anew",
        "sum-ends-early",
        "sweeps-miscounted",
        "transposed",
    };
    return ids;
}

bool has_error(const std::vector<Finding>& findings) {
    return std::any_of(findings.begin(), findings.end(),
                       [](const Finding& finding) { return finding.severity == Severity::error; });
}

std::string_view name(Severity severity) {
    return severity == Severity::error ? "error" : "warning";
}

} // namespace kit
