// Finds out whom of the roster a platform's names mean.
#pragma once

#include "checker/grading/class_folder/platforms/class_layout.hpp"
#include "checker/grading/class_folder/roster.hpp"

#include <string>
#include <vector>

namespace kit {

/// The roster's entry of the person who handed this in: by the id, else by the e-mail address or another column, else
/// by the name ("Jane Doe", "Doe, Jane", "doejane"). Null if nobody or more than one fits; `why` says which.
[[nodiscard]] const RosterEntry* entry_of(const PersonsPart& part,
                                          const std::vector<RosterEntry>& roster, std::string& why);

} // namespace kit
