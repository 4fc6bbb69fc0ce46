#include "checker/check/launch_extents.hpp"

#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace kit {

namespace {

using Role = KernelArgument::Role;

constexpr std::array roles{Role::width, Role::height, Role::depth};
constexpr std::array axis_letters{'x', 'y', 'z'};

bool may_come_from_launch(const Finding& finding) {
    const auto is_of_blocks = [](const Explanation& each) {
        return each.id == "block-count-short" || each.id == "cells-left-out";
    };
    return finding.kind == FindingKind::out_of_bounds_global ||
           (finding.kind == FindingKind::wrong_output && finding.has_unwritten &&
            std::ranges::all_of(finding.explanations, is_of_blocks));
}

std::optional<std::array<std::uint32_t, 3>> blocks_on(const Lab& lab,
                                                      const EmulatedProgram& program,
                                                      const Extents& extents,
                                                      const SubmissionFile& submission) {
    const Observation asked = configure_case(lab, program, extents, submission);
    return asked.completed ? std::optional(asked.launch.grid) : std::nullopt;
}

/// "launch_config() computes the blocks along x from height, not from width."
std::optional<std::string> exchange(const Lab& lab, const EmulatedProgram& program,
                                    const Extents& extents, const SubmissionFile& submission) {
    const auto axes = lab.axes;
    const auto blocks = blocks_on(lab, program, extents, submission);
    if (!blocks) {
        return std::nullopt;
    }
    std::array<std::array<bool, 3>, 3>
        grow{}; // the blocks along the first with the extent of the second
    for (std::size_t extent = 0; extent < axes; ++extent) {
        Extents larger = extents;
        (extent == 0 ? larger.x : extent == 1 ? larger.y : larger.z) += 256; // more than a tile
        const auto then = blocks_on(lab, program, larger, submission);
        if (!then) {
            return std::nullopt;
        }
        for (std::size_t axis = 0; axis < axes; ++axis) {
            grow[axis][extent] = (*then)[axis] != (*blocks)[axis];
        }
    }
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const auto from = std::ranges::find(grow[axis], true);
        if (std::ranges::count(grow[axis], true) == 1 && !grow[axis][axis]) {
            return fmt::format("launch_config() computes the blocks along {} from {}, not from {}.",
                               axis_letters[axis],
                               argument_name(lab, roles[from - grow[axis].begin()]),
                               argument_name(lab, roles[axis]));
        }
    }
    return std::nullopt;
}

} // namespace

void explain_exchanged_extents(const Lab& lab, const EmulatedProgram& program,
                               const Extents& extents, const SubmissionFile& submission,
                               std::vector<Finding>& findings) {
    const bool has_extents = std::ranges::any_of(
        lab.arguments, [](const KernelArgument& each) { return each.role == Role::height; });
    if (!has_extents || std::ranges::none_of(findings, may_come_from_launch)) {
        return;
    }
    if (const auto said = exchange(lab, program, extents, submission)) {
        for (Finding& finding : findings) {
            if (may_come_from_launch(finding)) {
                finding.hint = *said;
                for (Explanation& each : finding.explanations) {
                    each.hint = *said;
                }
            }
        }
    }
}

} // namespace kit
