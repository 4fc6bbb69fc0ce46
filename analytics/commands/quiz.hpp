// The command quiz.
#pragma once

namespace command_line {
class CommandBuilder;
}

namespace analytics {

/// Adds `quiz`, which asks the exercises at a terminal or grades files of answers. It sets
/// `not_all_right` where an answer is wrong or missing.
void add_quiz_command(command_line::CommandBuilder& app, bool& not_all_right);

} // namespace analytics
