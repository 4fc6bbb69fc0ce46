#include "checker/check/emulated_case.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/text_scanner.hpp"
#include "checker/check/definedness.hpp"
#include "checker/check/launch_extents.hpp"
#include "checker/check/own_reference.hpp"
#include "checker/emulator/host/run.hpp"
#include "checker/emulator/wire.hpp"
#include "checker/reference/elements.hpp"
#include "checker/reference/predictions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit {

namespace {

void name_shuffle(const SubmissionFile& submission, int line, std::vector<Finding>& findings) {
    for (Finding& finding : findings) {
        if (finding.kind == FindingKind::wrong_output && finding.lines.empty()) {
            finding.lines = {{submission.shown_path, line, 0, submission.line(line)}};
            finding.hint = fmt::format(
                "The shuffle in line {} reads from a lane that takes no part in it. CUDA leaves "
                "that value undefined, and the cells that are not a number come from it. Let all "
                "lanes of the mask come to the shuffle, before the guard.",
                line);
        }
    }
}

/// A wrong output that is not a number may say which local variable it is computed from.
void name_unset_local(const SubmissionFile& submission, const Comparison& comparison,
                      std::vector<Finding>& findings) {
    std::uint32_t place = 0;
    for (const WrongCell& cell : comparison.first_wrong) {
        place = cell.why == WrongCell::Why::not_a_number && place == 0
                    ? runtime::unset_place_in(cell.got)
                    : place;
    }
    const int line = static_cast<int>(place >> 8);
    const std::string text = submission.line(line);
    if (place != 0 && (place & 0xff) == 0) {
        name_shuffle(submission, line, findings);
        return;
    }
    const std::size_t column = (place & 0xff) - 1;
    if (place == 0 || column >= text.size()) {
        return;
    }
    const auto begin = text.begin() + static_cast<std::ptrdiff_t>(column);
    const std::string name(begin, std::find_if_not(begin, text.end(), is_name_letter));
    const bool is_array =
        trimmed(std::string_view(text).substr(column + name.size())).starts_with('[');
    for (Finding& finding : findings) {
        if (finding.kind == FindingKind::wrong_output && finding.lines.empty()) {
            finding.lines = {{submission.shown_path, line, static_cast<int>(column) + 1, text}};
            finding.hint =
                is_array
                    ? fmt::format("The cells that are not a number are computed from an element of "
                                  "'{}', to which nothing was stored before (line {} declares it "
                                  "without values). Write down which elements are filled first "
                                  "and, where a loop moves them, in which direction: the newest "
                                  "value must come in at the end that the others move away from.",
                                  name, line)
                    : fmt::format("The cells that are not a number are computed from '{}', which "
                                  "line {} declares without a value: nothing was stored to it "
                                  "before it was used.",
                                  name, line);
        }
    }
}

} // namespace

EmulatedCase run_and_judge(const Lab& lab, const Extents& extents, const EmulatedProgram& program,
                           const SubmissionFile& submission, const EmulatedRun& run) {
    const CaseData data = drawn_and_expected(lab, extents, run.seed);
    RunInput input{extents, data.input, data.output, data.coefficients, poison_of(lab.element)};
    input.workers = run.workers;
    input.watching = run.watching;
    input.compare_writes = run.compare_writes;
    input.by_line = run.by_line;
    EmulatedCase emulated;
    emulated.observation = run_case(lab, program, input, submission);
    if (emulated.observation.completed) {
        excuse_unused_reads(lab, program, input, submission, run.known,
                            emulated.observation.findings);
    }
    emulated.judged = judge_case(lab, data, emulated.observation);
    if (const auto& comparison = emulated.judged.result.comparison) {
        name_unset_local(submission, *comparison, emulated.judged.findings);
    }
    explain_exchanged_extents(lab, program, extents, submission, emulated.judged.findings);
    return emulated;
}

std::optional<Finding> too_many_variables(const Artifact& artifact,
                                          const SubmissionFile& submission) {
    if (artifact.variables.size() <= runtime::max_variables) {
        return std::nullopt;
    }
    return Finding{.kind = FindingKind::build_error,
                   .message = fmt::format(
                       "The file has {} variables outside its functions and in shared memory; the "
                       "emulator follows {} at most.",
                       thousands(static_cast<std::int64_t>(artifact.variables.size())),
                       runtime::max_variables),
                   .lines = {{submission.shown_path, 0, 0, ""}},
                   .hint = "Make an array of them."};
}

void demand_whole_counts(const Lab& lab, const Observation& observation) {
    const Counters& counted = observation.counters;
    const LeastBytes least = least_traffic(lab, observation.extents);
    const std::uint64_t by_atomics = counted.global_atomics * 8; // at most
    if (counted.global_load_bytes + by_atomics < least.load_bytes ||
        counted.global_store_bytes + by_atomics < least.store_bytes) {
        throw KitError(
            "on {} the output is right, but the emulator counted {} bytes of loads and {} of "
            "stores in global memory, where {} and {} are the least: it has missed accesses. "
            "Please report this kernel",
            describe(observation.extents, lab), counted.global_load_bytes,
            counted.global_store_bytes, least.load_bytes, least.store_bytes);
    }
}

bool ends_the_check(const std::vector<Finding>& findings, bool every_case) {
    return std::ranges::any_of(findings, [every_case](const Finding& finding) {
        return finding.kind == FindingKind::timeout ||
               (!every_case && (finding.kind == FindingKind::crash ||
                                finding.kind == FindingKind::barrier_divergence));
    });
}

TrafficResult traffic_of(const Lab& lab, const Observation& observation) {
    return {.extents = observation.extents,
            .launch = observation.launch,
            .counted = observation.counters,
            .lines = observation.line_counters,
            .predicted = predict_counters(lab, observation.extents, observation.launch),
            .operations = sweep_operations(lab, observation.extents)};
}

} // namespace kit
