// Errors in the texts that the course follows, as data: `errata` prints them, and a test runs the
// commands they name.
#pragma once

#include <string>
#include <vector>

namespace kit {

struct Erratum {
    std::string source; ///< "notes on PMPP 8, exercise 1a"
    std::string claim;  ///< what it says
    std::string right;  ///< what is right
    std::string why;    ///< whole sentences
    /// The arguments after ./lab that show it; empty where the kit has no command for it.
    std::string command;
    /// What to change in a copy of a solution, which the command then checks as COPY.cu; empty where
    /// nothing changes. tests/submissions/mutations checks the verdict on each of these changes.
    std::string edit = {};
};

/// By source, and within each in the order of its pages.
[[nodiscard]] const std::vector<Erratum>& errata();

} // namespace kit
