// What is wrong in a page: where it stands, and what would be right.
#pragma once

#include <stdexcept>
#include <string>

namespace handouts {

struct Problem {
    std::string file;        ///< relative to the source tree
    int line = 0;            ///< from 1; 0: the file as a whole
    std::string text;        ///< whole sentences: what stands there and what is right
    bool repairable = false; ///< --update can mend it
};

/// "handouts/04-basic-sweep.md:12: ...".
[[nodiscard]] std::string text(const Problem& problem);

/// A marker that cannot be understood or answered. what() is a sentence for the page's author;
/// caught where the marker's line is known.
struct Unanswerable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

} // namespace handouts
