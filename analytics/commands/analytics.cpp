// ./lab analytics: the command that the others of this folder stand below.
#include "analytics/commands/commands.hpp"

namespace kit {

void add_analytics_command(CommandBuilder& app, Session& session) {
    CommandBuilder command = app.add_command(
        "analytics",
        "Count what PMPP's chapter 8 counts: points, blocks, bytes and operations, exactly");
    for (const auto add : {add_exercises_command, add_quiz_command, add_kernel_command,
                           add_analytics_compare_command, add_chapter_command, add_errata_command,
                           add_gpus_command}) {
        add(command, session);
    }
    command.footer("Example: exercise 1 on another grid\n  ./lab analytics exercises 1 --grid 122");
}

} // namespace kit
