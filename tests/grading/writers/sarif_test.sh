#!/bin/sh
# The findings against the schema of SARIF 2.1.0 that the npm package @microsoft/jest-sarif holds, by ajv, and
# against the further rules of @microsoft/sarif-multitool-linux, GitHub's among them, where that is installed.
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

multitool=$modules/@microsoft/sarif-multitool-linux/Sarif.Multitool
if [ ! -e "$multitool" ] || [ "$(uname -m)" != x86_64 ]; then
    echo 'without sarif-multitool'
    exit 0
fi
cp "$multitool" "$work/multitool"
chmod +x "$work/multitool"
DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 DOTNET_BUNDLE_EXTRACT_BASE_DIR=$work/extracted \
    "$work/multitool" validate "$work/findings.sarif" --rule-kind 'Sarif;Ghas' \
    --level 'Error;Warning' --kind Fail >"$work/said" 2>&1 || { cat "$work/said"; exit 1; }
grep -q 'Analysis completed successfully' "$work/said" || { cat "$work/said"; exit 1; }
# SARIF2005 asks for a page about the tool, which the kit does not have.
if grep -E '(error|warning) [A-Z]+[0-9]+:' "$work/said" | grep -v SARIF2005; then
    exit 1
fi
