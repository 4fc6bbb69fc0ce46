#include "checker/command_line/completion.hpp"

#include "checker/command_line/shell_quoted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kit {

namespace fs = std::filesystem;

namespace {

/// Numbers and names of the folders labs/NN-topic, by number.
std::vector<Completions::Word> labs_in(const fs::path& root) {
    std::vector<std::string> names;
    std::error_code error;
    for (const fs::directory_entry& folder : fs::directory_iterator(root / "labs", error)) {
        const std::string name = folder.path().filename().string();
        const auto is_digit = [&name](std::size_t i) { return name[i] >= '0' && name[i] <= '9'; };
        if (folder.is_directory(error) && name.size() > 3 && is_digit(0) && is_digit(1) &&
            name[2] == '-') {
            names.push_back(name);
        }
    }
    std::ranges::sort(names);
    std::vector<Completions::Word> words;
    for (const std::string& name : names) {
        words.push_back({std::to_string(std::stoi(name.substr(0, 2))), name.substr(3)});
    }
    for (std::string& name : names) {
        words.push_back({std::move(name), ""});
    }
    return words;
}

/// The words of a line one after the other, by what each means for those behind it.
class TypedLine {
public:
    TypedLine(const Command& program, fs::path root) : command_(&program), root_(std::move(root)) {}

    void read(const std::string& word) {
        if (takes_value(word)) {
            note_root(option_, word);
            value_ = value_->repeated ? value_ : nullptr;
        } else if (is_option(word)) {
            const std::size_t sign = word.find('=');
            only_arguments_ = word == "--";
            find_value(word);
            if (sign != std::string::npos) {
                note_root(option_, word.substr(sign + 1));
                value_ = nullptr;
            }
        } else if (const Command* below = command_below(word)) {
            command_ = below;
        } else {
            ++position_;
        }
    }

    Completions complete(const std::string& word) {
        const std::size_t sign = word.find('=');
        Completions all;
        if (takes_value(word)) {
            all = values(value_, "", word);
        } else if (is_option(word) && sign != std::string::npos) {
            find_value(word);
            all = values(value_, word.substr(0, sign + 1), word);
        } else if (is_option(word)) {
            for (const Option& option : command_->options) {
                all.words.push_back({option.names.front(), option.help});
            }
        } else if (position_ == 0 && !command_->commands.empty()) {
            for (const Command& below : command_->commands) {
                all.words.push_back({below.name, below.help});
            }
        } else {
            all = values(argument(), "", word);
        }
        std::erase_if(all.words, [&word](const auto& one) { return !one.text.starts_with(word); });
        return all;
    }

private:
    /// Whether the word is a value of the option before it.
    [[nodiscard]] bool takes_value(const std::string& word) const {
        return value_ != nullptr && !(value_->repeated && word.starts_with('-'));
    }

    [[nodiscard]] bool is_option(const std::string& word) const {
        return !only_arguments_ && word.starts_with('-');
    }

    [[nodiscard]] const Command* command_below(const std::string& name) const {
        const auto& all = command_->commands;
        const auto found =
            std::ranges::find_if(all, [&name](const Command& below) { return below.name == name; });
        return position_ == 0 && found != all.end() ? &*found : nullptr;
    }

    /// Sets what follows an option, "--gpu" or "--gpu=H1".
    void find_value(const std::string& word) {
        option_ = word.substr(0, word.find('='));
        value_ = nullptr;
        for (const Option& option : command_->options) {
            const bool is_it = std::ranges::find(option.names, option_) != option.names.end();
            if (is_it && option.value) {
                value_ = &*option.value;
            }
        }
    }

    [[nodiscard]] const OptionValue* argument() const {
        const auto& all = command_->arguments;
        if (position_ < all.size()) {
            return &all[position_].value;
        }
        return !all.empty() && all.back().value.repeated ? &all.back().value : nullptr;
    }

    void note_root(const std::string& option, const std::string& value) {
        root_ = option == "--root" ? fs::path(value) : root_;
    }

    /// `before` is what of the word stands before its value: "--gpu=".
    [[nodiscard]] Completions values(const OptionValue* value, const std::string& before,
                                     const std::string& word) const {
        Completions all;
        if (value == nullptr || value->kind == Kind::text) {
            return all;
        }
        const bool names_a_file = word.find_first_of("=/", before.size()) != std::string::npos;
        if (value->kind == Kind::words) {
            for (const std::string& one : value->words) {
                all.words.push_back({before + one, ""});
            }
        } else if (value->kind == Kind::lab && !names_a_file) {
            all.words = labs_in(root_);
            for (Completions::Word& one : all.words) {
                one.text.insert(0, before);
            }
        } else {
            all.kind = value->kind == Kind::folder ? Kind::folder : Kind::file;
        }
        return all;
    }

    const Command* command_;
    fs::path root_;
    std::string option_;                 ///< the last one that was read
    const OptionValue* value_ = nullptr; ///< what that still takes
    bool only_arguments_ = false;
    std::size_t position_ = 0; ///< of the next argument
};

/// Readline splits words at '=' and ':', and replaces only what follows the last of them: words are joined to be
/// asked about, and answers are cut again.
constexpr const char* bash_reader = R"bash(
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

_lab() {
    local -a words=() answers
    local i word home=$_lab_home token=${COMP_WORDS[COMP_CWORD]} typed_before
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((i > 1)) && [[ $word =~ ^[=:]+$ || ${COMP_WORDS[i - 1]} =~ ^[=:]+$ ]]; then
            words[-1]+=$word
        else
            words+=("$word")
        fi
    done
    _lab_find_home "${words[0]}"
    words=("${words[@]//[\"\'\\]/}")
    words=("${words[@]/#'~/'/$HOME/}")
    token=${token#[\"\']}
    [[ $token =~ ^[=:]+$ ]] && token=''
    typed_before=${words[-1]:0:${#words[-1]}-${#token}}
    mapfile -t answers < <("$_lab_program" completion bash -- --root="$home" "${words[@]:1}" 2>/dev/null)
    COMPREPLY=()
    case ${answers[0]-} in
        file) compopt -o default ;; # readline's own completion knows blanks, quotes and ~
        folder) compopt -o dirnames ;;
        words) COMPREPLY=("${answers[@]:1}") COMPREPLY=("${COMPREPLY[@]#"$typed_before"}") ;;
    esac
}

complete -F _lab lab
)bash";

constexpr const char* zsh_reader = R"zsh(
# Sets `home` to the folder with labs/: that of the program as it was typed.
_lab_find_home() {
    local program=${(Q)words[1]} found
    [[ $program == '~/'* ]] && program=$HOME/${program:2}
    [[ $program == */* ]] || program=${commands[$program]-}
    found=${program:A:h}
    [[ -n $program && -d $found/labs ]] && home=$found
    return 0
}

_lab() {
    local home=$_lab_home
    local -a typed answers
    _lab_find_home
    typed=(${(Q)words[2,CURRENT-1]} "${(Q)PREFIX}")
    typed=("${(@)typed/#\~\//$HOME/}")
    answers=("${(@f)$($_lab_program completion zsh -- --root=$home "${typed[@]}" 2>/dev/null)}")
    compset -P '*='
    case $answers[1] in
        file) _files ;;
        folder) _files -/ ;;
        words)
            answers=("${(@)answers[2,-1]#$IPREFIX}")
            _describe -V -t lab-words 'lab' answers
            ;;
    esac
}

(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
if [[ $funcstack[1] == _lab ]]; then
    _lab "$@"
else
    compdef _lab lab
fi
)zsh";

} // namespace

Completions completions(const Command& program, const std::vector<std::string>& typed,
                        fs::path root) {
    TypedLine line(program, std::move(root));
    for (std::size_t i = 0; i + 1 < typed.size(); ++i) {
        line.read(typed[i]);
    }
    return line.complete(typed.empty() ? "" : typed.back());
}

std::string bash_completion(const fs::path& program, const fs::path& home) {
    return fmt::format(
        "# Completion for bash. Made by: ./lab completion bash\n_lab_program={} _lab_home={}\n{}",
        shell_quoted(program.string()), shell_quoted(home.string()), bash_reader);
}

std::string zsh_completion(const fs::path& program, const fs::path& home) {
    return fmt::format("#compdef lab\n# Completion for zsh. Made by: ./lab completion zsh\n"
                       "typeset -g _lab_program={} _lab_home={}\n{}",
                       shell_quoted(program.string()), shell_quoted(home.string()), zsh_reader);
}

} // namespace kit
