// The forms that a class's grades leave the kit in, besides what the terminal shows.
#pragma once

#include "checker/grading/class_page/class_page.hpp"
#include "checker/grading/model/graded_class.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kit {

/// Writes report.html, canvas.csv, moodle.csv, grades.json, junit.xml, findings.sarif and
/// feedback/STUDENT.md, each whole or not at all. Throws KitError where one cannot be written.
void write_graded_files(const GradedClass& graded, const std::vector<LabSimilarity>& similar,
                        const std::filesystem::path& folder);

/// Names of print_graded()'s forms.
[[nodiscard]] const std::vector<std::string>& graded_forms();

/// The grades in one of these forms: "json", "canvas", "moodle", "junit", "sarif" of the class;
/// "gradescope", "github", "github-annotations", "prairielearn" and "markdown" of a class of one.
/// Throws UsageError where those are asked of more.
[[nodiscard]] std::string graded_in_form(const GradedClass& graded, const std::string& form);

} // namespace kit
