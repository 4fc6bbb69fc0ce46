#include "tests/grading/writers/samples.hpp"

#include "checker/grading/writers/formats.hpp"
#include "tests/grading/writers/fixtures.hpp"

namespace kit::fixtures {

std::vector<WrittenFile> samples() {
    const GradedClass graded = small_class();
    std::vector<WrittenFile> files{{"canvas.csv", canvas_csv(graded)},
                                   {"moodle.csv", moodle_csv(graded)},
                                   {"junit.xml", junit_xml(graded)},
                                   {"findings.sarif", sarif(graded)}};
    for (const GradedStudent& student : graded.students) {
        const std::string number = std::to_string(&student - graded.students.data()) + "-";
        files.push_back({number + "gradescope.json", gradescope_results(graded, student)});
        files.push_back({number + "github.json", github_classroom_json(graded, student)});
        files.push_back({number + "github.base64", github_classroom_result(graded, student)});
        files.push_back({number + "annotations.txt", github_annotations(graded, student)});
        files.push_back({number + "prairielearn.json", prairielearn_results(graded, student)});
        files.push_back({number + "feedback.md", markdown_feedback(graded, student)});
    }
    for (WrittenFile& file : gradescope_autograder()) {
        files.push_back(std::move(file));
    }
    files.push_back(github_classroom_workflow());
    files.back().path = "classroom.yml";
    return files;
}

} // namespace kit::fixtures
