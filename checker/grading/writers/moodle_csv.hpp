// Grades and feedback as Moodle imports them into its gradebook.
#pragma once

#include "checker/grading/model/graded_class.hpp"

#include <string>

namespace kit {

/// Columns Full name, Email address, ID number, Username, then for each lab its points, named by its
/// id, and its feedback, "<id> (Feedback)"; the same of Quiz where the class has one. Who imports
/// says in Moodle which of the three identifies a student and what the others are for.
/// The roster's columns that are taken, in any spelling: id_number; username or login. What a
/// student does not have is the kit's own id instead: Moodle gives the points of a row with an empty
/// identifier to the student of the row before, while of one that it does not know it complains.
/// Points that are not known are "-", which Moodle takes for no grade; an empty cell becomes a zero
/// in a new column. Feedback is HTML.
/// As Moodle, grade/import/csv/classes/load_data.php, reads it.
[[nodiscard]] std::string moodle_csv(const GradedClass& graded);

} // namespace kit
