#!/bin/sh
# Every command's LaTeX compiles; exit code 77, a skip, where there is no pdflatex.
set -eu

if ! command -v pdflatex >/dev/null; then
    echo 'skipped: pdflatex is not installed (Debian: texlive-latex-base)'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cd "$work"
for command in exercises 'exercises --order 2 --type double' chapter errata gpus 'gpus H200'; do
    # shellcheck disable=SC2086 # words on purpose
    "$KIT_ANALYTICS" $command --format latex >document.tex
    if ! pdflatex -interaction=nonstopmode -halt-on-error document.tex >log 2>&1; then
        echo "the LaTeX of '$command' does not compile:"
        grep -A 3 '^!' log
        exit 1
    fi
done
