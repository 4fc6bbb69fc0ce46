// Findings as workflow commands, with which GitHub Actions marks the lines of a student's file.
#pragma once

#include "checker/grading/model/graded_class.hpp"

#include <string>

namespace kit {

/// A line for each finding, "::error file=...,line=45,title=...::message", with the further lines and
/// the hint in the message, and one for each lab that was not judged; nothing else.
/// Source: GitHub's documentation, "Workflow commands for GitHub Actions", and the escapes of
/// actions/toolkit, packages/core/src/command.ts.
[[nodiscard]] std::string github_annotations(const GradedClass& graded,
                                             const GradedStudent& student);

} // namespace kit
