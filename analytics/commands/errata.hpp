// `errata`: where the texts of the course are wrong, and the command that shows it.
#pragma once

namespace CLI { // NOLINT(readability-identifier-naming): the library's own name
class App;
}

namespace analytics {

/// Adds the command to `app`; it runs while the command line is parsed and prints to standard
/// output. Throws BadInput on a format that there is not.
void add_errata_command(CLI::App& app);

} // namespace analytics
