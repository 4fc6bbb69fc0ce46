#include "checker/grading/writers/autograder_script.hpp"

namespace kit {

namespace {

// The first ./lab command installs missing packages and builds: once here, not once for each student. The solutions
// show that the kit works there, and fill its cache.
constexpr std::string_view setup_script = R"sh(#!/usr/bin/env bash
# Prepares the image once: installs the packages that the stencil lab kit needs, builds the kit and tries it.
set -euo pipefail

export DEBIAN_FRONTEND=noninteractive
cd /autograder/source/kit
apt-get update
for lab in @LABS@; do
    ./lab check "$lab" --solution
done
)sh";

// Neither tests nor a score: to Gradescope that is no valid result, so it reports a failed autograder.
constexpr std::string_view gradescope_failure =
    R"sh(printf '{\n  "output": "%s\\n\\nWhat the kit said:\\n%s"\n}\n' "$what" "$said")sh";

} // namespace

std::vector<WrittenFile> gradescope_autograder(const AutograderRequest& request) {
    std::string words = lab_numbers(request.labs);
    for (char& letter : words) {
        letter = letter == ',' ? ' ' : letter;
    }
    GradingScript script;
    script.purpose = "Grades one submission with the stencil lab kit and puts the result where "
                     "Gradescope looks for it.";
    script.format = "gradescope";
    script.labs = lab_numbers(request.labs);
    script.kit = "/autograder/source/kit";
    script.submitted = "/autograder/submission";
    script.results = "/autograder/results";
    script.failure = gradescope_failure;
    return {{"setup.sh", with_places(setup_script, {{"LABS", words}}), true},
            {"run_autograder", grading_script(script, request), true}};
}

} // namespace kit
