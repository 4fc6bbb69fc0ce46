#include "checker/command_line/shell_completion.hpp"

#include "checker/base/layout.hpp"
#include "checker/command_line/shell_quoted.hpp"

namespace kit {

namespace {

/// What does not depend on the definition. Readline splits words at '=' and ':', and replaces only
/// what follows the last of them: words are joined to be read, and answers are cut again.
constexpr const char* reader = R"bash(
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
)bash";

std::string kind_text(const OptionValue& value) {
    const std::string kind = name(value.kind);
    return value.kind == Kind::words ? kind + ":" + join(value.words, " ") : kind;
}

void add_command(const Command& command, const std::string& path, std::string& cases) {
    std::string commands;
    std::string options;
    std::string arguments;
    std::string rest;
    for (const Command& each : command.commands) {
        commands += (commands.empty() ? "" : " ") + each.name;
    }
    for (const Option& option : command.options) {
        options += (options.empty() ? "" : " ") + option.names.front();
    }
    for (const PositionalArgument& argument : command.arguments) {
        const std::string kind = shell_quoted(kind_text(argument.value));
        arguments += (arguments.empty() ? "" : " ") + kind;
        rest = argument.value.repeated ? kind : "''";
    }
    cases += "        " + shell_quoted(path) + ")\n";
    cases += commands.empty() ? "" : "            commands=(" + commands + ")\n";
    cases += "            options=(" + options + ")\n";
    cases +=
        arguments.empty() ? "" : "            arguments=(" + arguments + ") rest=" + rest + "\n";
    cases += "            ;;\n";
    for (const Command& each : command.commands) {
        add_command(each, path + " " + each.name, cases);
    }
}

void add_options(const Command& command, const std::string& path, std::string& cases) {
    for (const Option& option : command.options) {
        if (!option.value) {
            continue;
        }
        std::string names;
        for (const std::string& name : option.names) {
            names += (names.empty() ? "" : " | ") + shell_quoted(path + " " + name);
        }
        cases += "        " + names + ") value=" + shell_quoted(kind_text(*option.value)) +
                 (option.value->repeated ? " repeated=yes" : "") + " ;;\n";
    }
    for (const Command& each : command.commands) {
        add_options(each, path + " " + each.name, cases);
    }
}

} // namespace

std::string bash_completion(const Command& program, const std::string& home) {
    std::string text = "# Completion for bash. Made by: ./lab completion bash\n"
                       "_lab_home=" +
                       shell_quoted(home) +
                       "\n\n"
                       "_lab_command() { # a command with those above it; sets what it takes\n"
                       "    commands=() options=() arguments=() rest=''\n"
                       "    case $1 in\n";
    add_command(program, "lab", text);
    text += "    esac\n}\n\n"
            "_lab_option() { # a command and its option; sets what follows the option, "
            "if anything\n"
            "    value='' repeated=''\n"
            "    case $1 in\n";
    add_options(program, "lab", text);
    return text + "    esac\n}\n" + reader;
}

namespace {

/// What does not depend on the definition.
constexpr const char* zsh_reader = R"zsh(
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
)zsh";

/// Inside a specification of _arguments.
std::string escaped(const std::string& text, const std::string& special) {
    std::string result;
    for (const char letter : text) {
        result += (special.find(letter) == std::string::npos ? "" : "\\") + std::string(1, letter);
    }
    return result;
}

std::string action(const OptionValue& value) {
    switch (value.kind) {
    case Kind::words: {
        std::string words;
        for (const std::string& word : value.words) {
            words += (words.empty() ? "" : " ") + escaped(word, "\\:");
        }
        return "(" + words + ")";
    }
    case Kind::file: return "_files";
    case Kind::folder: return "_files -/";
    case Kind::lab: return "_lab_labs";
    case Kind::text: break;
    }
    return " "; // shows what is wanted, offers nothing
}

std::string message(const OptionValue& value) {
    return value.kind == Kind::words ? "value" : escaped(value.name, "\\:");
}

std::string option_lines(const Option& option) {
    const std::string all = join(option.names, " ");
    std::string lines;
    for (const std::string& name : option.names) {
        std::string spec = "(" + all + ")" + name;
        const bool is_long = name.rfind("--", 0) == 0;
        spec += option.value && is_long ? "=" : "";
        spec += "[" + escaped(option.help, "\\[]:") + "]";
        if (option.value) {
            // A repeated value goes on up to the next option.
            spec += (option.value->repeated ? ":*-*:" : ":") + message(*option.value) + ":" +
                    action(*option.value);
        }
        lines += " \\\n        " + shell_quoted(spec);
    }
    return lines;
}

void add_function(const Command& command, const std::string& name, std::string& text) {
    text += name + "() {\n";
    if (!command.commands.empty()) {
        text += "    local curcontext=$curcontext state\n"
                "    local -a line\n"
                "    typeset -A opt_args\n";
    }
    text += "    _arguments -C -S";
    for (const Option& option : command.options) {
        text += option_lines(option);
    }
    int position = 0;
    for (const PositionalArgument& argument : command.arguments) {
        ++position;
        const std::string place = argument.value.repeated ? "*" : std::to_string(position);
        const std::string optional = argument.required || argument.value.repeated ? ":" : "::";
        text += " \\\n        " + shell_quoted(place + optional + message(argument.value) + ":" +
                                               action(argument.value));
    }
    if (command.commands.empty()) {
        text += "\n}\n\n";
        return;
    }
    text += " \\\n        '1:command:->command' \\\n        '*::word:->word'\n"
            "    case $state in\n"
            "        command)\n"
            "            local -a known=(\n";
    for (const Command& each : command.commands) {
        text +=
            "                " + shell_quoted(escaped(each.name, "\\:") + ":" + each.help) + "\n";
    }
    text += "            )\n"
            "            _describe -t commands command known\n"
            "            ;;\n"
            "        word)\n"
            "            curcontext=${curcontext%:*}-$line[1]:\n"
            "            case $line[1] in\n";
    for (const Command& each : command.commands) {
        text += "                " + each.name + ") " + name + "_" + each.name + " ;;\n";
    }
    text += "            esac\n            ;;\n    esac\n}\n\n";
    for (const Command& each : command.commands) {
        add_function(each, name + "_" + each.name, text);
    }
}

} // namespace

std::string zsh_completion(const Command& program, const std::string& home) {
    std::string text = "#compdef lab\n"
                       "# Completion for zsh. Made by: ./lab completion zsh\n"
                       "typeset -g _lab_home=" +
                       shell_quoted(home) + "\n\n";
    add_function(program, "_lab_of_lab", text);
    text.pop_back();
    return text + zsh_reader;
}

} // namespace kit
