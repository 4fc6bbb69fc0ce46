// Errors in the texts that the course follows, as data: `errata` prints them, and a test runs the
// commands they name and reads what they print.
#pragma once

#include <string>
#include <vector>

namespace kit {

/// A text that stands once in a file, and what comes in its place.
struct SourceChange {
    std::string from;
    std::string to;
};

struct Erratum {
    std::string source; ///< "notes on PMPP 8, exercise 1a"
    std::string claim;  ///< what it says
    std::string right;  ///< what is right
    std::string why;    ///< whole sentences
    /// What shows it: the arguments after ./lab, or a grep in the kit's records. COPY.cu is the changed
    /// copy of `file`.
    std::string command;
    std::string prints;    ///< what it prints that shows it, blanks and line ends as single blanks
    std::string file = {}; ///< of the kit; empty where nothing changes
    std::vector<SourceChange> changes = {};
};

/// By source, and within each in the order of its pages.
[[nodiscard]] const std::vector<Erratum>& errata();

/// The changes, the command and what it prints, as a reader does it.
[[nodiscard]] std::string shown_by(const Erratum& erratum);

} // namespace kit
