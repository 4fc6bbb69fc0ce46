// What the commands share: where the labs are, and how a command says its exit code.
#pragma once

#include <CLI/CLI.hpp>

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

/// Each adds one command to the application; its callback runs it and sets `session.exit`.
void add_check_command(CLI::App& app, Session& session);
void add_list_command(CLI::App& app, Session& session);
void add_hint_command(CLI::App& app, Session& session);
void add_diff_command(CLI::App& app, Session& session);
void add_reset_command(CLI::App& app, Session& session);
void add_solution_command(CLI::App& app, Session& session);
void add_watch_command(CLI::App& app, Session& session);
void add_demo_command(CLI::App& app, Session& session);
void add_explore_command(CLI::App& app, Session& session);
void add_compare_command(CLI::App& app, Session& session);
void add_bench_command(CLI::App& app, Session& session);
void add_grade_command(CLI::App& app, Session& session);
void add_regrade_command(CLI::App& app, Session& session);
void add_autograder_command(CLI::App& app);
void add_grade_task_command(CLI::App& app);
void add_test_command(CLI::App& app);
void add_completion_command(CLI::App& app, Session& session);
void add_man_command(CLI::App& app);

} // namespace kit
