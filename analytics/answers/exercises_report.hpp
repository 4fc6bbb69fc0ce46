// Exercises as a person reads them in a terminal, and as a program reads them.
#pragma once

#include "analytics/answers/exercises.hpp"
#include "checker/base/table.hpp"

#include <string>
#include <vector>

namespace kit {

/// The exercises as one document: text and JSON as below; CSV as one table of answers and one of
/// steps; Markdown with a table of steps for each exercise and the answers below it.
[[nodiscard]] std::string exercises_document(const std::vector<Exercise>& exercises, Format format);

/// UTF-8 text of at most 80 columns where the numbers allow, ending in a newline.
[[nodiscard]] std::string exercises_text(const std::vector<Exercise>& exercises);

/// One exercise's steps, answers and notes, without its question.
[[nodiscard]] std::string derivation_text(const Exercise& exercise);

/// One JSON document ending in a newline: {"exercises": [{"id", "setting", "question",
/// "answers": [{"label", "value", "text", "fraction", "unit"}], "steps": [{"label", "formula",
/// "result", "reason"}], "notes": []}]}. "value" is an integer where the answer is one; "fraction" is exact.
[[nodiscard]] std::string exercises_json(const std::vector<Exercise>& exercises);

} // namespace kit
