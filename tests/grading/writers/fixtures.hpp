// Graded classes made by hand: what every writer must be able to write.
#pragma once

#include "checker/grading/model/graded_class.hpp"

namespace kit::fixtures {

/// Three labs and a quiz. In this order: a student with everything right and a bonus, one whose
/// findings and name hold what formats trip over, one late with missing and refused files, one with a
/// lab that the kit could not judge, one without any.
[[nodiscard]] GradedClass small_class();

/// As many students, each with three labs, one of them with two findings.
[[nodiscard]] GradedClass large_class(int students);

} // namespace kit::fixtures
