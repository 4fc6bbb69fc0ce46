#!/usr/bin/env bash
# Grades one submission of lab $1 with the stencil lab kit and puts the result where PrairieLearn looks for it.
set -uo pipefail

labs=${1:?which lab}
kit=/kit
submitted=/grade/student
results=/grade/results
# The platform's own limit is 10 minutes, and a student who runs into it gets a zero.
seconds=540

work=$(mktemp -d) || exit 3
trap 'rm -rf -- "$work"' EXIT

# A class of one: its only folder is the student's. Links stay links, which the kit does not follow.
grade() {
    mkdir -p "$work/class/student" &&
        cp -R -P -- "$submitted/." "$work/class/student/" &&
        cd "$kit" &&
        timeout --kill-after=20 "$seconds" ./lab grade "$work/class" --labs "$labs" --format prairielearn \
            --results "$work/kept" --trust-submissions </dev/null >"$work/results.json"
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
    printf '{\n  "gradable": false,\n  "format_errors": ["%s"],\n  "message": "Not graded.",\n  "output": "What the kit said:\\n%s"\n}\n' "$what" "$said" >"$work/results.json"
fi
mkdir -p "$results" && mv -f -- "$work/results.json" "$results/results.json"
