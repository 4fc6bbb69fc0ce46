// The program's list of commands: each command's file adds itself, and nothing else names it.
#pragma once

#include "checker/command_line/application.hpp"

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

namespace kit {

namespace exit_code {
constexpr int passed = 0;
constexpr int findings = 1;
constexpr int usage = 2;
constexpr int failure = 3;
constexpr int needs_look = 4; ///< graded, but somebody must be looked at by a person
} // namespace exit_code

/// Options that stand before the command's name, and the exit code that the command sets.
struct Session {
    std::filesystem::path root; ///< folder that holds labs/ and solutions/
    int exit = exit_code::passed;
};

/// A command that is part of the program as soon as its file is linked: a constant at the file's end, and the
/// file's name in its folder's meson.build, are all that a new command takes.
class RegisteredCommand {
public:
    /// Adds the command to `app`; its action runs it and sets `session.exit`. Both outlive the command.
    using Add = void (*)(CommandBuilder& app, Session& session);

    /// Help lists commands by `position`; leave gaps. `parent` is a command that this one belongs below:
    /// "analytics" for ./lab analytics quiz; empty for ./lab check.
    RegisteredCommand(int position, Add add, std::string_view parent = "");
};

/// Adds all commands below `parent` to the builder.
void add_registered_commands(CommandBuilder& app, Session& session, std::string_view parent = "");

/// Writes a result to standard output, all of it at once.
inline void print_out(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

} // namespace kit
