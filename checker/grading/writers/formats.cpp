#include "checker/grading/writers/formats.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/whole_file.hpp"

#include <map>
#include <set>
#include <sstream>
#include <string_view>

namespace kit {

namespace {

using OfClass = std::string (*)(const GradedClass&);
using OfStudent = std::string (*)(const GradedClass&, const GradedStudent&);

/// The names of the files that the kit wrote into feedback/, one a line.
constexpr const char* feedback_list = ".feedback-files";

const std::map<std::string_view, OfClass> class_forms{
    {"json", class_json}, {"canvas", canvas_csv}, {"moodle", moodle_csv}};

const std::map<std::string_view, OfStudent> student_forms{
    {"gradescope", gradescope_results},
    {"github", github_classroom_result},
    {"github-annotations", github_annotations},
    {"prairielearn", prairielearn_results},
    {"markdown", markdown_feedback}};

/// Removes the feedback of students who are no longer in the class: of the files that feedback_list names, those
/// that were not written now.
void remove_left(const std::filesystem::path& results, const std::set<std::string>& written) {
    const std::filesystem::path list = results / feedback_list;
    std::istringstream before(read_file_if_there(list).value_or(""));
    for (std::string name; std::getline(before, name);) {
        const bool is_plain = !name.empty() && name.find('/') == std::string::npos;
        if (is_plain && written.count(name) == 0) {
            std::error_code none;
            std::filesystem::remove(results / "feedback" / name, none);
        }
    }
    std::string now;
    for (const std::string& name : written) {
        now += name + "\n";
    }
    replace_file(list, now);
}

} // namespace

void write_graded_files(const GradedClass& graded, const std::vector<LabSimilarity>& similar,
                        const std::filesystem::path& folder, const ShownSources& sources) {
    replace_file(folder / "report.html", class_page(graded, similar, sources));
    replace_file(folder / "canvas.csv", canvas_csv(graded));
    replace_file(folder / "moodle.csv", moodle_csv(graded));
    replace_file(folder / "grades.json", class_json(graded));
    replace_file(folder / "similar.csv", similar_csv(similar));
    std::set<std::string> feedback;
    for (const WrittenFile& file : markdown_feedback_files(graded)) {
        replace_file(folder / "feedback" / file.path, file.text);
        feedback.insert(file.path);
    }
    remove_left(folder, feedback);
}

const std::vector<std::string>& graded_forms() {
    static const std::vector<std::string> forms = [] {
        std::vector<std::string> names{"text"};
        for (const auto& form : class_forms) {
            names.emplace_back(form.first);
        }
        for (const auto& form : student_forms) {
            names.emplace_back(form.first);
        }
        return names;
    }();
    return forms;
}

bool is_for_one_student(const std::string& form) {
    return student_forms.find(form) != student_forms.end();
}

std::string graded_in_form(const GradedClass& graded, const std::string& form) {
    if (const auto of_class = class_forms.find(form); of_class != class_forms.end()) {
        return of_class->second(graded);
    }
    const auto of_student = student_forms.find(form);
    if (of_student == student_forms.end() || graded.students.size() != 1) {
        throw UsageError("--format {} is for one student, and this class has {}: "
                         "give that student's folder",
                         form, graded.students.size());
    }
    return of_student->second(graded, graded.students.front());
}

} // namespace kit
