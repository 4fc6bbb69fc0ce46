#!/bin/sh
# What zsh offers at the prompt: a zsh in a terminal of its own is typed at, and its answers are read.
set -eu

if ! command -v zsh >/dev/null; then
    echo 'skipped: zsh is not installed'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
"$KIT_CHECKER" completion zsh >"$work/completion"
zsh -n "$work/completion"
export KIT_TEST_WORK="$work"
exec zsh -f "$(dirname -- "$0")/zsh_completion_test.zsh"
