#include "checker/explore/explore.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/check/emulated_case.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/model/slabs.hpp"
#include "checker/reference/predictions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace kit {

namespace {

/// The first error's message; a refused launch adds its detail, which is CUDA's own message.
std::string first_error(const std::vector<Finding>& findings) {
    const auto found = std::ranges::find_if(
        findings, [](const Finding& finding) { return finding.severity == Severity::error; });
    if (found == findings.end()) {
        return {};
    }
    const bool refused = found->kind == FindingKind::invalid_launch && !found->detail.empty();
    return refused ? found->message + " " + found->detail : found->message;
}

void time_on_gpu(const Lab& lab, const SubmissionFile& file, const Artifact& artifact,
                 const Exploration& exploration, std::uint64_t seed, StatusLine& status,
                 Explored& result) {
    const int gpus = exploration.gpu->device.gpus;
    if (result.setting.gpus.value_or(1) > gpus) {
        result.problem = fmt::format("Not timed: the machine has {}.",
                                     plural(static_cast<std::size_t>(gpus), "GPU"));
        return;
    }
    GpuCheckRequest request;
    request.root = exploration.root;
    request.cases = lab.cases;
    request.timed = lab.cases.front();
    request.seed = seed;
    const GpuCheckResult checked =
        check_on_gpu(lab, *exploration.gpu, file, artifact, request, status);
    if (const std::string error = first_error(checked.findings); !error.empty()) {
        result.right = false;
        result.problem = error;
        return;
    }
    result.right = true;
    if (checked.timing) {
        result.time = checked.timing->cold;
    }
    result.scaling = checked.scaling;
}

void run_in_emulator(const Lab& lab, const SubmissionFile& submission, const Artifact& artifact,
                     std::uint64_t seed, Explored& result) {
    const auto [observation, judged] =
        run_and_judge(lab, result.setting.extents, artifact, submission, {seed});
    result.problem = first_error(judged.findings);
    result.right = judged.result.outcome == Outcome::passed;
    if (observation.completed) {
        result.traffic = traffic_of(lab, observation);
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
    if (has_slabs(lab)) {
        const auto usual = static_cast<int>(slabs_of(lab, setting.extents).size());
        result = on_gpus(result, setting.gpus.value_or(usual));
    }
    result.cases = {setting.extents};
    result.technique.reset(); // other sizes than the lab's may need more
    result.baseline.clear();
    return result;
}

SubmissionFile with_constant(SubmissionFile file, const std::string& name, int value) {
    const std::regex definition(fmt::format(R"((constexpr\s+int\s+{}\s*=\s*)\d+(\s*;))", name));
    std::smatch match;
    if (!std::regex_search(file.text, match, definition)) {
        throw UsageError("{}: --block needs a line 'constexpr int {} = …;' with a "
                         "number, and the file has none",
                         file.shown_path, name);
    }
    file.text = match.prefix().str() + match[1].str() + std::to_string(value) + match[2].str() +
                match.suffix().str();
    return file;
}

Explored explore(const Lab& lab, const SubmissionFile& file, const Setting& setting,
                 const Exploration& exploration, std::uint64_t seed, StatusLine& status) {
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
    if (!exploration.gpu_only) {
        run_in_emulator(here, submission, *built.artifact, seed, result);
    }
    if (exploration.gpu && (result.right || exploration.gpu_only)) {
        time_on_gpu(here, submission, *built.artifact, exploration, seed, status, result);
    }
    return result;
}

} // namespace kit
