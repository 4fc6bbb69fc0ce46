#include "checker/grading/writers/gradescope_autograder.hpp"

namespace kit {

namespace {

// The first command of ./lab installs what is missing and builds: here, once, and not for each student.
constexpr std::string_view setup = R"sh(#!/usr/bin/env bash
# Prepares the image once: what the stencil lab kit needs is installed, and the kit is built.
set -euo pipefail

export DEBIAN_FRONTEND=noninteractive
cd /autograder/source/kit
apt-get update
./lab list >/dev/null
)sh";

constexpr std::string_view run = R"sh(#!/usr/bin/env bash
# Grades one submission with the stencil lab kit and leaves the result where Gradescope looks for it.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# A class of one: its only folder is the student's.
submissions=$work/class
mkdir -p "$submissions/student"
cp -R /autograder/submission/. "$submissions/student/"
export submissions

cd /autograder/source/kit
code=0
@COMMAND@ >"$work/results.json" || code=$?
# 0: all passed, 1: there are findings. Anything else is no result.
if [ "$code" -gt 1 ]; then
    echo "The kit could not grade this submission (exit code $code)." >&2
    exit "$code"
fi
mkdir -p /autograder/results
mv -- "$work/results.json" /autograder/results/results.json
)sh";

} // namespace

std::vector<WrittenFile> gradescope_autograder(std::string_view command) {
    std::string script(run);
    constexpr std::string_view place = "@COMMAND@";
    script.replace(script.find(place), place.size(), command);
    return {{"setup.sh", std::string(setup), true}, {"run_autograder", script, true}};
}

} // namespace kit
