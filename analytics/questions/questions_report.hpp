// Exercises as a person reads them in a terminal, and as a program reads them.
#pragma once

#include "analytics/questions/question.hpp"
#include "checker/base/table.hpp"

#include <string>
#include <vector>

namespace kit {

/// The questions as one document: text and JSON as below; CSV as one table of answers and one of
/// steps; Markdown with a table of steps for each question and the answers below it.
[[nodiscard]] std::string questions_document(const std::vector<Question>& questions, Format format);

/// UTF-8 text of at most 80 columns where the numbers allow, ending in a newline.
[[nodiscard]] std::string questions_text(const std::vector<Question>& questions);

/// One question's steps, answers and notes, without its question.
[[nodiscard]] std::string derivation_text(const Question& question);

/// One JSON document ending in a newline: {"exercises": [{"id", "setting", "question",
/// "answers": [{"label", "value", "text", "fraction", "unit"}], "steps": [{"label", "formula",
/// "result", "reason"}], "notes": []}]}. "value" is an integer where the answer is one; "fraction" is exact.
[[nodiscard]] std::string questions_json(const std::vector<Question>& questions);

} // namespace kit
