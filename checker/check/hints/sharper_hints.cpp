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
#include "checker/diagnosis/merged_findings.hpp"
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

/// Changes the hint of the first finding by what recorded launches say of it, and of findings that come with it.
void look_at_launches(const HintSources& sources, std::vector<Finding>& findings, Finding& first,
                      bool knows_coordinate) {
    const std::string first_hint = first.hint;
    const auto here = findings.begin() + (&first - findings.data());
    Recordings recordings(sources, findings);
    const auto hint_alone = [&](Finding other) { // empty: it stays as it is
        const std::string given = other.hint;
        look_again(sources, recordings, other);
        return other.hint == given ? std::string() : other.hint;
    };
    try {
        look_again(sources, recordings, first, knows_coordinate);
        // What is loaded twice may be stored twice.
        const auto race = std::find_if(findings.begin(), here, [](const Finding& one) {
            return one.kind == FindingKind::race_shared;
        });
        if (race != here && first.kind == FindingKind::technique_missing) {
            look_again(sources, recordings, *race);
        }
        // What two lines store to may be what is missing elsewhere.
        const auto twice = std::ranges::find_if(findings, [&](const Finding& one) {
            return one.cause.kind == Cause::Kind::equal_writes && one.array == first.array;
        });
        if (first.kind == FindingKind::uninitialized_shared && twice != findings.end()) {
            const std::string hint = hint_alone(*twice);
            first.hint = hint.empty() ? first.hint : hint + " " + first.hint;
        }
        // A small grid may show by its output what only a large one shows by a race, and a wrong cell what harm
        // a value does that is first copied.
        const auto wrong = std::find_if(here, findings.end(), [](const Finding& one) {
            return one.kind == FindingKind::wrong_output;
        });
        if (first.hint == first_hint && wrong != findings.end() &&
            (first.kind == FindingKind::race_shared || first.kind == FindingKind::race_global)) {
            Finding alone = *wrong;
            alone.explanations.clear(); // a rule that all threads follow says more
            std::erase_if(alone.cases, [&](const std::string& name) {
                return std::ranges::find(first.cases, name) != first.cases.end();
            });
            first.hint = look_at_places(sources, recordings, alone) ? alone.hint : first.hint;
        } else if (first.hint == first_hint && wrong != findings.end() &&
                   (first.kind == FindingKind::uninitialized_shared ||
                    first.kind == FindingKind::out_of_bounds_shared)) {
            const std::string hint = hint_alone(*wrong);
            first.hint = hint.empty() ? first.hint : hint;
        }
    } catch (const KitError&) { // the finding is true without it
    }
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

/// Where the access leaves a shared array, and its thread or its line the grid, too.
void speak_of_same_access(const Verdict& verdict, Finding& access, bool is_plain) {
    const auto same = std::ranges::find_if(verdict.findings, [&](const Finding& one) {
        const bool is_line = !one.lines.empty() && first_line(one) == first_line(access);
        const bool is_thread = !one.threads.empty() && !access.threads.empty() &&
                               one.threads.front().block == access.threads.front().block &&
                               one.threads.front().thread == access.threads.front().thread;
        return one.kind == FindingKind::out_of_bounds_global && share_a_case(one, access) &&
               (is_line || is_thread) && one.hint.starts_with("Thread ");
    });
    if (is_plain && access.kind == FindingKind::out_of_bounds_shared &&
        same != verdict.findings.end()) {
        access.hint = same->hint;
    }
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
    const std::string coordinate = says_guard_alone(*first) || is_stored_twice(*first)
                                       ? coordinate_of(verdict, sources, *first)
                                       : "";
    speak_of_formula(verdict.findings, *first);
    if (first->hint != first_hint && !coordinate.empty()) { // two mistakes
        first->hint = coordinate + " " + first->hint;
    }
    if (sources.program != nullptr && deserves_second_look(*first) && first->hint == first_hint) {
        look_at_launches(sources, verdict.findings, *first, !coordinate.empty());
    }
    if (first->hint == first_hint && first->kind == FindingKind::race_global &&
        !coordinate.empty()) {
        first->hint = coordinate;
    }
    for (Finding& other : verdict.findings) {
        const bool is_told =
            &other == &*first || !(says_guard_alone(other) || is_stored_twice(other));
        const std::string sentence = is_told ? "" : coordinate_of(verdict, sources, other);
        other.hint = sentence.empty() ? other.hint : sentence;
    }
    speak_of_text(sources.lab, sources.submission, verdict, *first, first->hint == first_hint);
    if (!coordinate.empty() && first->hint.starts_with(first_hint)) {
        first->hint.replace(0, first_hint.size(), coordinate);
    }
    speak_of_same_access(verdict, *first, first->hint == first_hint);
}

} // namespace kit
