// What the commands share: where the labs are, and how a command says its exit code.
#pragma once

#include "command_line/application.hpp"

#include <filesystem>

namespace kit {

namespace exit_code {
constexpr int passed = 0;
constexpr int findings = 1;
constexpr int usage = 2;
constexpr int failure = 3;
} // namespace exit_code

/// Options that stand before the command's name, and the exit code that the command sets.
struct Session {
    std::filesystem::path root; ///< folder that holds labs/ and solutions/
    int exit = exit_code::passed;
};

/// Each adds one command to the application; its action runs it and sets `session.exit`.
void add_check_command(command_line::CommandBuilder& app, Session& session);
void add_list_command(command_line::CommandBuilder& app, Session& session);
void add_hint_command(command_line::CommandBuilder& app, Session& session);
void add_diff_command(command_line::CommandBuilder& app, Session& session);
void add_reset_command(command_line::CommandBuilder& app, Session& session);
void add_solution_command(command_line::CommandBuilder& app, Session& session);
void add_watch_command(command_line::CommandBuilder& app, Session& session);
void add_demo_command(command_line::CommandBuilder& app, Session& session);
void add_explore_command(command_line::CommandBuilder& app, Session& session);
void add_compare_command(command_line::CommandBuilder& app, Session& session);
void add_bench_command(command_line::CommandBuilder& app, Session& session);
void add_grade_command(command_line::CommandBuilder& app, Session& session);
void add_regrade_command(command_line::CommandBuilder& app, Session& session);
void add_autograder_command(command_line::CommandBuilder& app);
void add_grade_task_command(command_line::CommandBuilder& app);
void add_test_command(command_line::CommandBuilder& app);
void add_completion_command(command_line::CommandBuilder& app, Session& session);
void add_man_command(command_line::CommandBuilder& app);

} // namespace kit
