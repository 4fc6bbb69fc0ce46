// What a kernel reads before anything was written there is an error only if it uses what it read.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/emulator/host/run.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"

#include <vector>

namespace kit {

/// Runs the case again with other contents of the memory that nothing has written. If outputs and accesses are
/// the same with all of them, reads of such memory become warnings. Does nothing if there are no such reads.
/// `input`: what the case ran on. `known`: of cases before, as in EmulatedRun. Throws as run_case() does.
void excuse_unused_reads(const Lab& lab, const EmulatedProgram& program, const RunInput& input,
                         const SubmissionFile& submission, const std::vector<Finding>& known,
                         std::vector<Finding>& findings);

} // namespace kit
