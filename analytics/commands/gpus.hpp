// `gpus`: the GPUs that analytics knows, their limits and rates, and where each figure is from.
#pragma once

namespace CLI { // NOLINT(readability-identifier-naming): the library's own name
class App;
}

namespace analytics {

/// Adds the command to `app`; it runs while the command line is parsed and prints to standard
/// output. Throws BadInput on a GPU or a format that there is not, std::runtime_error on a data file
/// that is wrong.
void add_gpus_command(CLI::App& app);

} // namespace analytics
