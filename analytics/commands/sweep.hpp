// `sweep`: how a figure moves with one size, as a table and as a plot.
#pragma once

namespace CLI { // NOLINT(readability-identifier-naming): the library's own name
class App;
}

namespace analytics {

/// Adds the command to `app`; it runs while the command line is parsed and prints to standard
/// output. Throws BadInput on unknown kernels and figures, on ranges that are none or too long, and where no size of the range makes a kernel.
void add_sweep_command(CLI::App& app);

} // namespace analytics
