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

/// As it is where a shell takes it for one word, else in quotes.
[[nodiscard]] inline std::string shell_word(const std::string& text) {
    return text.find_first_of(" \t\n'\"\\$`&|;<>()*?[]#~!{}") == std::string::npos
               ? text
               : shell_quoted(text);
}

} // namespace kit
