#!/usr/bin/env bash
# What bash offers at the prompt: the completion's function is asked as readline asks it, and readline
# itself is asked where `script` gives it a terminal.
set -u

if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 404)); then
    echo 'skipped: completion needs bash 4.4'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
failed=0

kit="$work/a kit"
mkdir -p "$kit/labs/include" "$kit/labs/04-sweep" "$kit/labs/11-star" "$work/own/labs/09-mine"
: >"$kit/lab"
: >"$kit/labs/README.md"
"$KIT_CHECKER" --root "$KIT_ROOT" completion bash >"$work/completion" || exit 1
# shellcheck disable=SC1091
source "$work/completion" || exit 1

# Outside of readline there is no completion whose options could change.
compopt() {
    options_set+=" $2"
}

# The words as readline splits them, the current one last; prints what is offered.
offered() {
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    options_set=''
    _lab
    printf '%s' "${COMPREPLY[*]}$options_set"
}

expect() { # what, then the words
    local wanted=$1 got
    shift
    got=$(offered "$@")
    if [[ $got != "$wanted" ]]; then
        printf '%q ' "$@"
        printf 'offers\n  %s\nand not\n  %s\n' "$got" "$wanted"
        failed=1
    fi
}

expect_among() { # one that must be offered, then the words
    local wanted=$1 got
    shift
    got=" $(offered "$@") "
    if [[ $got != *" $wanted "* ]]; then
        printf '%q ' "$@"
        printf 'offers%sand not %s\n' "$got" "$wanted"
        failed=1
    fi
}

lab="$kit/lab"
labs='4 11 04-sweep 11-star'
for command in list check demo explore compare bench analytics handouts test completion puzzle; do
    expect_among "$command" "$lab" ''
done
expect check "$lab" che
expect '' "$lab" nothing
expect_among '--root' "$lab" --
expect_among exercises "$lab" analytics ''
expect quiz "$lab" analytics q
# Options, and what they take.
expect --format "$lab" check --fo
expect_among --help "$lab" check 5 --
expect 'auto emulator gpu' "$lab" check 5 --backend ''
expect 'emulator' "$lab" check 5 --backend em
expect 'text json gcc' "$lab" check --format ''
expect_among H200 "$lab" check 5 --gpu ''
expect_among H200 "$lab" analytics kernel tiled --gpu H
expect_among register-tiled "$lab" analytics kernel ''
expect 'text json csv markdown' "$lab" analytics exercises 1c --format ''
expect 'bash zsh json' "$lab" completion ''
expect '' "$lab" check 5 --grid ''
expect '' "$lab" check --solution --nothing
expect ' default' "$lab" check 5 --plot ''
expect ' default' "$lab" analytics quiz --answers a.toml ''
expect_among --seed "$lab" analytics quiz --answers a.toml --
expect ' dirnames' "$lab" --root ''
expect ' dirnames' "$lab" handouts --output ''
# As readline splits --backend=em: the answer replaces what follows '='.
expect 'auto emulator gpu' "$lab" check --backend =
expect emulator "$lab" check --backend = em
expect ' default' "$lab" check 5 --plot = x
expect '--backend=emulator' "$lab" check --backend=em # where '=' splits no words
# Labs, by number and by folder; then a file.
expect "$labs" "$lab" check ''
expect '04-sweep' "$lab" check 0
expect '11 11-star' "$lab" check 1
expect '04-sweep' "$lab" check '"04'
expect '04-sweep' "$lab" check "'04"
expect "$labs" "$lab" check --backend gpu ''
expect "$labs" "$lab" check --backend = gpu ''
expect "$labs" "$lab" check --solution ''
expect "$labs" "$lab" check --grid 120x64x33 ''
expect ' default' "$lab" check 5 ''
expect ' default' "$lab" check 5 'my ker'
expect ' default' "$lab" check 5 '"my ker'
expect '' "$lab" check 5 a.cu ''
expect "$labs" "$lab" compare 4 ''
expect ' default' "$lab" compare 4 5 = m
expect '11 11-star' "$lab" compare 5 = 'my file.cu' 11
expect ' default' "$lab" explore 4 ''
expect ' default' "$lab" explore 3 --block 32 : 1024 ''
# After -- nothing is an option.
expect ' default' "$lab" check 5 -- --fo
expect "$labs" "$lab" check -- ''
# Whose labs: the program's that is being typed, or --root's.
expect '9 09-mine' "$lab" --root "$work/own" check ''
expect '9 09-mine' "$lab" --root = "$work/own" check ''
expect "$labs" "${lab// /\\ }" check ''
expect "$labs" "\"$lab\"" check ''
mkdir "$work/bin"
ln -s "$kit/lab" "$work/bin/lab"
chmod +x "$kit/lab"
expect "$labs" "$work/bin/lab" check ''
PATH=$work/bin:$PATH expect "$labs" lab check ''
(cd "$kit/labs" && expect "$labs" ../lab check '' && exit "$failed") || failed=1
HOME=$kit expect "$labs" '~/lab' check ''
ln -s "$kit" "$work/kit"
BASH_ALIASES[mine]=$work/kit/lab
expect "$labs" mine check ''
unset 'BASH_ALIASES[mine]'
# Not found: the checkout that wrote the script.
expect_among 05-shared-memory-tiling no-such-program check ''
expect_among 05-shared-memory-tiling /tmp/no/such check ''

# A prompt waits for this. Beside as many starts of the program, in turns: the machine may be slow, or busy.
took=0
starts=0
for _ in 1 2 3 4 5 6 7 8 9 10; do
    begin=${EPOCHREALTIME/[.,]/}
    offered "$lab" check '' >/dev/null
    end=${EPOCHREALTIME/[.,]/}
    "$KIT_CHECKER" --version >/dev/null
    took=$((took + end - begin))
    starts=$((starts + ${EPOCHREALTIME/[.,]/} - end))
done
echo "one completion takes $((took / 10000)) ms, one start of the program $((starts / 10000)) ms"
((took < 6 * starts)) || failed=1

# Readline itself: what stands on the line after a tab.
if command -v script >/dev/null; then
    touch "$work/my kernel.cu"
    cat >"$work/rc" <<END
PS1='> '
source '$work/completion'
cd '$work'
bind 'set enable-bracketed-paste off'
END
    printf '#!/bin/sh\nprintf "<%%s>" "$@"\n' >"$kit/lab"
    printf '%s\n' "kit/lab che	04	my	--back	em	--plot=my	" 'exit' |
        timeout 60 script -qec "bash --noprofile --rcfile '$work/rc' -i" /dev/null >"$work/said" 2>&1
    wanted='<check><04-sweep><my kernel.cu><--backend><emulator><--plot=my kernel.cu>'
    if ! grep -qF -- "$wanted" "$work/said"; then
        printf 'readline makes of the line\n'
        cat -v "$work/said"
        failed=1
    fi
else
    echo 'readline itself is not asked: there is no program named script'
fi
exit $failed
