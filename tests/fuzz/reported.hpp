// What every target's result must survive: both reports, as a student and a grader get them.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

/// Aborts if the text could drive a terminal, or if the JSON result cannot be read back as the same verdict.
void report(const kit::Lab& lab, const kit::CheckResult& result);
