#include "tests/grading/writers/samples.hpp"

#include "checker/grading/writers/autograders.hpp"
#include "checker/grading/writers/formats.hpp"
#include "tests/grading/writers/fixtures.hpp"

#include <algorithm>

namespace kit::fixtures {

std::vector<WrittenFile> samples() {
    const GradedClass graded = small_class();
    std::vector<WrittenFile> files{{"canvas.csv", canvas_csv(graded)},
                                   {"moodle.csv", moodle_csv(graded)}};
    for (const GradedStudent& student : graded.students) {
        const std::string number = std::to_string(&student - graded.students.data()) + "-";
        files.push_back({number + "gradescope.json", gradescope_results(graded, student)});
        files.push_back({number + "github.json", github_classroom_json(graded, student)});
        files.push_back({number + "github.base64", github_classroom_result(graded, student)});
        files.push_back({number + "annotations.txt", github_annotations(graded, student)});
        files.push_back({number + "prairielearn.json", prairielearn_results(graded, student)});
        files.push_back({number + "feedback.md", markdown_feedback(graded, student)});
    }
    // The same names on every platform become one folder's.
    const auto add_autograder = [&](const std::string& prefix, std::vector<WrittenFile> scripts) {
        for (WrittenFile& file : scripts) {
            std::ranges::replace(file.path, '/', '-');
            file.path = prefix + file.path;
            files.push_back(std::move(file));
        }
    };
    AutograderRequest request;
    request.bundle = "https://example.org/stencil-lab-kit.tar.zst";
    for (const ItemFacts& facts : graded.labs().subspan(1)) {
        request.labs.emplace_back();
        request.labs.back().number = facts.number;
        request.labs.back().id = facts.id;
        request.labs.back().title = facts.title;
        request.labs.back().summary = "{{tiles}} of $n$ < 8 & more.";
    }
    add_autograder("gradescope-", gradescope_autograder(request));
    add_autograder("github-", github_autograder(request));
    add_autograder("prairielearn-", prairielearn_autograder(request));
    return files;
}

} // namespace kit::fixtures
