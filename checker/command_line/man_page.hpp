// The manual page, written from the definition of the command line and further texts.
#pragma once

#include "checker/command_line/definition.hpp"

#include <string>
#include <vector>

namespace kit {

struct ManualEntry {
    std::string term; ///< "NO_COLOR", "labs/NN-topic/kernel.cu", "2"
    std::string text;
};

/// The page's texts besides the commands.
struct Manual {
    std::string name;    ///< "lab"
    std::string summary; ///< after the name, without a full stop
    std::string version;
    std::string date;                     ///< of the page: "2026-01-31"
    std::vector<std::string> description; ///< paragraphs
    std::vector<ManualEntry> exit_codes;
    std::vector<ManualEntry> environment;
    std::vector<ManualEntry> files;
};

/// Source for `man`, in man(7) macros and ASCII, which mandoc and groff take without a warning.
[[nodiscard]] std::string man_page(const Command& program, const Manual& manual);

/// Plain text as source of roff, the language of manual pages, in ASCII: a hyphen stays the one that
/// is typed, other letters than ASCII are named by number, and a line that would begin with a control
/// character is guarded.
[[nodiscard]] std::string roff_text(const std::string& text);

} // namespace kit
