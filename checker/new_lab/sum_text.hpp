// What is specific to a stencil in a kernel's text: the comment at its top, and its sum.
#pragma once

#include "checker/new_lab/plan.hpp"

#include <string>

namespace kit {

/// The comment that a kernel.cu begins with, and its include: which cell has which coefficient, and what
/// is computed near the border.
[[nodiscard]] std::string header(const LabPlan& plan);

/// Lines that declare `sum`: it is made of c[] and cell(di, dj, dk), with one parameter for each axis.
[[nodiscard]] std::string sum_text(const LabPlan& plan);

} // namespace kit
