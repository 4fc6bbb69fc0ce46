# Completion for bash. Made by: ./lab completion bash
_lab_home='/a kit'\''s'

_lab_command() { # a command with those above it; sets what it takes
    commands=() options=() arguments=() rest=''
    case $1 in
        'lab')
            commands=(check counts)
            options=(--root --version --help)
            ;;
        'lab check')
            options=(--solution --backend --gpu --seed --help)
            arguments=('lab' 'file') rest=''
            ;;
        'lab counts')
            commands=(of)
            options=(--help)
            ;;
        'lab counts of')
            options=(--answers --help)
            arguments=('words:bytes blocks') rest='words:bytes blocks'
            ;;
    esac
}

_lab_option() { # a command and its option; sets what follows the option, if anything
    value='' repeated=''
    case $1 in
        'lab --root') value='folder' ;;
        'lab check --backend') value='words:auto gpu' ;;
        'lab check --gpu') value='words:A100 H200' ;;
        'lab check --seed') value='text' ;;
        'lab counts of --answers') value='file' repeated=yes ;;
    esac
}

# Sets `home` to the folder with labs/: that of the program as it was typed.
_lab_find_home() {
    local program=$1 found
    program=${program//[\"\'\\]/}
    [[ $program == '~/'* ]] && program=$HOME/${program:2}
    if [[ -n $program && -n ${BASH_ALIASES[$program]-} ]]; then
        read -r program _ <<<"${BASH_ALIASES[$program]}"
        program=${program//[\"\'\\]/}
    fi
    [[ $program == */* ]] || program=$(type -P -- "$program")
    found=$(readlink -f -- "$program" 2>/dev/null)
    [[ -n $found && -d ${found%/*}/labs ]] && home=${found%/*}
    return 0
}

_lab_offer() { # words, of which those that begin like the current one are offered
    local word
    for word; do
        [[ $word == "$current"* ]] && COMPREPLY+=("${word#"$typed_before"}")
    done
}

_lab_offer_value() { # a kind, and what of the current word stands before the value
    local kind=$1 before=$2 folder name
    case $kind in
        words:*)
            local -a values
            read -r -a values <<<"${kind#words:}"
            _lab_offer "${values[@]/#/$before}"
            ;;
        lab)
            if [[ ${current#"$before"} == *[=/]* ]]; then
                compopt -o default
                return
            fi
            for folder in "$home"/labs/[0-9][0-9]-*/; do
                name=${folder%/}
                name=${name##*/}
                [[ -d $folder ]] && _lab_offer "$before$((10#${name:0:2}))" "$before$name"
            done
            ;;
        # Readline's own completion of paths knows blanks, quotes and ~.
        file) compopt -o default ;;
        folder) compopt -o dirnames ;;
    esac
}

_lab() {
    local -a words=() commands options arguments
    local i word rest value='' path=lab position=0 only_arguments='' repeated=''
    local home=$_lab_home token=${COMP_WORDS[COMP_CWORD]} current typed_before
    COMPREPLY=()
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((i > 1)) && [[ $word =~ ^[=:]+$ || ${COMP_WORDS[i - 1]} =~ ^[=:]+$ ]]; then
            words[-1]+=$word
        else
            words+=("$word")
        fi
    done
    _lab_find_home "${words[0]}"
    _lab_command "$path"
    for ((i = 1; i < ${#words[@]} - 1; i++)); do
        word=${words[i]//[\"\'\\]/}
        if [[ -n $value && ! (-n $repeated && $word == -*) ]]; then
            [[ ${words[i - 1]} == --root ]] && home=${word/#'~/'/$HOME/}
            [[ -n $repeated ]] || value=''
        elif [[ -z $only_arguments && $word == -- ]]; then
            only_arguments=yes value=''
        elif [[ -z $only_arguments && $word == --*=* ]]; then
            [[ $word == --root=* ]] && home=${word#*=}
            value=''
        elif [[ -z $only_arguments && $word == -* ]]; then
            _lab_option "$path $word"
        elif ((position == 0)) && [[ " ${commands[*]} " == *" $word "* ]]; then
            path+=" $word"
            _lab_command "$path"
        else
            position=$((position + 1))
        fi
    done
    current=${words[-1]}
    if [[ $current == [\"\']* ]]; then
        current=${current:1}
        token=${token#[\"\']}
    fi
    [[ $token =~ ^[=:]+$ ]] && token=''
    typed_before=${current:0:${#current}-${#token}}
    if [[ -n $value && ! (-n $repeated && $current == -*) ]]; then
        _lab_offer_value "$value" ''
    elif [[ -z $only_arguments && $current == --*=* ]]; then
        _lab_option "$path ${current%%=*}"
        _lab_offer_value "$value" "${current%%=*}="
    elif [[ -z $only_arguments && $current == -* ]]; then
        _lab_offer "${options[@]}"
    elif ((position == 0)) && [[ ${#commands[@]} != 0 ]]; then
        _lab_offer "${commands[@]}"
    else
        _lab_offer_value "${arguments[position]-$rest}" ''
    fi
}

complete -F _lab lab
