#!/bin/sh
# The pages become HTML that needs nothing from elsewhere; exit code 77, a skip, without pandoc.
set -eu

if ! command -v pandoc >/dev/null; then
    echo 'skipped: pandoc is not installed'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
"$KIT_CHECKER" handouts --output "$work/site" >"$work/said"
fail() {
    echo "$1"
    exit 1
}
cd "$work/site"
for page in *.html; do
    grep -q '<!--' "$page" && fail "$page has a marker left"
    grep -q 'href="style.css"' "$page" || fail "$page has no style sheet"
    grep -qE '(src|href)="https?:' "$page" && fail "$page needs the network"
    for target in $(grep -oE '(src|href)="[^"#]+' "$page" | cut -d '"' -f 2); do
        [ -e "$target" ] || fail "$page leads to $target, which is not there"
    done
done
[ -e index.html ] || fail 'there is no index'
[ -s math.woff2 ] || fail 'the formulas have no font'
grep -q '<summary>Answer</summary>' 05-shared-memory-tiling.html || fail 'no answer to reveal'
grep -q '<mfrac>' 05-shared-memory-tiling.html || fail 'formulas are no MathML'
grep -q 'rel="next" href="06-thread-coarsening.html"' 05-shared-memory-tiling.html || fail 'no way on'
grep -q 'class="drawing".* style="--least: 404px"' 05-shared-memory-tiling.html ||
    fail 'a drawing may shrink until nobody can read it'
grep -q '<code><span class="word">./lab</span> check 5 <span class="word">--grid</span> 62</code>' 05-shared-memory-tiling.html ||
    fail 'a line may end within an option'
for number in 04 05 06 07 08 09 10 11; do
    page=$(echo "$number"-*.html)
    grep -qE '<details class="trace"><summary>Step through it' "$page" || fail "$page has nothing to step through"
    grep -qE "<iframe src=\"traces/trace-$number-[^\"]*\.html\"" "$page" || fail "$page has no trace of its lab"
done
for trace in traces/*.html; do
    grep -qE '__syncthreads|__global__|solutions/' "$trace" && fail "$trace gives the kernel away"
    grep -q '"source":\[\]' "$trace" || fail "$trace has a source"
done
[ ! -e README.md ] || fail 'what pandoc reads is left over'
