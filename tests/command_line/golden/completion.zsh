#compdef lab
# Completion for zsh. Made by: ./lab completion zsh
typeset -g _lab_home='/a kit'\''s'

_lab_of_lab() {
    local curcontext=$curcontext state
    local -a line
    typeset -A opt_args
    _arguments -C -S \
        '(--root)--root=[Folder with labs/]:DIR:_files -/' \
        '(--version)--version[Print the version]' \
        '(--help -h)--help[Print this help and exit]' \
        '(--help -h)-h[Print this help and exit]' \
        '1:command:->command' \
        '*::word:->word'
    case $state in
        command)
            local -a known=(
                'check:Check [one] kernel: is it right'
                'counts:Count with \ and .dots'
            )
            _describe -t commands command known
            ;;
        word)
            curcontext=${curcontext%:*}-$line[1]:
            case $line[1] in
                check) _lab_of_lab_check ;;
                counts) _lab_of_lab_counts ;;
            esac
            ;;
    esac
}

_lab_of_lab_check() {
    _arguments -C -S \
        '(--solution -s)--solution[Check the solution]' \
        '(--solution -s)-s[Check the solution]' \
        '(--backend)--backend=[Where it runs]:value:(auto gpu)' \
        '(--gpu)--gpu=[A GPU]:value:(A100 H200)' \
        '(--seed)--seed=[Inputs]:N: ' \
        '(--help -h)--help[Print this help and exit]' \
        '(--help -h)-h[Print this help and exit]' \
        '1:LAB:_lab_labs' \
        '2::FILE:_files'
}

_lab_of_lab_counts() {
    local curcontext=$curcontext state
    local -a line
    typeset -A opt_args
    _arguments -C -S \
        '(--help -h)--help[Print this help and exit]' \
        '(--help -h)-h[Print this help and exit]' \
        '1:command:->command' \
        '*::word:->word'
    case $state in
        command)
            local -a known=(
                'of:Counts of files'
            )
            _describe -t commands command known
            ;;
        word)
            curcontext=${curcontext%:*}-$line[1]:
            case $line[1] in
                of) _lab_of_lab_counts_of ;;
            esac
            ;;
    esac
}

_lab_of_lab_counts_of() {
    _arguments -C -S \
        '(--answers)--answers=[Files]:*-*:FILE:_files' \
        '(--help -h)--help[Print this help and exit]' \
        '(--help -h)-h[Print this help and exit]' \
        '*:value:(bytes blocks)'
}

# Sets `home` to the folder with labs/: --root's, or that of the program as it was typed.
_lab_find_home() {
    local program=${(Q)words[1]} found i
    [[ $program == '~/'* ]] && program=$HOME/${program:2}
    [[ $program == */* ]] || program=${commands[$program]-}
    found=${program:A:h}
    [[ -n $program && -d $found/labs ]] && home=$found
    for ((i = 2; i < CURRENT; i++)); do
        case $words[i] in
            --root)
                ((++i < CURRENT)) && home=${(Q)words[i]}
                ;;
            --root=*) home=${(Q)words[i]#*=} ;;
            -*) ;;
            *) break ;;
        esac
    done
    home=${home/#\~\//$HOME/}
    return 0
}

_lab_labs() {
    local -a numbers names
    local folder name
    if compset -P '*=' || [[ $PREFIX == */* ]]; then
        _files
        return
    fi
    for folder in $home/labs/[0-9][0-9]-*(N/); do
        name=${folder:t}
        names+=($name)
        numbers+=("$((10#${name[1,2]})):${name[4,-1]}")
    done
    _describe -V -t lab-numbers 'lab' numbers
    _describe -V -t lab-names 'lab' names
}

_lab() {
    local home=$_lab_home
    _lab_find_home
    _lab_of_lab
}

(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
if [[ $funcstack[1] == _lab ]]; then
    _lab "$@"
else
    compdef _lab lab
fi
