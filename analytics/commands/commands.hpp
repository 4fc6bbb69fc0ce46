// ./lab analytics and the commands below it; what the functions do, checker/commands/commands.hpp says.
#pragma once

#include "checker/command_line/session.hpp"

namespace kit {

void add_analytics_command(CommandBuilder& app, Session& session);

// To ./lab analytics.
void add_exercises_command(CommandBuilder& analytics, Session& session);
void add_quiz_command(CommandBuilder& analytics, Session& session);
void add_kernel_command(CommandBuilder& analytics, Session& session);
void add_analytics_compare_command(CommandBuilder& analytics, Session& session);
void add_chapter_command(CommandBuilder& analytics, Session& session);
void add_errata_command(CommandBuilder& analytics, Session& session);
void add_gpus_command(CommandBuilder& analytics, Session& session);

} // namespace kit
