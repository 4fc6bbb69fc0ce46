// The command line of ./lab handouts: what kit-handouts runs, and what completion and the manual are made
// of.
#pragma once

#include "command_line/application.hpp"

#include <string>

namespace handouts {

struct Options {
    std::string root;
    std::string output; ///< empty where nobody says
    bool update = false;
    bool pdf = false;
    bool check = false;
};

/// `options` must outlive the parsing.
[[nodiscard]] command_line::Application application(Options& options);

} // namespace handouts
