#include "checker/grading/writers/formats.hpp"

#include "checker/grading/writers/item_account.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

std::string gradescope_total(const GradedClass& graded, const GradedStudent& student) {
    const std::string open = not_judged(graded, student);
    if (open.empty()) {
        return fmt::format("{} in all.\n", points_of(student.points, student.max_points));
    }
    return fmt::format("Not final: the points for {} are not known yet, because the grader failed "
                       "there. They are not zero. Please tell your instructor.\n",
                       open);
}

// The first ./lab command installs missing packages and builds: once here, not once for each student.
constexpr std::string_view setup_script = R"sh(#!/usr/bin/env bash
# Prepares the image once: installs the packages that the stencil lab kit needs, and builds the kit.
set -euo pipefail

export DEBIAN_FRONTEND=noninteractive
cd /autograder/source/kit
apt-get update
./lab list >/dev/null
)sh";

constexpr std::string_view run_script = R"sh(#!/usr/bin/env bash
# Grades one submission with the stencil lab kit and puts the result where Gradescope looks for it.
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
# 0: all passed, 1: there are findings. Any other code is not a result.
if [ "$code" -gt 1 ]; then
    echo "The kit could not grade this submission (exit code $code)." >&2
    exit "$code"
fi
mkdir -p /autograder/results
mv -- "$work/results.json" /autograder/results/results.json
)sh";

} // namespace

std::string gradescope_results(const GradedClass& graded, const GradedStudent& student) {
    Json json;
    json["output"] = gradescope_total(graded, student);
    json["output_format"] = "text";
    json["test_output_format"] = "text";
    json["test_name_format"] = "text";
    json["visibility"] = "visible";
    json["tests"] = Json::array();
    for (const GradedItem& item : student.items) {
        if (!item.counts()) {
            continue;
        }
        Json test;
        if (item.known()) {
            test["score"] = points_number(item.points);
            test["max_score"] = points_number(item.max_points);
        }
        test["status"] = item.passed() ? "passed" : "failed";
        test["name"] = item_heading(graded, item);
        test["output"] = item_account(item);
        test["visibility"] = "visible";
        json["tests"].push_back(std::move(test));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::vector<WrittenFile> gradescope_autograder(std::string_view command) {
    std::string script(run_script);
    constexpr std::string_view place = "@COMMAND@";
    script.replace(script.find(place), place.size(), command);
    return {{"setup.sh", std::string(setup_script), true}, {"run_autograder", script, true}};
}

} // namespace kit
