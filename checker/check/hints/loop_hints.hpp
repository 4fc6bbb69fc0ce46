// Hints about a kernel's loops: over a thread's cells, where the launch has fewer threads than there are; over the
// elements of a tile; over the planes of a march.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <vector>

namespace kit {

/// Where cells are never written: the loop ends early, or stores to one cell in all its rounds.
void speak_of_left_loop(const Lab& lab, const SubmissionFile& submission, Finding& wrong);

/// An array is indexed by remainders of two numbers: planes that take turns must do so by one.
void speak_of_two_remainders(const SubmissionFile& submission, Finding& finding);

/// Where an index of shared memory below 0 is the remainder of a difference: "(z - 1) % 3".
void speak_of_negative_remainder(Finding& access);

/// A wrong output and a loop that moves an array's elements by one, each onto the one that it reads next.
void speak_of_copied_copies(const SubmissionFile& submission, Finding& wrong);

/// A race in shared memory within a loop in which each thread does the work of those after it.
void speak_of_step_of_one(const SubmissionFile& submission, Finding& race);

/// For each race in which a thread comes to another one's own cell: the loop advances by fewer cells than the launch
/// has threads.
void speak_of_loop_steps(const Lab& lab, const SubmissionFile& submission,
                         const std::vector<CaseResult>& cases, std::vector<Finding>& findings);

} // namespace kit
