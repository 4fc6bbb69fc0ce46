// Finds out whom of the roster a platform's names mean.
#pragma once

#include "checker/grading/class_folder/platforms/class_layout.hpp"
#include "checker/grading/class_folder/roster.hpp"

#include <string>
#include <utility>
#include <vector>

namespace kit {

/// Refers to the roster.
class PersonMatcher {
public:
    explicit PersonMatcher(const std::vector<RosterEntry>& roster);

    /// The roster's entry of the person who handed this in: by the id, else by the e-mail address or any other column,
    /// else by the name ("Jane Doe", "Doe, Jane", "doejane"), else by one of the words in a folder's name ("4711
    /// Jane"). All members of a group if its name is in their column of groups: "Team 3", and "Team 3-Jane Doe" as
    /// Moodle has it. Empty if nobody or more than one fits; `why` says which.
    [[nodiscard]] std::vector<const RosterEntry*> entries_of(const PersonsPart& part,
                                                             std::string& why) const;

private:
    using Entries = std::vector<const RosterEntry*>;

    /// What an entry may be called; all of it folded (person_names.hpp).
    struct Known {
        const RosterEntry* entry;
        std::vector<std::string> addresses; ///< the id and the e-mail address
        std::vector<std::string> locals;    ///< what is before their '@'
        std::vector<std::string> columns;
        std::vector<std::string> groups;
        std::vector<std::string> names; ///< the name's forms, and the id's letters
    };

    [[nodiscard]] Entries members_of(const std::string& group) const;
    /// By the surest sign that fits anybody.
    [[nodiscard]] Entries those_called(const PersonsPart& part) const;

    std::vector<Known> known_;
};

} // namespace kit
