// The further columns of a roster, found however the instructor spelled their names.
#pragma once

#include "checker/grading/model/graded_class.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

namespace kit {

/// The value of the first of these columns that the student has and that is not empty: "sis_id"
/// finds "SIS ID" and "SisId", too. Empty where there is none. `names`: lower-case letters alone,
/// "sisid".
[[nodiscard]] std::string roster_column(const GradedStudent& student,
                                        std::initializer_list<std::string_view> names);

} // namespace kit
