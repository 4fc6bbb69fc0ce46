# Types at a zsh with the completion loaded; started by zsh_completion_test.sh.
zmodload zsh/zpty zsh/datetime || exit 1
work=$KIT_TEST_WORK
kit="$work/a kit"
mkdir -p "$kit/labs/include" "$kit/labs/04-sweep" "$kit/labs/11-star" "$work/own/labs/09-mine" "$work/bin"
print '#!/bin/sh' >"$kit/lab"
chmod +x "$kit/lab"
ln -s "$kit/lab" "$work/bin/lab"
touch "$work/my kernel.cu" "$work/other.cu"
failed=0

# What is on the line, and what may follow, is written between marks; compadd tells what is offered.
cat >"$work/.zshrc" <<'END'
PS1='> ' LISTMAX=1000
autoload -Uz compinit && compinit -u -d $KIT_TEST_WORK/dump
source $KIT_TEST_WORK/completion
cd $KIT_TEST_WORK
path=($KIT_TEST_WORK/bin $path)
alias mine='./a\ kit/lab'
zstyle ':completion:*' list-grouped false
zstyle ':completion:*' insert-tab false
zle_lines() {
    local line=$BUFFER
    print -r -- "<line>$line</line>"
    BUFFER=''
    zle .send-break
}
compadd() {
    local -a offered
    if [[ ${@[(I)-[AOD]]} != 0 ]]; then
        builtin compadd "$@"
        return
    fi
    builtin compadd -O offered "$@"
    ((${#offered})) && print -rl -- '<offer>'$^offered'</offer>'
    builtin compadd "$@"
}
zle -N zle_lines
bindkey '^X^L' zle_lines
bindkey '^I' complete-word
print '<ready>'
END
zpty -b shell "ZDOTDIR=${(q)work} TERM=dumb COLUMNS=200 zsh -i"

read_until() { # a mark; sets `said`
    local chunk
    local -F deadline=$((EPOCHREALTIME + 20))
    said=''
    while ((EPOCHREALTIME < deadline)); do
        if zpty -r -t shell chunk; then
            said+=$chunk
            [[ $said == *$1* ]] && return 0
        else
            sleep 0.01
        fi
    done
    print -r -- "no $1 within 20 s; the shell said: $said"
    exit 1
}

# Types words and a tab; sets `offers` and `line`, what stands on the line then.
complete_line() {
    zpty -n -w shell "$1"$'\t\C-X\C-L'
    read_until '</line>'
    said=${said//$'\r'/}
    offers=(${${(M)${(f)said}:#*\<offer\>*\</offer\>*}#*\<offer\>})
    offers=(${offers%\</offer\>*})
    line=${${said##*\<line\>}%\</line\>*}
}

expect_offers() { # what, then the words that are typed
    complete_line "$2"
    if [[ " $offers " != *" $1 "* ]]; then
        print -r -- "$2<tab> offers '$offers' and not '$1'"
        failed=1
    fi
}

expect_no_offers() {
    complete_line "$1"
    if [[ -n $offers ]]; then
        print -r -- "$1<tab> offers '$offers' and should offer nothing"
        failed=1
    fi
}

expect_line() { # what, then the words that are typed
    complete_line "$2"
    if [[ ${line% } != $1 ]]; then
        print -r -- "$2<tab> becomes '$line' and not '$1'"
        failed=1
    fi
}

read_until '<ready>'
lab='./a\ kit/lab'
for command in list check demo explore compare bench analytics handouts test completion puzzle; do
    expect_offers $command "$lab "
done
expect_line "$lab check" "$lab che"
expect_offers exercises "$lab analytics "
expect_line "$lab analytics quiz" "$lab analytics q"
expect_line "$lab check --format" "$lab check --form"
expect_line "$lab check 5 --backend emulator" "$lab check 5 --backend em"
expect_line "$lab check 5 --backend=emulator" "$lab check 5 --backend=em"
expect_line "$lab check 5 --gpu H200" "$lab check 5 --gpu H2"
expect_line "$lab analytics kernel register-tiled" "$lab analytics kernel reg"
expect_offers 'text json gcc' "$lab check --format "
expect_offers 'bash zsh json' "$lab completion "
expect_no_offers "$lab check 5 --grid "
expect_offers '4 11' "$lab check "
expect_offers '04-sweep 11-star' "$lab check "
expect_line "$lab check 04-sweep" "$lab check 0"
expect_line "$lab check \"04-sweep\"" "$lab check \"04"
expect_line "$lab check --backend gpu 04-sweep" "$lab check --backend gpu 0"
expect_line "$lab check 5 my\\ kernel.cu" "$lab check 5 my"
expect_line "$lab check 5 \"my kernel.cu\"" "$lab check 5 \"my k"
expect_line "$lab check 5 --plot=my\\ kernel.cu" "$lab check 5 --plot=my"
expect_line "$lab check -- 04-sweep" "$lab check -- 0"
expect_no_offers "$lab check 5 -- --fo"
expect_line "$lab compare 4 5=other.cu" "$lab compare 4 5=ot"
expect_line "$lab compare 4 04-sweep" "$lab compare 4 0"
expect_line "$lab analytics quiz --answers my\\ kernel.cu other.cu" \
    "$lab analytics quiz --answers my\\ kernel.cu oth"
expect_line "$lab --root own/" "$lab --root ow"
expect_line "$lab --root own check 09-mine" "$lab --root own check 0"
expect_line "$lab --root=own check 09-mine" "$lab --root=own check 0"
# However the program is called.
expect_line "lab check 04-sweep" "lab check 04"
expect_line "$work/bin/lab check 04-sweep" "$work/bin/lab check 04"
expect_line "mine check 04-sweep" "mine check 04"
zpty -w shell "cd 'a kit/labs'"
expect_line "../lab check 04-sweep" "../lab check 04"

integer i
float begin=$EPOCHREALTIME
for ((i = 0; i < 10; i++)); do
    complete_line "../lab check 0"
done
printf 'one completion takes %.0f ms\n' $(((EPOCHREALTIME - begin) * 100))
zpty -d shell
exit $failed
