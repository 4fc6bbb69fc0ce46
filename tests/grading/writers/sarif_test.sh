#!/bin/sh
# The findings against the schema of SARIF 2.1.0 that the npm package @microsoft/jest-sarif holds, by ajv.
# KIT_NODE_MODULES: where they are installed. Exit code 77, a skip, without.
set -eu

modules=${KIT_NODE_MODULES:-}
schema=$modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json
if ! command -v node >/dev/null || [ ! -e "$schema" ] || [ ! -e "$modules/ajv-draft-04" ]; then
    echo 'skipped: node, or in KIT_NODE_MODULES @microsoft/jest-sarif, ajv-draft-04 or ajv-formats, is missing'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
"$KIT_WRITE_SAMPLES" "$work"
cat >"$work/check.cjs" <<'END'
const fs = require('fs');
const [modules, schema, file] = process.argv.slice(2);
const Ajv = require(`${modules}/ajv-draft-04`);
// The schema has a pattern that is none where patterns are read strictly.
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
require(`${modules}/ajv-formats`)(ajv);
const valid = ajv.compile(JSON.parse(fs.readFileSync(schema, 'utf8')));
if (!valid(JSON.parse(fs.readFileSync(file, 'utf8')))) {
    console.error(valid.errors);
    process.exit(1);
}
END
node "$work/check.cjs" "$modules" "$schema" "$work/findings.sarif"
