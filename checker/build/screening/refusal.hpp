// The finding that every screening rule gives: one sentence, the student's line, a hint.
#pragma once

#include "checker/build/submission_file.hpp"

#include <string>

namespace kit {

/// A build error at this line of kernel.cu; 0: no line is known.
Finding refusal(const SubmissionFile& submission, int line, std::string message, std::string hint);

/// Assembly of any kind, as an unsupported feature.
Finding assembly_refusal(const SubmissionFile& submission, int line);

} // namespace kit
