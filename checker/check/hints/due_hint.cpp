#include "checker/check/hints/due_hint.hpp"

namespace kit {

namespace {

bool is_unset(const Finding& finding) {
    return finding.kind == FindingKind::uninitialized_shared;
}

/// Whether a thread computes a boundary cell, and nothing else is known of why.
bool is_unguarded(const Finding& finding, const ElementDue& due) {
    return due.kind == ElementDue::Kind::boundary_cell &&
           (is_unset(finding) ||
            (finding.kind == FindingKind::wrong_output && finding.explanations.empty()));
}

/// Whether no guard helps, and nothing need be worked out by hand.
bool says_all(const Finding& finding, const ElementDue& due) {
    const bool keeps_hint = is_unset(finding) || finding.kind == FindingKind::out_of_bounds_shared;
    return due.kind == ElementDue::Kind::index_of_grid ||
           (due.kind == ElementDue::Kind::other_element &&
            (!keeps_hint || (due.tells_where && is_unset(finding))));
}

/// The hint if the thread reads another element than its own.
std::string of_other_element(const Finding& finding, const ElementDue& due) {
    std::string hint = due.sentences;
    const bool lacks_value = finding.message.find("number") != std::string::npos;
    if (due.may_be_lost && finding.kind == FindingKind::wrong_output && !lacks_value) {
        hint += " If they are read, the sum loses them: look for = where += belongs.";
    }
    if (finding.kind == FindingKind::out_of_bounds_global && !due.is_inner) {
        hint += " At the grid's ends apply the lab's rule for them.";
    }
    return hint;
}

} // namespace

bool lacks_load(const Finding& finding, const ElementDue& due) {
    return due.kind == ElementDue::Kind::other_element && due.is_unloaded && is_unset(finding);
}

bool settles(const Finding& finding, const ElementDue& due) {
    return is_unguarded(finding, due) || (lacks_load(finding, due) && due.is_plane_unloaded);
}

std::string hint_with(const Finding& finding, const ElementDue& due) {
    if (finding.kind == FindingKind::race_shared) {
        return due.kind == ElementDue::Kind::other_element ||
                       due.kind == ElementDue::Kind::other_place
                   ? due.sentences +
                         " Correct that first: a barrier does not change which element is read."
                   : finding.hint;
    }
    if (due.kind == ElementDue::Kind::other_place) {
        return due.sentences + " The loads and the sum find their elements in different ways.";
    }
    if (due.kind == ElementDue::Kind::one_too_many) {
        return due.sentences + " Does a loop make one turn too many?";
    }
    if (lacks_load(finding, due)) {
        return due.sentences + (due.is_plane_unloaded
                                    ? " A march needs its first planes loaded before its loop."
                                    : " Does it lie in the halo, or does a guard leave it out?");
    }
    if (says_all(finding, due)) {
        return of_other_element(finding, due);
    }
    if (is_unguarded(finding, due)) {
        return due.sentences + " What lets it pass its guard?";
    }
    return due.kind == ElementDue::Kind::nothing ? finding.hint
                                                 : due.sentences + " " + finding.hint;
}

} // namespace kit
