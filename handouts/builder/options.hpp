// The command line of ./lab handouts: what kit-handouts runs, and what completion and the manual are made
// of.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace handouts {

struct Options {
    std::string root;
    std::string output; ///< empty where nobody says
    bool update = false;
    bool pdf = false;
    bool check = false;
};

/// Gives `app` its name, its help and its options. `options` must outlive the parsing.
void define_application(CLI::App& app, Options& options);

} // namespace handouts
