#include "checker/check/hints/sharper_hints.hpp"

#include "checker/base/errors.hpp"
#include "checker/catalog/grid_text.hpp"
#include "checker/check/hints/loop_hints.hpp"
#include "checker/check/hints/outside_hints.hpp"
#include "checker/check/hints/race_hints.hpp"
#include "checker/check/hints/recordings.hpp"
#include "checker/check/hints/second_look.hpp"
#include "checker/check/hints/sweep_hints.hpp"
#include "checker/check/hints/text_hints.hpp"
#include "checker/emulator/host/event_findings.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace kit {

namespace {

/// Why two threads store to one place, in a submission that passes.
void sharpen_race_warning(Verdict& verdict, const HintSources& sources) {
    std::vector<Finding>& findings = verdict.findings;
    const auto race = std::ranges::find_if(findings, [](const Finding& one) {
        return one.kind == FindingKind::race_global || one.kind == FindingKind::race_shared;
    });
    if (race == findings.end() || sources.program == nullptr) {
        return;
    }
    try {
        Recordings recordings(sources, verdict.findings);
        look_again(sources, recordings, *race);
    } catch (const KitError&) { // the finding is true without it
    }
    speak_of_unused_axis(sources.submission, verdict.cases, *race);
}

/// Whether all that is said of an access outside of a global array is what is said of any.
bool is_general(const Finding& finding) {
    return (finding.cause.kind == Cause::Kind::before_array ||
            finding.cause.kind == Cause::Kind::past_array) &&
           (finding.hint.starts_with("Guard the ") ||
            finding.hint.starts_with("An index below 0 "));
}

/// Whether two threads store to one cell, of all that do.
bool is_stored_twice(const Finding& finding) {
    return finding.kind == FindingKind::race_global && finding.cause.kind == Cause::Kind::race &&
           is_written_twice(finding) && !finding.hint.starts_with(written_by_many);
}

/// Which coordinate leads such an access outside of the grid on which it was found; empty where that is not known.
std::string coordinate_of(const Verdict& verdict, const HintSources& sources,
                          const Finding& access) {
    for (const Case& grid : sources.grids) {
        const auto ran = std::ranges::find_if(verdict.cases, [&grid](const CaseResult& one) {
            return one.launch && one.extents == grid.extents &&
                   one.variant == variant_name(*grid.variant);
        });
        if (ran != verdict.cases.end() &&
            describe(grid.extents, *grid.variant) == access.cases.front()) {
            return coordinate_outside(access, *grid.variant, sources.submission, grid.extents,
                                      *ran->launch);
        }
    }
    return "";
}

} // namespace

void sharpen_hints(Verdict& verdict, const HintSources& sources) {
    speak_of_loop_steps(sources.lab, sources.submission, verdict.cases, verdict.findings);
    const auto first = std::ranges::find_if(
        verdict.findings, [](const Finding& one) { return one.severity == Severity::error; });
    if (first == verdict.findings.end()) {
        sharpen_race_warning(verdict, sources);
        return;
    }
    if (speak_of_torn_macro(sources.submission, *first)) {
        return; // nothing else may be wrong
    }
    speak_of_sweeps(sources.lab, sources.submission, verdict.cases, *first);
    const std::string first_hint = first->hint;
    const std::string coordinate = is_general(*first) || is_stored_twice(*first)
                                       ? coordinate_of(verdict, sources, *first)
                                       : "";
    speak_of_formula(verdict.findings, *first);
    if (first->hint != first_hint && !coordinate.empty()) { // two mistakes
        first->hint = coordinate + " " + first->hint;
    }
    if (sources.program != nullptr && deserves_second_look(*first) && first->hint == first_hint) {
        Recordings recordings(sources, verdict.findings);
        const auto hint_alone = [&](Finding other) { // empty: it stays as it is
            const std::string given = other.hint;
            look_again(sources, recordings, other);
            return other.hint == given ? std::string() : other.hint;
        };
        try {
            look_again(sources, recordings, *first);
            // What is loaded twice may be stored twice.
            const auto race = std::find_if(verdict.findings.begin(), first, [](const Finding& one) {
                return one.kind == FindingKind::race_shared;
            });
            if (race != first && first->kind == FindingKind::technique_missing) {
                look_again(sources, recordings, *race);
            }
            // What two lines store to may be what is missing elsewhere.
            const auto twice = std::ranges::find_if(verdict.findings, [&](const Finding& one) {
                return one.cause.kind == Cause::Kind::equal_writes && one.array == first->array;
            });
            if (first->kind == FindingKind::uninitialized_shared &&
                twice != verdict.findings.end()) {
                const std::string hint = hint_alone(*twice);
                first->hint = hint.empty() ? first->hint : hint + " " + first->hint;
            }
            // A small grid may show by its output what only a large one shows by a race, and a wrong cell what harm
            // a value does that is first copied.
            const auto wrong = std::find_if(first, verdict.findings.end(), [](const Finding& one) {
                return one.kind == FindingKind::wrong_output;
            });
            if (first->hint == first_hint && wrong != verdict.findings.end() &&
                (first->kind == FindingKind::race_shared ||
                 first->kind == FindingKind::race_global)) {
                Finding alone = *wrong;
                alone.explanations.clear(); // a rule that all threads follow says more
                std::erase_if(alone.cases, [&](const std::string& name) {
                    return std::ranges::find(first->cases, name) != first->cases.end();
                });
                first->hint = look_at_places(sources, recordings, alone) ? alone.hint : first->hint;
            } else if (first->hint == first_hint && wrong != verdict.findings.end() &&
                       (first->kind == FindingKind::uninitialized_shared ||
                        first->kind == FindingKind::out_of_bounds_shared)) {
                const std::string hint = hint_alone(*wrong);
                first->hint = hint.empty() ? first->hint : hint;
            }
        } catch (const KitError&) { // the finding is true without it
        }
    }
    if (first->hint == first_hint && first->kind == FindingKind::race_global &&
        !coordinate.empty()) {
        first->hint = coordinate;
    }
    speak_of_text(sources.lab, sources.submission, verdict, *first, first->hint == first_hint);
    if (!coordinate.empty() && first->hint.starts_with(first_hint)) {
        first->hint.replace(0, first_hint.size(), coordinate);
    }
    for (Finding& other : verdict.findings) {
        const std::string sentence =
            &other != &*first && is_general(other) ? coordinate_of(verdict, sources, other) : "";
        other.hint = sentence.empty() ? other.hint : sentence;
    }
}

} // namespace kit
