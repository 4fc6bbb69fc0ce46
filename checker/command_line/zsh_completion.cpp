#include "checker/command_line/zsh_completion.hpp"

#include "checker/command_line/shell_quoted.hpp"

namespace kit {

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
    if compset -P '*='; then
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
    std::string all;
    for (const std::string& name : option.names) {
        all += (all.empty() ? "" : " ") + name;
    }
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
