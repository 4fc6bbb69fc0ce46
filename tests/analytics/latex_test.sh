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
printf 'student = "A_b & c"\n[answers]\n1c = 3375\n2c = "50%%"\n' >answers.toml
for command in exercises 'exercises --order 2 --type double' chapter errata gpus 'gpus H200' \
    'kernel tiled --gpu H200' compare 'sweep tiled --tile 4:8' \
    'quiz --answers answers.toml answers.toml'; do
    # shellcheck disable=SC2086 # words on purpose
    "$KIT_CHECKER" analytics $command --format latex >document.tex || [ $? -eq 1 ] # 1: a wrong answer
    if ! pdflatex -interaction=nonstopmode -halt-on-error document.tex >log 2>&1; then
        echo "the LaTeX of '$command' does not compile:"
        grep -A 3 '^!' log
        exit 1
    fi
done
