// ./lab analytics: the command that the others of this folder stand below.
#include "checker/command_line/registry.hpp"

namespace kit {

namespace {

void add_analytics_command(CommandBuilder& app, Session& session) {
    CommandBuilder command = app.add_command(
        "analytics",
        "Count what PMPP's chapter 8 counts: points, blocks, bytes and operations, exactly");
    add_registered_commands(command, session, "analytics");
    command.footer("Example: exercise 1 on another grid\n  ./lab analytics exercises 1 --grid 122");
}

const RegisteredCommand registered_analytics(190, add_analytics_command);

} // namespace

} // namespace kit
