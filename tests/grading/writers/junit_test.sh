#!/bin/sh
# A JUnit report against the part of the published schema that it uses, and as junitparser reads it.
# Exit code 77, a skip, without either.
set -eu

checked=no
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
"$KIT_WRITE_SAMPLES" "$work"
if command -v xmllint >/dev/null; then
    xmllint --noout --schema "$(dirname -- "$0")/junit.xsd" "$work/junit.xml"
    checked=yes
fi
# Debian's module belongs to Debian's interpreter.
for python in /usr/bin/python3 python3; do
    "$python" -c 'import junitparser' 2>/dev/null || continue
    "$python" - "$work/junit.xml" <<'END'
import sys
from junitparser import Error, Failure, JUnitXml, Skipped

suites = list(JUnitXml.fromfile(sys.argv[1]))
assert len(suites) == 5, suites
kinds = {Error: "errors", Failure: "failures", Skipped: "skipped"}
for suite in suites:
    counted = dict.fromkeys(kinds.values(), 0)
    cases = list(suite)
    for case in cases:
        for result in case.result if isinstance(case.result, list) else [case.result]:
            if type(result) in kinds:
                counted[kinds[type(result)]] += 1
    said = {name: int(getattr(suite, name)) for name in counted}
    assert said == counted, (suite.name, said, counted)
    assert int(suite.tests) == len(cases), suite.name
END
    checked=yes
    break
done
[ $checked = yes ] || { echo 'skipped: neither xmllint nor junitparser is installed'; exit 77; }
