#include "checker/diagnosis/judge.hpp"

#include "checker/base/errors.hpp"
#include "checker/diagnosis/diagnoses.hpp"
#include "checker/diagnosis/finding_order.hpp"
#include "checker/diagnosis/merged_findings.hpp"
#include "checker/reference/comparison.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
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

bool is_possible(const LaunchShape& launch) {
    const auto within = [](const std::array<std::uint32_t, 3>& extents,
                           const std::array<std::uint32_t, 3>& most) {
        return extents[0] >= 1 && extents[0] <= most[0] && extents[1] >= 1 &&
               extents[1] <= most[1] && extents[2] >= 1 && extents[2] <= most[2];
    };
    const auto& block = launch.block;
    return within(launch.grid, {2147483647, 65535, 65535}) && within(block, {1024, 1024, 64}) &&
           std::uint64_t{block[0]} * block[1] * block[2] <= 1024;
}

/// Whether its blocks began to run.
bool began(const Observation& observation) {
    return observation.launched && is_possible(observation.launch) &&
           std::ranges::none_of(observation.findings, [](const Finding& one) {
               return one.kind == FindingKind::invalid_launch;
           });
}

/// Throws KitError if CUDA allows no such launch. The kit's runtime refuses such launches, so the program has then
/// written over its report; and the diagnoses divide by these numbers.
void demand_possible_launch(const Lab& lab, const Observation& observation) {
    const auto& [grid, block, dynamic_shared_bytes, programmatic, by_flags] = observation.launch;
    if (!is_possible(observation.launch)) {
        throw KitError(
            "on {} the kernel's program reports a launch that CUDA does not allow: {}×{}×{} blocks "
            "of {}×{}×{} threads. It has written over its own report: look at this file",
            describe(observation.extents, lab), grid[0], grid[1], grid[2], block[0], block[1],
            block[2]);
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
        return std::ranges::any_of(
            cases, [outcome](const CaseResult& result) { return result.outcome == outcome; });
    };
    if (has_error(findings) || any(Outcome::failed)) {
        return Outcome::failed;
    }
    return cases.empty() || any(Outcome::error) ? Outcome::error : Outcome::passed;
}

} // namespace

JudgedCase judge_case(const Lab& lab, const CaseData& data, const Observation& observation,
                      bool explains) {
    JudgedCase judged;
    judged.result.extents = data.extents;
    judged.result.variant = variant_name(lab);
    judged.result.seconds = observation.seconds;
    if (observation.completed) {
        demand_possible_launch(lab, observation);
        judged.result.comparison = compare(lab, data, observation.output);
    }
    if (began(observation)) {
        judged.result.launch = observation.launch;
    }
    judged.findings = observation.findings;
    for (Finding& finding : judged.findings) {
        if (finding.cases.empty()) {
            finding.cases = {describe(data.extents, lab)};
        }
    }
    const Evidence evidence{lab, data, observation, judged.result.comparison, explains};
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
    put_in_order(verdict.findings);
    return verdict;
}

} // namespace kit
