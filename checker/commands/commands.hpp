// The program's commands. Each function is in the file of its command's name, adds the command to `app`, and
// has it set `session.exit` when it runs. Both outlive the command.
#pragma once

#include "checker/command_line/session.hpp"

#include <string>

namespace kit {

void add_list_command(CommandBuilder& app, Session& session);
void add_check_command(CommandBuilder& app, Session& session);
void add_trace_command(CommandBuilder& app, Session& session);
void add_watch_command(CommandBuilder& app, Session& session);
void add_hint_command(CommandBuilder& app, Session& session);
void add_diff_command(CommandBuilder& app, Session& session);
void add_puzzle_command(CommandBuilder& app, Session& session);
void add_reset_command(CommandBuilder& app, Session& session);
void add_start_command(CommandBuilder& app, Session& session);
void add_solution_command(CommandBuilder& app, Session& session);
void add_demo_command(CommandBuilder& app, Session& session);
void add_explore_command(CommandBuilder& app, Session& session);
void add_compare_command(CommandBuilder& app, Session& session); // in explore.cpp
void add_new_command(CommandBuilder& app, Session& session);
void add_grade_command(CommandBuilder& app, Session& session);
void add_regrade_command(CommandBuilder& app, Session& session); // in grade.cpp
void add_autograder_command(CommandBuilder& app, Session& session);
void add_bench_command(CommandBuilder& app, Session& session);
void add_bundle_command(CommandBuilder& app, Session& session);
void add_test_command(CommandBuilder& app, Session& session);
void add_completion_command(CommandBuilder& app, Session& session);
void add_handouts_command(CommandBuilder& app, Session& session);

/// What `--gpu auto` stands for: this machine's GPU, as the driver names it. Throws KitError where there is none.
[[nodiscard]] std::string machine_gpu();

} // namespace kit
