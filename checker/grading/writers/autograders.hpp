// The files with which learning platforms run the kit on what a student uploads.
//
// Each platform's script makes a class of one of the upload, grades it, and puts the result where the platform looks
// for it. If the kit fails, takes too long or is killed, the script itself writes a result that says so, in the form
// that the platform takes for "not graded": never nothing, never a zero.
#pragma once

#include "checker/grading/model/graded_class.hpp"
#include "checker/model/lab.hpp"

#include <string>
#include <vector>

namespace kit {

struct AutograderRequest {
    std::vector<Lab> labs; ///< those that give points; at least one
    /// Where the platform's container lets nothing be confined: kernels run all the same, with the container
    /// around them, and the result says so. Else the kit refuses, and the result says that.
    bool trust_container = true;
    std::string bundle;                    ///< GitHub: where the kit's bundle can be downloaded
    std::string image = "stencil-lab-kit"; ///< PrairieLearn's image, which contains the kit
};

/// Gradescope: setup.sh, which it runs as root when it builds the image, and run_autograder, which it runs for each
/// submission. The zip holds a bundle of the kit beside them, stencil-lab-kit.tar.gz.
/// Source: gradescope-autograders.readthedocs.io, "Autograder Specifications" and "Troubleshooting".
[[nodiscard]] std::vector<WrittenFile> gradescope_autograder(const AutograderRequest& request);

/// GitHub Classroom: .github/workflows/classroom.yml, which downloads the kit's bundle and keeps it. Classroom takes
/// points only from a workflow "Autograding Tests" with the one job "run-autograding-tests". Its reporter gets a result
/// for each lab, whose points are its weight.
[[nodiscard]] std::vector<WrittenFile> github_autograder(const AutograderRequest& request);

/// PrairieLearn: a question for each lab, questions/ID/info.json and question.html; the script that grades, shared by
/// all of them, in serverFilesCourse/stencil-lab-kit/; and image/Dockerfile for the image that it runs in, to be built
/// with a bundle of the kit beside it, stencil-lab-kit.tar.gz. A question keeps its UUID when it is written again.
/// Source: PrairieLearn's documentation, "External Grading", and its schema of info.json.
[[nodiscard]] std::vector<WrittenFile> prairielearn_autograder(const AutograderRequest& request);

} // namespace kit
