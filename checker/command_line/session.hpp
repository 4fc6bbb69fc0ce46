// What commands share: exit codes, the options before a command's name, and printing.
#pragma once

#include "checker/command_line/application.hpp"

#include <cstdio>
#include <filesystem>
#include <string>

namespace kit {

namespace exit_code {
constexpr int passed = 0;
constexpr int findings = 1;
constexpr int usage = 2;
constexpr int failure = 3;
constexpr int needs_look = 4; ///< graded, but somebody must be looked at by a person
} // namespace exit_code

/// Options that stand before the command's name, and the exit code that the command sets.
struct Session {
    std::filesystem::path root; ///< folder that holds labs/ and solutions/
    int exit = exit_code::passed;
};

/// Writes a result to standard output, all of it at once.
inline void print_out(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

} // namespace kit
