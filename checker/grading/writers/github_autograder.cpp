#include "checker/base/encodings.hpp"
#include "checker/grading/writers/autograder_script.hpp"
#include "checker/grading/writers/formats.hpp"

#include <fmt/format.h>

namespace kit {

namespace {

constexpr std::string_view classroom_workflow =
    R"yaml(# Grades a push with the stencil lab kit and reports the points to GitHub Classroom.
# Classroom requires this name and this one job.
name: Autograding Tests
on:
  push:
  workflow_dispatch:
  repository_dispatch:
permissions:
  checks: write
  actions: read
  contents: read
jobs:
  run-autograding-tests:
    runs-on: ubuntu-latest
    if: github.actor != 'github-classroom[bot]'
    steps:
      - name: Checkout code
        uses: actions/checkout@v4
      - name: Sandbox
        # Ubuntu lets only some programs make the namespaces that confine a kernel.
        run: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 || true
      - name: Kit
        id: kit
        uses: actions/cache@v4
        with:
          path: |
            ~/stencil-lab-kit
            ~/.cache/stencil-lab-kit
          key: '@KEY@'
      - name: Unpack the kit
        if: steps.kit.outputs.cache-hit != 'true'
        run: |
          curl --fail --silent --show-error --location --retry 3 -o "$RUNNER_TEMP/kit" '@BUNDLE@'
          tar -xf "$RUNNER_TEMP/kit" -C ~
      - name: Labs
        id: labs
        timeout-minutes: 30
        run: |
          code=0
          ~/stencil-lab-kit/lab grade . --labs @LABS@ --format github --results "$RUNNER_TEMP/kept"@TRUST@ \
            >"$RUNNER_TEMP/results" || code=$?
          # Codes: 0 all passed, 1 findings, 3 the results themselves say what is not known yet.
          if [ "$code" -gt 3 ] || [ ! -s "$RUNNER_TEMP/results" ]; then
            echo "::error title=Not graded::The kit could not grade this push (exit code $code). That is not the student's fault, and it is no zero: please tell your instructor."
            exit 1
          fi
          cat "$RUNNER_TEMP/results" >>"$GITHUB_OUTPUT"
          # The same results, at the lines that they are about.
          ~/stencil-lab-kit/lab grade . --labs @LABS@ --format github-annotations --results "$RUNNER_TEMP/kept"@TRUST@ 2>/dev/null || true
      - name: Autograding Reporter
        uses: classroom-resources/autograding-grading-reporter@v1
        env:
@RESULTS@        with:
          runners: @RUNNERS@
)yaml";

} // namespace

std::vector<WrittenFile> github_autograder(const AutograderRequest& request) {
    std::string results;
    std::string runners;
    for (const Lab& lab : request.labs) {
        results += fmt::format(
            "          LAB{0:02}_RESULTS: \"${{{{steps.labs.outputs.lab{0:02}}}}}\"\n", lab.number);
        runners += fmt::format("{}lab{:02}", runners.empty() ? "" : ",", lab.number);
    }
    // Keys may hold anything but commas; the same address is the same kit.
    const std::string key = "stencil-lab-kit-" + sha256_of(request.bundle).substr(0, 16);
    return {{".github/workflows/classroom.yml",
             with_places(classroom_workflow, {{"LABS", lab_numbers(request.labs)},
                                              {"KEY", key},
                                              {"BUNDLE", request.bundle},
                                              {"TRUST", std::string(trust_option(request))},
                                              {"RESULTS", results},
                                              {"RUNNERS", runners}}),
             false}};
}

} // namespace kit
