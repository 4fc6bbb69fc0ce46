// `kernel`: every figure of one kernel with its formula, the numbers filled in.
#pragma once

namespace CLI { // NOLINT(readability-identifier-naming): the library's own name
class App;
}

namespace analytics {

/// Adds the command to `app`; it runs while the command line is parsed and prints to standard
/// output. Throws BadInput on unknown kernels, on sizes that make none, and on an option that has no part in it.
void add_kernel_command(CLI::App& app);

} // namespace analytics
