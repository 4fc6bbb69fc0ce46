// ./lab completion: what makes a shell know the commands, their options and the labs.
#include "checker/commands/commands.hpp"

#include "checker/command_line/definition.hpp"
#include "checker/command_line/shell_completion.hpp"

#include <cstdio>
#include <memory>

namespace kit {

namespace {

std::string script_for(const std::string& shell, const CommandBuilder& app,
                       const Session& session) {
    const Command all = app.definition();
    const std::string home = std::filesystem::absolute(session.root).lexically_normal().string();
    return shell == "bash"  ? bash_completion(all, home)
           : shell == "zsh" ? zsh_completion(all, home)
                            : json_definition(all);
}

} // namespace

void add_completion_command(CommandBuilder& app, Session& session) {
    auto shell = std::make_shared<std::string>();
    CommandBuilder command = app.add_command(
        "completion",
        "Print a script with which bash or zsh completes commands, options, labs and files");
    command
        .add_option("SHELL", *shell,
                    "bash, zsh, or json: all commands and options as data, for other programs")
        .required()
        .one_of({"bash", "zsh", "json"});
    command.footer("For every shell: put the line, with the full path of lab, into ~/.bashrc, or "
                   "with zsh in place of bash into ~/.zshrc.\n"
                   "Example: complete in this shell\n"
                   "  source <(./lab completion bash)");
    command.action([shell, app, &session] { print_out(script_for(*shell, app, session)); });
}

} // namespace kit
