#include "checker/model/finding.hpp"

#include <algorithm>
#include <iterator>

namespace kit {

namespace {

/// In the order of FindingKind.
constexpr std::string_view kind_names[] = {"build-error",
                                           "invalid-launch",
                                           "timeout",
                                           "crash",
                                           "wrong-output",
                                           "out-of-bounds-global",
                                           "out-of-bounds-shared",
                                           "race-shared",
                                           "race-global",
                                           "uninitialized-shared",
                                           "uninitialized-global",
                                           "barrier-divergence",
                                           "early-exit-before-barrier",
                                           "input-modified",
                                           "technique-missing",
                                           "unsupported-feature",
                                           "compiler-warning"};

static_assert(std::size(kind_names) == finding_kinds);

} // namespace

std::string_view name(FindingKind kind) {
    return kind_names[static_cast<std::size_t>(kind)];
}

std::optional<FindingKind> kind_named(std::string_view name) {
    const auto found = std::ranges::find(kind_names, name);
    return found == std::end(kind_names)
               ? std::nullopt
               : std::optional(static_cast<FindingKind>(found - std::begin(kind_names)));
}

std::span<const std::string_view> explanation_ids() {
    static constexpr std::string_view ids[] = {
        // The formula's numbers.
        "axes-exchanged", "centre-weighted", "coefficient-mistaken", "coefficients-exchanged",
        "coefficients-moved", "coefficients-row-length", "coefficients-shared",
        "coefficients-transposed", "coefficients-truncated", "neighbour-left-out",
        "neighbour-mistaken", "neighbour-twice", "neighbours-added", "neighbours-moved",
        "place-mistaken", "sign-mistaken", "sum-begun-anew", "sum-ends-early", "sum-not-reset",
        // What is made of the sum.
        "result-at-limit", "result-at-other-limit", "result-cut-off", "result-not-clamped",
        "result-not-squared", "result-scaled", "result-truncated", "single-precision",
        "sweeps-miscounted",
        // Where cells come from and go to.
        "block-count-short", "blocks-apart", "blocks-idle", "cells-left-out", "in-place",
        "loop-step-mistaken", "march-mistaken", "output-equals-input", "output-zero",
        "row-length-mistaken", "shifted", "transposed",
        // Borders of the grid and of tiles.
        "boundary-as-interior", "boundary-not-kept", "boundary-not-read", "boundary-rule-mistaken",
        "halo-edge", "halo-stale", "halo-zero", "overlap-short", "sent-plane-mistaken"};
    return ids;
}

bool is_of_row(const Finding& finding) {
    return finding.cause.kind == Cause::Kind::before_row ||
           finding.cause.kind == Cause::Kind::past_row;
}

int first_line(const Finding& finding) {
    return finding.lines.empty() ? 0 : finding.lines.front().line;
}

bool has_error(const std::vector<Finding>& findings) {
    return std::ranges::any_of(
        findings, [](const Finding& finding) { return finding.severity == Severity::error; });
}

std::string_view name(Severity severity) {
    return severity == Severity::error ? "error" : "warning";
}

const Finding* first_finding(const std::vector<Finding>& findings) {
    const auto error = std::ranges::find_if(
        findings, [](const Finding& one) { return one.severity == Severity::error; });
    if (error != findings.end()) {
        return &*error;
    }
    return findings.empty() ? nullptr : &findings.front();
}

} // namespace kit
