#include "checker/exploration/explore.hpp"

#include "checker/build/emulator_build.hpp"
#include "checker/build/toolchain.hpp"
#include "checker/diagnosis/judge.hpp"
#include "checker/emulator/run.hpp"
#include "checker/exploration/named_constant.hpp"
#include "checker/reference/draw.hpp"
#include "checker/reference/poison.hpp"
#include "checker/reference/predicted_counters.hpp"

#include <algorithm>

namespace kit {

namespace {

/// With the detail of a refused launch: what CUDA says.
std::string first_error(const std::vector<Finding>& findings) {
    const auto found = std::find_if(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.severity == Severity::error;
    });
    if (found == findings.end()) {
        return {};
    }
    const bool refused = found->kind == FindingKind::invalid_launch && !found->detail.empty();
    return refused ? found->message + " " + found->detail : found->message;
}

void time(const Lab& lab, const SubmissionFile& file, const Artifact& artifact,
          const Exploration& exploration, Progress& progress, Explored& result) {
    GpuCheckRequest request;
    request.root = exploration.root;
    request.cases = lab.cases;
    request.timed = lab.cases.front();
    request.seed = exploration.seed;
    const GpuCheckResult checked =
        check_on_gpu(lab, *exploration.gpu, file, artifact, request, progress);
    result.no_time = checked.no_timing;
    if (const std::string error = first_error(checked.findings); !error.empty()) {
        result.right = false;
        result.problem = error;
    } else if (checked.timing) {
        result.time = checked.timing->cold;
    }
}

} // namespace

Lab lab_at(const Lab& lab, const Setting& setting) {
    Lab result = lab;
    if (!lab.variants.empty()) {
        result.variants = {{setting.element, setting.radius.value_or(reach(lab)), {}}};
        result = variant_of(result, 0);
    }
    result.element = setting.element;
    result.cases = {setting.extents};
    result.technique.reset(); // other sizes than the lab's may need more
    result.baseline.clear();
    return result;
}

Explored explore(const Lab& lab, const SubmissionFile& file, const Setting& setting,
                 const Exploration& exploration, Progress& progress) {
    Explored result;
    result.setting = setting;
    const Lab here = lab_at(lab, setting);
    SubmissionFile submission = file;
    if (lab.variants.empty()) {
        submission = for_element(std::move(submission), setting.element);
    }
    if (setting.block) {
        submission = with_constant(std::move(submission), lab.block_constant, *setting.block);
    }
    BuildCache cache(BuildCache::default_folder());
    const BuildOutcome built =
        build_for_emulator(here, submission, find_host_compiler(), kit_files(), cache);
    if (!built.artifact) {
        result.problem = first_error(built.findings);
        return result;
    }
    const CaseData data = draw_case(here, setting.extents, exploration.seed);
    const Observation observation = run_case(
        here, *built.artifact,
        {setting.extents, data.input, data.output, data.coefficients, poison_of(here.element)},
        submission);
    const JudgedCase judged = judge_case(here, data, observation);
    result.problem = first_error(judged.findings);
    result.right = judged.result.outcome == Outcome::passed;
    if (observation.completed) {
        result.traffic =
            TrafficResult{.extents = setting.extents,
                          .launch = observation.launch,
                          .counted = observation.counters,
                          .predicted = predict_counters(here, setting.extents, observation.launch),
                          .operations = sweep_operations(here, setting.extents)};
    }
    if (result.right && exploration.gpu != nullptr) {
        time(here, submission, *built.artifact, exploration, progress, result);
    }
    return result;
}

} // namespace kit
