#include "checker/base/toml_depth.hpp"

#include <fmt/format.h>

namespace kit {

std::optional<TooDeep> too_deep_toml(std::string_view text) {
    constexpr int most_dots = 200; // in a line
    constexpr int most_tables = 20;
    int line = 1;
    int dots = 0;
    int tables = 0;
    char before = '\n';
    for (const char letter : text) {
        dots += letter == '.' && before != '.' ? 1 : 0;
        tables += letter == '{' ? 1 : 0;
        if (dots > most_dots) {
            return TooDeep{line, fmt::format("the line has more than {} dots", most_dots)};
        }
        if (tables > most_tables) {
            return TooDeep{line,
                           fmt::format("the file has more than {} opening braces", most_tables)};
        }
        if (letter == '\n') {
            ++line;
            dots = 0;
        }
        before = letter;
    }
    return std::nullopt;
}

} // namespace kit
