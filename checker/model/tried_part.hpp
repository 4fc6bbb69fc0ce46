// What is known of one part of a submission: each was tried among the other parts of the lab's solution.
#pragma once

#include "checker/model/finding.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct TriedPart {
    enum class State {
        right,
        wrong,
        not_yet, ///< as in the skeleton
        tied, ///< cannot be tried alone: it uses names of the submission's other parts, or they its own
    };

    int number = 0;
    std::string title; ///< "the load"
    int line = 0;      ///< where it begins in the submission
    State state = State::not_yet;
    std::optional<FindingKind> shows = {}; ///< what the trial of a wrong one found first

    friend bool operator==(const TriedPart&, const TriedPart&) = default;
};

struct TriedParts {
    std::vector<TriedPart> parts = {}; ///< in the file's order; empty: none was tried
    bool outside_is_wrong =
        false; ///< with what the submission has outside its parts, the solution's parts fail

    /// The first one of this state; null if there is none.
    [[nodiscard]] const TriedPart* first(TriedPart::State state) const;

    /// Whether a check's first finding only says that something is still to write: all that was written so far is
    /// right, and cells lack values, or its line (0: none) is in a part not written yet. A race between lines that were
    /// written teaches why the next part is needed.
    [[nodiscard]] bool say_more_than(FindingKind first_found, int line) const;

    friend bool operator==(const TriedParts&, const TriedParts&) = default;
};

/// "right", "wrong", "not yet", "tied".
[[nodiscard]] std::string_view name(TriedPart::State state);

/// The state with this name, if any.
[[nodiscard]] std::optional<TriedPart::State> part_state_named(std::string_view name);

} // namespace kit
