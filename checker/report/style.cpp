#include "checker/report/style.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

namespace kit {

namespace {

constexpr int widest = 100;
constexpr int narrowest = 40;

/// Only the eight basic colours: every terminal theme makes these readable.
std::string_view sequence(Tone tone) {
    switch (tone) {
    case Tone::plain: return "";
    case Tone::heading: return "\x1b[1m";
    case Tone::faint: return "\x1b[2m";
    case Tone::good: return "\x1b[32m";
    case Tone::bad: return "\x1b[1;31m";
    case Tone::doubtful: return "\x1b[1;33m";
    }
    return "";
}

std::string_view environment(const char* variable) {
    const char* value = std::getenv(variable);
    return value == nullptr ? std::string_view{} : std::string_view{value};
}

} // namespace

TextStyle style_of_terminal(int fd) {
    if (isatty(fd) == 0) {
        return {.colour = false, .width = widest};
    }
    TextStyle style;
    style.colour = environment("NO_COLOR").empty() && environment("TERM") != "dumb";
    if (const std::optional<int> columns = terminal_columns(fd)) {
        style.width = std::clamp(*columns, narrowest, widest);
    }
    return style;
}

std::optional<int> terminal_columns(int fd) {
    winsize window{};
    if (isatty(fd) == 0 || ioctl(fd, TIOCGWINSZ, &window) != 0 || window.ws_col == 0) {
        return std::nullopt;
    }
    return window.ws_col;
}

std::string fitted(int fd, std::string_view text, std::string_view indent) {
    constexpr int least = 8; // columns beside the indentation
    const std::optional<int> columns = terminal_columns(fd);
    std::string lines;
    for (const std::string& line : split_lines(text)) {
        lines +=
            (columns ? wrapped(line, std::max(*columns, least + width_of(indent)), indent) : line) +
            "\n";
    }
    return lines;
}

std::string paint(const TextStyle& style, Tone tone, std::string_view text) {
    if (!style.colour || tone == Tone::plain || text.empty()) {
        return std::string(text);
    }
    return fmt::format("{}{}\x1b[0m", sequence(tone), text);
}

std::string paragraph(const TextStyle& style, Tone tone, std::string_view text,
                      std::string_view indent) {
    std::string lines;
    for (const std::string& line : wrap(text, style.width - width_of(indent))) {
        lines += fmt::format("{}{}\n", indent, paint(style, tone, line));
    }
    return lines;
}

} // namespace kit
