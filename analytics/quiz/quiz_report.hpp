// Graded answers as a student and an instructor read them, and a file to fill in.
#pragma once

#include "analytics/quiz/grade.hpp"
#include "checker/base/table.hpp"

#include <string>
#include <vector>

namespace kit {

/// One document of all files. Text: of one file every answer with what is wrong in it, of several a
/// row each. JSON: {"files": [{"file", "student", "seed", "score", "max_score", "answers":
/// [{"exercise", "given", "reading", "mark", "answer", "unit", "sentence", "slips": [[name]],
/// "formulas": [text of each]}]}]}. CSV: a row for each answer. Markdown: the row of each
/// file, then its answers.
[[nodiscard]] std::string graded_document(const std::vector<GradedFile>& files, Format format);

/// A file of answers to fill in, with the questions as comments. `command` grades it.
[[nodiscard]] std::string answers_template(const QuizPlan& plan, const std::string& command);

} // namespace kit
