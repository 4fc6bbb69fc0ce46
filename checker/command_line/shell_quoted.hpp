// Text as a word of bash and of zsh.
#pragma once

#include <string>

namespace kit {

/// In single quotes, which keep everything but themselves as it is.
[[nodiscard]] inline std::string shell_quoted(const std::string& text) {
    std::string quoted = "'";
    for (const char letter : text) {
        quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    }
    return quoted + "'";
}

} // namespace kit
