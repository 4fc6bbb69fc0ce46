// The command line of ./lab analytics as a whole: what kit-analytics runs, and what completion and the
// manual are made of.
#pragma once

namespace CLI { // NOLINT(readability-identifier-naming): the library's own name
class App;
}

namespace analytics {

/// Gives `app` its name, its help and all commands. They run while the command line is parsed; the
/// quiz sets `not_all_right` where an answer is wrong or missing.
void define_application(CLI::App& app, bool& not_all_right);

} // namespace analytics
