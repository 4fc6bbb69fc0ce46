// ./lab completion: what makes a shell know the commands, their options and the labs.
#include "checker/commands/commands.hpp"

#include "checker/base/places.hpp"
#include "checker/command_line/completion.hpp"
#include "checker/command_line/definition.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>

namespace kit {

namespace {

std::string script_for(const std::string& shell, const CommandBuilder& app,
                       const Session& session) {
    const std::filesystem::path home = std::filesystem::absolute(session.root).lexically_normal();
    return shell == "bash"  ? bash_completion(own_program(), home)
           : shell == "zsh" ? zsh_completion(own_program(), home)
                            : json_definition(app.definition());
}

/// As the scripts read it: a line "words", "file" or "folder", then a line for each word, for zsh with its help.
std::string answer_for(const std::string& shell, const Completions& all) {
    std::string lines = std::string(name(all.kind)) + "\n";
    for (const Completions::Word& word : all.words) {
        std::string help = shell == "zsh" && !word.help.empty() ? ":" + word.help : "";
        std::ranges::replace(help, '\n', ' ');
        lines += word.text + help + "\n";
    }
    return lines;
}

} // namespace

void add_completion_command(CommandBuilder& app, Session& session) {
    auto shell = std::make_shared<std::string>();
    auto typed = std::make_shared<std::vector<std::string>>();
    CommandBuilder command = app.add_command(
        "completion",
        "Print a script with which bash or zsh completes commands, options, labs and files");
    command
        .add_option("SHELL", *shell,
                    "bash, zsh, or json: all commands and options as data, for other programs")
        .required()
        .one_of({"bash", "zsh", "json"});
    command.add_option("WORD", *typed,
                       "After --: what is typed behind lab, the last word unfinished. Print what "
                       "may stand there, as the scripts ask");
    command.footer("For every shell: put the line, with the full path of lab, into ~/.bashrc, or "
                   "with zsh in place of bash into ~/.zshrc.\n"
                   "Example: complete in this shell\n"
                   "  source <(./lab completion bash)");
    command.action([shell, typed, app, &session] {
        print_out(typed->empty()
                      ? script_for(*shell, app, session)
                      : answer_for(*shell, completions(app.definition(), *typed, session.root)));
    });
}

} // namespace kit
