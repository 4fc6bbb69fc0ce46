#include "checker/assessment/gpu_findings.hpp"

#include "checker/diagnosis/wording.hpp"
#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <utility>

namespace kit {

namespace {

Finding finding_of(FindingKind kind, std::string message, std::string hint) {
    Finding finding;
    finding.kind = kind;
    finding.message = std::move(message);
    finding.hint = std::move(hint);
    return finding;
}

} // namespace

std::optional<Finding> finding_from(const gpu::JobReply& reply) {
    switch (reply.end) {
    case gpu::JobEnd::done: return std::nullopt;
    case gpu::JobEnd::wrong:
        return finding_of(
            FindingKind::wrong_output, "On the GPU: " + reply.sentence,
            "Every timed launch has inputs and coefficients of its own. Right once and "
            "wrong another time: threads that race, or something kept from a launch "
            "before.");
    case gpu::JobEnd::timeout:
        return finding_of(FindingKind::timeout, "On the GPU: " + reply.sentence,
                          "Look for a loop whose end is never reached, or a barrier that not all "
                          "threads come to.");
    case gpu::JobEnd::refused:
        return finding_of(FindingKind::invalid_launch, "On the GPU: " + reply.sentence,
                          "launch_config() has to stay within these limits.");
    case gpu::JobEnd::fault:
        return finding_of(FindingKind::crash,
                          fmt::format("On the GPU: {}{}", reply.sentence,
                                      reply.error.empty() ? "" : " (" + reply.error + ")"),
                          "--backend emulator names the line, the thread and the array.");
    case gpu::JobEnd::failed: break;
    }
    throw KitError(fmt::format("The GPU runner: {}", reply.sentence));
}

std::vector<Finding> guard_findings(const gpu::LaunchCheck& check) {
    if (check.changed_guard_words == 0) {
        return {};
    }
    return {finding_of(FindingKind::out_of_bounds_global,
                       fmt::format("On the GPU: {} outside the arrays {} written.",
                                   counted(check.changed_guard_words, "word"),
                                   check.changed_guard_words == 1 ? "was" : "were"),
                       "--backend emulator names the line, the thread and the index.")};
}

JudgedCase judged_there(const Lab& lab, const Extents& extents, const gpu::LaunchCheck& check) {
    JudgedCase judged;
    judged.result.extents = extents;
    judged.result.variant = variant_name(lab);
    judged.result.comparison = check.comparison;
    if (check.comparison.mismatches > 0) {
        const auto& [x, y, z] = check.comparison.first_wrong.at(0).cell;
        judged.findings.push_back(finding_of(
            FindingKind::wrong_output,
            fmt::format("On the GPU: {} of {} cells of {} are wrong, {} of them never written; the "
                        "first is ({}, {}, {}), x first.",
                        grouped(check.comparison.mismatches), grouped(check.comparison.cells),
                        describe(extents, lab), grouped(check.comparison.untouched), x, y, z),
            "A smaller --grid is diagnosed cell by cell."));
    }
    if (check.changed_inputs > 0) {
        judged.findings.push_back(
            finding_of(FindingKind::input_modified,
                       fmt::format("On the GPU: {} cells of the input were changed.",
                                   grouped(check.changed_inputs)),
                       "The input is const: write to the output only."));
    }
    return judged;
}

} // namespace kit
