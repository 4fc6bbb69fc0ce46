#include "checker/grading/writers/autograder_script.hpp"

#include "checker/base/layout.hpp"

#include <fmt/format.h>

namespace kit {

namespace {

constexpr std::string_view script_text = R"sh(#!/usr/bin/env bash
# @PURPOSE@
set -uo pipefail

labs=@LABS@
kit=@KIT@
submitted=@SUBMITTED@
results=@RESULTS@
# The platform's own limit is 10 minutes, and a student who runs into it gets a zero.
seconds=@SECONDS@

work=$(mktemp -d) || exit 3
trap 'rm -rf -- "$work"' EXIT

# A class of one: its only folder is the student's. Links stay links, which the kit does not follow.
grade() {
    mkdir -p "$work/class/student" &&
        cp -R -P -- "$submitted/." "$work/class/student/" &&
        cd "$kit" &&
        timeout --kill-after=20 "$seconds" ./lab grade "$work/class" --labs "$labs" --format @FORMAT@ \
            --results "$work/kept"@TRUST@ </dev/null >"$work/results.json"
}

# Standard input as the inside of a JSON string, at most its last 4,000 bytes.
json_text() {
    tail -c 4000 | iconv -c -f UTF-8 -t UTF-8 2>/dev/null | tr -d '\000-\010\013-\037\177' |
        sed -e 's/[\\"]/\\&/g' -e 's/\t/\\t/g' | sed -e ':next' -e 'N' -e '$!b next' -e 's/\n/\\n/g'
}

ends_with_brace() { # file
    [ "$(tail -c 8 -- "$1" 2>/dev/null | tr -d ' \n' | tail -c 1)" = '}' ]
}

code=0
grade 2>"$work/said" || code=$?
cat -- "$work/said" >&2

# A result ends with the brace that it began with. Codes: 0 all passed, 1 findings, 3 the result itself says what is
# not known yet.
if [ "$code" -gt 3 ] || ! ends_with_brace "$work/results.json"; then
    what="The kit could not grade this submission (exit code $code)."
    [ "$code" != 124 ] && [ "$code" != 137 ] || what="The kit was stopped: it took too long or needed too much memory."
    what="$what That is not the student's fault, and it is no zero: please tell your instructor."
    echo "$what" >&2
    said=$({ cat -- "$work/said"; echo; } | json_text)
    @FAILURE@ >"$work/results.json"
fi
mkdir -p "$results" && mv -f -- "$work/results.json" "$results/results.json"
)sh";

} // namespace

std::string lab_numbers(const std::vector<Lab>& labs) {
    std::string numbers;
    for (const Lab& lab : labs) {
        numbers += fmt::format("{}{}", numbers.empty() ? "" : ",", lab.number);
    }
    return numbers;
}

std::string_view trust_option(const AutograderRequest& request) {
    return request.trust_container ? " --trust-submissions" : "";
}

std::string with_places(std::string_view text,
                        const std::vector<std::pair<std::string_view, std::string>>& places) {
    std::string result(text);
    for (const auto& [name, value] : places) {
        result = with_replaced(std::move(result), fmt::format("@{}@", name), value);
    }
    return result;
}

std::string grading_script(const GradingScript& script, const AutograderRequest& request) {
    return with_places(script_text, {{"PURPOSE", script.purpose},
                                     {"LABS", script.labs},
                                     {"KIT", script.kit},
                                     {"SUBMITTED", script.submitted},
                                     {"RESULTS", script.results},
                                     {"SECONDS", std::to_string(script.seconds)},
                                     {"FORMAT", script.format},
                                     {"TRUST", std::string(trust_option(request))},
                                     {"FAILURE", script.failure}});
}

} // namespace kit
