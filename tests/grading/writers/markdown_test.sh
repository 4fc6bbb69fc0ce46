#!/bin/sh
# What GitHub's renderer makes of the feedback: the tables and headings that are meant, and nothing of
# what a student wrote as HTML, table or heading. Exit code 77, a skip, without cmark-gfm.
set -eu

if ! command -v cmark-gfm >/dev/null; then
    echo 'skipped: cmark-gfm is not installed'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
"$KIT_WRITE_SAMPLES" "$work"
fail() {
    echo "$1"
    exit 1
}
for page in "$work"/*-feedback.md; do
    html=$page.html
    # --unsafe: raw HTML would come through.
    cmark-gfm --unsafe -e table -e autolink -e strikethrough "$page" >"$html"
    grep -qE '<(script|b>|a |del|em|img)' "$html" && fail "$page: text became markup"
    grep -oE '</?[a-z0-9]+' "$html" | tr -d '</' | sort -u >"$work/tags"
    grep -qvE '^(h1|h2|h3|p|table|thead|tbody|tr|th|td|ul|li|pre|code|strong)$' "$work/tags" &&
        fail "$page: unexpected elements: $(tr '\n' ' ' <"$work/tags")"
done
html=$work/1-feedback.md.html
count() { # pattern
    grep -cE "$1" "$html"
}
[ "$(count '<h1>')" = 1 ] || fail 'one title'
[ "$(count '<h2>')" = 3 ] || fail 'one section for each lab'
[ "$(count '<h3>')" = 3 ] || fail 'one section for each finding'
[ "$(count '<table>')" = 4 ] || fail 'an overview, and a table for each lab'
[ "$(count '<pre>')" = 3 ] || fail 'the lines of two findings, and a detail'
grep -q "&lt;script&gt;alert('x')&lt;/script&gt;" "$html" || fail 'the line is there as it was written'
# A row has as many cells as its table's head, whatever bars the text holds.
awk '/<tr>/ { cells = 0 } /<t[hd]/ { ++cells } /<\/tr>/ { if (cells != 4) exit 1 }' "$html" ||
    fail 'every row has four cells'
