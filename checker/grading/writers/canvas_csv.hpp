// Grades as Canvas imports them into its gradebook.
#pragma once

#include "checker/grading/model/graded_class.hpp"

#include <string>

namespace kit {

/// Columns Student, ID, SIS User ID, SIS Login ID, Section, then one for each lab, named by its id,
/// and Quiz where the class has one; a row of the points possible, then the students. Canvas finds a
/// student by ID, else by the SIS columns, else by name; an assignment by its name.
/// The roster's columns that are taken, in any spelling: canvas_id; sis_id or sis_user_id;
/// sis_login_id, login_id or login; section. Without any of the ids the kit's own stands for the
/// login. Points that are not known are an empty cell, which Canvas takes for no score.
/// As canvas-lms, lib/gradebook_importer.rb, reads it.
[[nodiscard]] std::string canvas_csv(const GradedClass& graded);

} // namespace kit
