// `compare`: the kernels that can do a sweep, side by side.
#pragma once

namespace CLI { // NOLINT(readability-identifier-naming): the library's own name
class App;
}

namespace analytics {

/// Adds the command to `app`; it runs while the command line is parsed and prints to standard
/// output. Throws BadInput on sizes that no kernel can have.
void add_compare_command(CLI::App& app);

} // namespace analytics
