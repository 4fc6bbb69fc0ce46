// Runs ./lab analytics as a user does, for the tests of its commands.
#pragma once

#include "tests/catch.hpp"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

struct Run {
    int code = -1;
    std::string text;
};

/// Runs the command with these shell words; `streams` says which of its streams are read.
inline Run run(const std::string& arguments, const std::string& streams) {
    REQUIRE(std::getenv("KIT_CHECKER") != nullptr);
    const std::string line = "\"$KIT_CHECKER\" analytics " + arguments + " " + streams;
    FILE* pipe = popen(line.c_str(), "r");
    REQUIRE(pipe != nullptr);
    Run result;
    std::array<char, 4096> buffer{};
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
        result.text.append(buffer.data(), count);
    }
    const int status = pclose(pipe);
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return result;
}

inline Run results(const std::string& arguments) {
    return run(arguments, "2>/dev/null");
}

inline Run complaint(const std::string& arguments) {
    return run(arguments, "2>&1 >/dev/null");
}

/// Wrong usage: exit code 2, nothing on standard output, one line on standard error with `words`.
inline void check_refused(const std::string& arguments, const std::string& words) {
    CAPTURE(arguments);
    const Run said = complaint(arguments);
    CHECK(said.code == 2);
    CHECK_THAT(said.text, ContainsSubstring(words));
    CHECK(said.text.find('\n') == said.text.size() - 1);
    CHECK(results(arguments).text.empty());
}
