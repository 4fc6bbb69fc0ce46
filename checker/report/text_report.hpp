// The report a student reads in a terminal.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"
#include "checker/report/style.hpp"

#include <string>

namespace kit {

/// Header, cases, findings, traffic measured beside predicted, what the kernel printed, summary;
/// parts without content are left out. No line is wider than the style says, none holds a control
/// character but those of its colours. Any bytes may stand in the result's texts.
[[nodiscard]] std::string text_report(const Lab& lab, const CheckResult& result,
                                      const TextStyle& style);

/// What nvcc adds to a report that is already shown: the kernel's resources, or why it refuses the
/// file and that the submission therefore failed. Empty when it had nothing to say.
[[nodiscard]] std::string nvcc_report_text(const CheckResult& result, const TextStyle& style);

} // namespace kit
