#!/bin/sh
# The manual page goes through what checks such pages without a warning, and says what the kit reads.
set -eu

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
fail() {
    echo "$1"
    exit 1
}
"$KIT_CHECKER" man --output "$work/lab.1"
"$KIT_CHECKER" man >"$work/printed"
head -n 1 "$work/printed" | grep -qx NAME || fail 'without a terminal the page is not printed as text'
grep -q '^\.\|\\f[BIR]\|\\(' "$work/printed" && fail "the text holds the source's marks"
for word in '   ./lab check \[OPTIONS\] LAB \[FILE\]' '       --backend auto|emulator|gpu' '       NO_COLOR'; do
    grep -q -- "^$word" "$work/printed" || fail "the text lacks $word"
done
awk 'length > 84' "$work/printed" | grep . && fail 'the text is wider than 80 columns'
LC_ALL=C grep -q '[^ -~]' "$work/lab.1" && fail 'the source is not ASCII'

# A variable or a file that the page names, and nothing reads, would be a promise.
names=$(sed -n '/^\.SH ENVIRONMENT/,/^\.SH FILES/s/^\\fB\([A-Z_]*\)\\fR$/\1/p' "$work/lab.1")
[ "$(echo "$names" | wc -l)" -ge 5 ] || fail "the page names too few variables: $names"
for name in $names; do
    grep -rq --include='*.cpp' "\"$name\"" "$KIT_ROOT/checker" || grep -q "{$name:-" "$KIT_ROOT/lab" ||
        fail "nothing reads $name"
done

checked=no
if command -v mandoc >/dev/null; then
    mandoc -T lint -W warning "$work/lab.1" >"$work/said" 2>&1 || { cat "$work/said"; fail 'mandoc'; }
    checked=yes
fi
if command -v groff >/dev/null && echo | groff -man -Tutf8 -z 2>/dev/null; then
    groff -man -ww -Tutf8 -rLL=80n "$work/lab.1" >"$work/shown" 2>"$work/said"
    [ ! -s "$work/said" ] || { cat "$work/said"; fail 'groff warns'; }
    # Latin-1, so that a letter is a byte; without what makes letters bold.
    wide=$(groff -man -Tlatin1 -P -cbou -rLL=80n "$work/lab.1" 2>/dev/null | LC_ALL=C awk 'length > 80')
    [ -z "$wide" ] || fail "wider than 80 columns: $wide"
    checked=yes
fi
[ $checked = yes ] || { echo 'skipped: neither mandoc nor groff is installed'; exit 77; }
