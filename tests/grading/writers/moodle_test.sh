#!/bin/sh
# Moodle is a PHP program: what fgetcsv(), with which its importer reads, makes of a gradebook.
# Exit code 77, a skip, without php.
set -eu

if ! command -v php >/dev/null; then
    echo 'skipped: php is not installed'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
"$KIT_WRITE_SAMPLES" "$work"
cat >"$work/read.php" <<'END'
<?php
function check($what, $right) {
    if (!$right) {
        fwrite(STDERR, "moodle: $what\n");
        exit(1);
    }
}
$file = fopen($argv[1], 'r');
$rows = [];
while (($row = fgetcsv($file, 0, ',', '"')) !== false) { // the backslash escapes, as it does by default
    $rows[] = array_map('trim', $row);
}
$header = array_shift($rows);
check('columns', array_slice($header, 0, 4) == ['Full name', 'Email address', 'ID number', 'Username']);
check('grades and feedback', array_slice($header, 4, 2) == ['04-basic-sweep', '04-basic-sweep (Feedback)']);
check('five students', count($rows) == 5);
foreach ($rows as $row) {
    check('as many fields as columns', count($row) == count($header));
    for ($i = 1; $i < 4; ++$i) {
        check('no identifier is empty', $row[$i] !== '');
    }
    for ($i = 4; $i < count($row); $i += 2) {
        check("a grade or none: {$row[$i]}", $row[$i] === '-' || is_numeric($row[$i]));
        check('feedback has no tag', strip_tags($row[$i + 1]) === $row[$i + 1]);
    }
}
check('unknown points are no grade', $rows[3][8] === '-');
check('nothing submitted is zero', $rows[2][6] === '0');
END
php "$work/read.php" "$work/moodle.csv"
