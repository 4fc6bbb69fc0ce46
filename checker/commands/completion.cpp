// ./lab completion: what makes a shell know the commands, their options and the labs.
#include "checker/commands/command.hpp"
#include "checker/commands/whole_definition.hpp"
#include "command_line/bash_completion.hpp"
#include "command_line/json_definition.hpp"
#include "command_line/zsh_completion.hpp"

#include <cstdio>
#include <memory>

namespace kit {

namespace {

std::string script_for(const std::string& shell, const command_line::CommandBuilder& app,
                       const Session& session) {
    const command_line::Command all = whole_definition(app);
    const std::string home = std::filesystem::absolute(session.root).lexically_normal().string();
    return shell == "bash"  ? command_line::bash_completion(all, home)
           : shell == "zsh" ? command_line::zsh_completion(all, home)
                            : command_line::json_definition(all);
}

} // namespace

void add_completion_command(command_line::CommandBuilder& app, Session& session) {
    auto shell = std::make_shared<std::string>();
    command_line::CommandBuilder command = app.add_command(
        "completion", "Print what makes bash or zsh complete commands, options, labs and files");
    command
        .add_option("SHELL", *shell,
                    "bash, zsh, or json: all commands and options as data, for other programs")
        .required()
        .one_of({"bash", "zsh", "json"});
    command.footer("For every shell: put the line, with the full path of lab, into ~/.bashrc, or "
                   "with zsh in place of bash into ~/.zshrc.\n"
                   "Example: complete in this shell\n"
                   "  source <(./lab completion bash)");
    command.action([shell, app, &session] {
        const std::string text = script_for(*shell, app, session);
        std::fwrite(text.data(), 1, text.size(), stdout);
        std::fflush(stdout);
    });
}

} // namespace kit
