// All forms in which a class's grades leave the kit, and the functions that write each.
//
// Each is a pure function from a GradedClass, or from a class and one of its students, to text. Points that are
// not known are never zero: each comment gives the source for what the format's reader takes for "no grade".
#pragma once

#include "checker/grading/class_page/class_page.hpp"
#include "checker/grading/model/graded_class.hpp"
#include "checker/report/style.hpp"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// The names of graded_in_form()'s forms.
[[nodiscard]] const std::vector<std::string>& graded_forms();

/// Whether the form is of a single student: "gradescope", "github", ...
[[nodiscard]] bool is_for_one_student(const std::string& form);

/// The grades in one of these forms: "json", "canvas", "moodle" for the class;
/// "gradescope", "github", "github-annotations", "prairielearn" and "markdown" for a class of one.
/// Throws UsageError if one of those is wanted for a larger class.
[[nodiscard]] std::string graded_in_form(const GradedClass& graded, const std::string& form);

/// Writes report.html, canvas.csv, moodle.csv, grades.json, similar.csv and
/// feedback/STUDENT.md, each whole or not at all. Throws KitError if one cannot be written.
void write_graded_files(const GradedClass& graded, const std::vector<LabSimilarity>& similar,
                        const std::filesystem::path& folder, const ShownSources& sources = {});

/// The pairs of similar kernels for a spreadsheet, the reported ones of each lab first. Columns: Lab, Student, Other
/// student, Similarity in percent, Reported (yes or no), By (words or Dolos), Same names in percent, Lines, Other
/// lines. Of several files with the same words, each is a pair with the first.
[[nodiscard]] std::string similar_csv(const std::vector<LabSimilarity>& similar);

/// One JSON document for the instructor's own programs: `title`, `kit_version`, `seed`, `labs[]` (`lab`,
/// `title`, `max_points`) and `students[]`: `id`, `name`, `email`, `columns`, `points` or null if not all
/// are known, `max_points`, `labs[]` as grade_document() gives them, and `quiz` or null (`state`, `points`,
/// `max_points`, `exercises[]`), `changes[]` since the last grading: `student`, `lab`, `new_file`, `before` and
/// `now`, each with `state` and `points`, and `not_recognized[]`: `student` or null, `file` or null, `reason`,
/// `other_attempt` (another file of the student counts). Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string class_json(const GradedClass& graded);

/// One student's grade of one lab, as the results folder keeps it.
[[nodiscard]] nlohmann::ordered_json grade_document(const std::string& student,
                                                    const GradedItem& lab);

/// What grade_document() was made of, without what was set by hand and without the check; `check_key` names it.
/// Throws nlohmann's exceptions for any other document.
[[nodiscard]] GradedItem graded_item_from(const nlohmann::ordered_json& document);

/// For Canvas's gradebook. Columns Student, ID, SIS User ID, SIS Login ID, Section, then one for each lab,
/// named by its id, and Quiz if the class has one; a row of possible points, then the students. Canvas
/// finds a student by ID, else by the SIS columns, else by name; an assignment by its name.
/// Roster columns it uses, in any spelling: canvas_id; sis_id or sis_user_id; sis_login_id, login_id or
/// login; section. Without any of these ids the kit's own id is the login. Unknown points are an empty
/// cell, which Canvas takes for no score. As canvas-lms, lib/gradebook_importer.rb, reads it.
[[nodiscard]] std::string canvas_csv(const GradedClass& graded);

/// For Moodle's gradebook. Columns Full name, Email address, ID number, Username, then for each lab its
/// points, named by its id, and its feedback, "<id> (Feedback)"; the same for Quiz if the class has one.
/// On import, Moodle asks which column identifies a student and what the others are for.
/// Roster columns it uses, in any spelling: id_number; username or login. The kit's own id replaces a
/// missing one: Moodle gives the points of a row with an empty identifier to the student of the row
/// before, but reports an identifier that it does not know.
/// Unknown points are "-", which Moodle takes for no grade; an empty cell becomes a zero in a new column.
/// Feedback is HTML. As Moodle, grade/import/csv/classes/load_data.php, reads it.
[[nodiscard]] std::string moodle_csv(const GradedClass& graded);

/// The gradebook that the platform exported, byte for byte, with the points of the items that have a column, and
/// Canvas's "EX" for who is excused. A field stays as it was where points are not known, where it holds the same number
/// already, where the platform has locked it or somebody is excused, and a number where nothing was handed in.
/// canvas_csv() and moodle_csv() are this if the class has a gradebook of that platform.
[[nodiscard]] std::string exported_gradebook(const Gradebook& gradebook, const GradedClass& graded);

/// "ada, 05-shared-memory-tiling: 12 becomes 10, which is less", of each number that this changes.
[[nodiscard]] std::vector<std::string> changed_grades(const Gradebook& gradebook,
                                                      const GradedClass& graded);

/// What a Gradescope autograder leaves in /autograder/results/results.json: a test for each lab and the quiz,
/// visible to the student, with score, max_score, status and account. All text is "text", which is shown as it
/// is. If points are unknown there is neither a test nor a score, and the output says why: Gradescope then reports
/// a failed autograder and gives no points. If kernels ran unconfined, a test that only instructors see says so.
/// Source: gradescope-autograders.readthedocs.io, "Autograder Specifications".
[[nodiscard]] std::string gradescope_results(const GradedClass& graded,
                                             const GradedStudent& student);

/// For GitHub Classroom's reporter action: by output ("lab05", "quiz") a result for each lab and the quiz, with
/// version, status (pass, fail, error), max_score and one test with name, status, score, message, test_code, filename
/// and line_no. The reporter weighs results by max_score, and Classroom gets the sum of the scores. Its log shows
/// partial credit as nothing, because it counts tests there. If points are unknown, that lab's status is "error" and
/// its score null, and max_score is 0 everywhere: then Classroom gets no points.
/// As classroom-resources/autograding-grading-reporter, src/notify-classroom.js and src/aggregate-results.js, reads
/// it.
[[nodiscard]] std::string github_classroom_json(const GradedClass& graded,
                                                const GradedStudent& student);

/// The same as lines for $GITHUB_OUTPUT, "lab05=" and the result in base64: what steps pass to the reporter.
[[nodiscard]] std::string github_classroom_result(const GradedClass& graded,
                                                  const GradedStudent& student);

/// Findings as workflow commands, with which GitHub Actions marks the lines of a student's file: a line for
/// each finding, "::error file=...,line=45,title=...::message", with its other lines and the hint in the
/// message, and one for each item that was not judged.
/// Source: GitHub's documentation, "Workflow commands for GitHub Actions", and the escapes of
/// actions/toolkit, packages/core/src/command.ts.
[[nodiscard]] std::string github_annotations(const GradedClass& graded,
                                             const GradedStudent& student);

/// What a PrairieLearn external grader leaves in /grade/results/results.json: gradable, score from 0 to 1,
/// message, output, and a test for each lab and the quiz with name, points, max_points, message and output. A
/// bonus counts in its test's points; the score ends at 1. If points are unknown, or nothing that was
/// submitted can be checked, the submission is not gradable and format_errors says why: it costs the student
/// neither points nor an attempt. A test with unknown points has none, and PrairieLearn then shows no points
/// at all. If kernels ran unconfined, the key unconfined says so. Less than 1 MB, its limit. Source: PrairieLearn's
/// documentation, "External Grading".
[[nodiscard]] std::string prairielearn_results(const GradedClass& graded,
                                               const GradedStudent& student);

/// Feedback for a student: points with their reasons, and each finding with its lines and a hint. One Markdown
/// document with tables in GitHub's dialect; nothing that students wrote is taken for markup.
[[nodiscard]] std::string markdown_feedback(const GradedClass& graded,
                                            const GradedStudent& student);

/// The same for each student as "<id>.md". Characters of an id that some file systems do not take become "_",
/// and a number distinguishes names that would be the same.
[[nodiscard]] std::vector<WrittenFile> markdown_feedback_files(const GradedClass& graded);

// The text that ./lab grade and ./lab regrade print on a terminal.

/// For each lab how many submitted, passed, failed; then where the results are.
[[nodiscard]] std::string graded_text(const GradedClass& graded,
                                      const std::filesystem::path& results, const TextStyle& style);

/// One student's items with the parts of their points and the findings.
[[nodiscard]] std::string explained_text(const GradedStudent& student, const TextStyle& style);

/// The grades that changed since the last grading.
[[nodiscard]] std::string changes_text(const GradedClass& graded);

} // namespace kit
