// The command quiz.
#pragma once

namespace CLI { // NOLINT(readability-identifier-naming): the library's own name
class App;
}

namespace analytics {

/// Adds `quiz`, which asks the exercises at a terminal or grades files of answers. It sets
/// `not_all_right` where an answer is wrong or missing.
void add_quiz_command(CLI::App& app, bool& not_all_right);

} // namespace analytics
