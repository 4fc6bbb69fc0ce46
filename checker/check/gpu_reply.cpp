#include "checker/check/gpu_reply.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/numbers.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <utility>

namespace kit {

Finding gpu_finding(FindingKind kind, const std::string& message, std::string hint) {
    return {.kind = kind, .message = "On the GPU: " + message, .hint = std::move(hint)};
}

std::optional<Finding> finding_of_end(const JobReply& reply) {
    switch (reply.end) {
    case JobEnd::done: return std::nullopt;
    case JobEnd::wrong:
        return gpu_finding(FindingKind::wrong_output, reply.sentence,
                           "Each timed launch gets new inputs and coefficients. A kernel that is "
                           "right only sometimes has threads that race, or keeps something from "
                           "an earlier launch.");
    case JobEnd::timeout:
        return gpu_finding(FindingKind::timeout, reply.sentence,
                           "Look for a loop that never ends, or a barrier that some threads never "
                           "reach.");
    case JobEnd::refused:
        return gpu_finding(FindingKind::invalid_launch, reply.sentence,
                           "launch_config() has to stay within these limits.");
    case JobEnd::fault:
        return gpu_finding(FindingKind::crash,
                           reply.sentence + (reply.error.empty() ? "" : " (" + reply.error + ")"),
                           "--backend emulator names the line, the thread and the array.");
    case JobEnd::failed: break;
    }
    throw KitError("The GPU runner: {}", reply.sentence);
}

JudgedCase judge_by_gpu(const Lab& lab, const Extents& extents, const LaunchCheck& check) {
    JudgedCase judged;
    judged.result.extents = extents;
    judged.result.variant = variant_name(lab);
    judged.result.comparison = check.comparison;
    if (check.comparison.mismatches > 0) {
        const auto& [x, y, z] = check.comparison.first_wrong.at(0).cell;
        judged.findings.push_back(gpu_finding(
            FindingKind::wrong_output,
            fmt::format("{} of {} cells of {} are wrong, {} of them never written; the first is "
                        "({}, {}, {}), x first.",
                        thousands(check.comparison.mismatches), thousands(check.comparison.cells),
                        describe(extents, lab), thousands(check.comparison.untouched), x, y, z),
            "A smaller --grid is diagnosed cell by cell."));
    }
    if (check.changed_inputs > 0) {
        judged.findings.push_back(gpu_finding(
            FindingKind::input_modified,
            fmt::format("{} cells of the input were changed.", thousands(check.changed_inputs)),
            "The input is const: write to the output only."));
    }
    return judged;
}

} // namespace kit
