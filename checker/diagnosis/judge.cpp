#include "checker/diagnosis/judge.hpp"

#include "checker/diagnosis/consequences.hpp"
#include "checker/diagnosis/merge.hpp"
#include "checker/diagnosis/registry.hpp"
#include "checker/diagnosis/wrong_output.hpp"
#include "checker/reference/comparison.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace kit {

namespace {

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

} // namespace

JudgedCase judge_case(const Lab& lab, const CaseData& data, const Observation& observation) {
    JudgedCase judged;
    judged.result.extents = data.extents;
    judged.result.variant = variant_name(lab);
    judged.result.seconds = observation.seconds;
    if (observation.completed) {
        judged.result.comparison = compare(lab, data, observation.output);
    }
    judged.findings = observation.findings;
    for (Finding& finding : judged.findings) {
        if (finding.cases.empty()) {
            finding.cases = {describe(data.extents, lab)};
        }
    }
    std::vector<Finding> diagnosed =
        diagnose(Evidence{lab, data, observation, judged.result.comparison});
    std::move(diagnosed.begin(), diagnosed.end(), std::back_inserter(judged.findings));
    judged.result.outcome = outcome_of(judged.result.comparison, judged.findings);
    return judged;
}

Verdict conclude(const Lab& lab, std::vector<CaseResult> cases, std::vector<Finding> findings) {
    Verdict verdict;
    verdict.outcome = outcome_of(cases, findings);
    verdict.max_score = lab.points;
    verdict.score = verdict.outcome == Outcome::passed ? lab.points : 0;
    verdict.cases = std::move(cases);
    verdict.findings = merge(std::move(findings));
    for (Finding& finding : verdict.findings) {
        if (finding.kind == FindingKind::wrong_output) {
            tell_explanation(finding);
        }
    }
    mark_consequences(verdict.findings);
    return verdict;
}

} // namespace kit
