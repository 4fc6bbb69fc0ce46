#include "checker/base/layout.hpp"
#include "checker/grading/writers/autograder_script.hpp"

namespace kit {

namespace {

// The solutions show that the kit works there, and fill its cache.
constexpr std::string_view setup_script = R"sh(#!/usr/bin/env bash
# Prepares the image once: unpacks the stencil lab kit, which needs no packages, and tries it.
set -euo pipefail

cd /autograder/source
tar -xf stencil-lab-kit.tar.gz
rm -rf kit
mv stencil-lab-kit kit
cd kit
for lab in @LABS@; do
    ./lab check "$lab" --solution
done
)sh";

// Neither tests nor a score: to Gradescope that is no valid result, so it reports a failed autograder.
constexpr std::string_view gradescope_failure =
    R"sh(printf '{\n  "output": "%s\\n\\nWhat the kit said:\\n%s"\n}\n' "$what" "$said")sh";

} // namespace

std::vector<WrittenFile> gradescope_autograder(const AutograderRequest& request) {
    GradingScript script;
    script.purpose = "Grades one submission with the stencil lab kit and puts the result where "
                     "Gradescope looks for it.";
    script.format = "gradescope";
    script.labs = lab_numbers(request.labs);
    script.kit = "/autograder/source/kit";
    script.submitted = "/autograder/submission";
    script.results = "/autograder/results";
    script.failure = gradescope_failure;
    return {
        {"setup.sh",
         with_places(setup_script, {{"LABS", with_replaced(lab_numbers(request.labs), ",", " ")}}),
         true},
        {"run_autograder", grading_script(script, request), true}};
}

} // namespace kit
