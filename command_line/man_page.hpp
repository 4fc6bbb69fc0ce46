// The manual page, written from a definition and from what no command line knows.
#pragma once

#include "command_line/definition.hpp"

#include <string>
#include <vector>

namespace command_line {

struct ManualEntry {
    std::string term; ///< "NO_COLOR", "labs/NN-topic/kernel.cu", "2"
    std::string text;
};

/// What the page says beside the commands.
struct Manual {
    std::string name;    ///< "lab"
    std::string summary; ///< what stands after the name, without a full stop
    std::string version;
    std::string date;                     ///< of the page: "2026-01-31"
    std::vector<std::string> description; ///< paragraphs
    std::vector<ManualEntry> exit_codes;
    std::vector<ManualEntry> environment;
    std::vector<ManualEntry> files;
};

/// Source for `man`, in man(7) macros and ASCII, which mandoc and groff take without a warning.
[[nodiscard]] std::string man_page(const Command& program, const Manual& manual);

} // namespace command_line
