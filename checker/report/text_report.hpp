// Writes the report that a student reads in a terminal.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"
#include "checker/report/style.hpp"

#include <string>

namespace kit {

/// Header, cases, findings, traffic measured and predicted, the kernel's own output, summary; empty
/// parts are left out. No line is wider than the style allows, or holds control characters except
/// those of its colours. The result's texts may hold any bytes.
[[nodiscard]] std::string text_report(const Lab& lab, const CheckResult& result,
                                      const TextStyle& style);

/// What follows a report already shown: the small change that makes the kernel right, and what nvcc says, the kernel's
/// resources, or why it refuses the file, which makes the submission fail. May be empty.
[[nodiscard]] std::string later_report_text(const CheckResult& result, const TextStyle& style);

} // namespace kit
