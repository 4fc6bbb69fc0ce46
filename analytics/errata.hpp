// Where the texts that the course follows are wrong, what is right and why, as data: `errata` prints
// it, and a test runs the commands it names.
#pragma once

#include <string>
#include <vector>

namespace analytics {

struct Erratum {
    std::string source; ///< "notes on PMPP 8, exercise 1a"
    std::string claim;  ///< what it says
    std::string right;  ///< what is right
    std::string why;    ///< whole sentences
    /// The arguments after ./lab that show it; empty where the kit has no command for it.
    std::string command;
    /// What to change in a copy of a solution, which the command then checks as COPY.cu; empty where
    /// it needs none. tests/submissions/mutations holds each of these changes to its verdict.
    std::string edit = {};
};

/// In the order of the sources, and in each of its places.
[[nodiscard]] const std::vector<Erratum>& errata();

} // namespace analytics
