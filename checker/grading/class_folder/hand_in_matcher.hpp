// Decides which file counts as which lab of a student, and says by what.
#pragma once

#include "checker/grading/class_folder/hand_ins.hpp"
#include "checker/grading/class_folder/platforms/class_layout.hpp"
#include "checker/grading/class_folder/roster.hpp"
#include "checker/grading/class_folder/submission_finder.hpp"
#include "checker/model/lab.hpp"

#include <string>
#include <vector>

namespace kit {

struct MatchSettings {
    std::vector<Lab> labs;   ///< all of the kit's
    std::vector<Lab> graded; ///< those that are asked for
    std::string folder_name; ///< of the class: of a download of a single lab it may name that lab
};

/// Adds what one student handed in, in these parts of the class's folder, to `all`. A file is matched to a lab by its
/// folder, else by its name, else by its text; else, if only one lab is graded, a file called kernel is taken for it.
/// Among several files for a lab a changed one counts before a skeleton, then one in a usual place of
/// SubmissionFinder::find() or by the roster's pattern, then the platform's newest attempt, then a .cu file, then one
/// with a kernel and its launch, then the one with the greatest number or date in its name; the others are reported.
/// Where two are equal by all that and their texts differ, nothing says which counts.
void match_hand_ins(const RosterEntry& student, const std::vector<const PersonsPart*>& parts,
                    const SubmissionFinder& finder, const MatchSettings& settings, HandIns& all);

} // namespace kit
