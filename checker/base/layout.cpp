#include "checker/base/layout.hpp"

#include "checker/base/numbers.hpp"
#include "checker/base/utf8.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace kit {

namespace {

constexpr int least_width = 8;

/// A word that is wider than a whole line.
enum class LongWord { broken, whole };

/// Where a line too wide for `width` columns is broken: at the last space that fits, but not before its first
/// word; else within its long word, or behind it.
std::size_t break_position(std::string_view line, int width, LongWord word) {
    const std::size_t fits = prefix_within(line, width);
    const std::size_t space = line.substr(0, fits + 1).rfind(' ');
    if (space != std::string_view::npos && space > 0) {
        return space;
    }
    return word == LongWord::broken ? fits : std::min(line.find(' ', fits), line.size());
}

void wrap_line(std::string_view line, int width, LongWord word, std::vector<std::string>& lines) {
    const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
    const std::string indent(std::min(first, static_cast<std::size_t>(width / 2)), ' ');
    width -= static_cast<int>(indent.size());
    line.remove_prefix(first);
    do {
        const bool fits = prefix_within(line, width) == line.size();
        const std::size_t end = fits ? line.size() : break_position(line, width, word);
        lines.push_back(indent + std::string(line.substr(0, end)));
        line.remove_prefix(std::min(line.find_first_not_of(' ', end), line.size()));
    } while (!line.empty());
}

} // namespace

std::vector<std::string> split_lines(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::vector<std::string_view> split_at(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

std::string with_replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
    return text;
}

std::string in_small_letters(std::string_view text) {
    std::string small(text);
    std::ranges::transform(small, small.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return small;
}

std::string_view trimmed(std::string_view text, std::string_view blanks) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::vector<std::string> wrap(std::string_view text, int width) {
    width = std::max(width, least_width);
    std::vector<std::string> lines;
    for (const std::string& line : split_lines(text)) {
        wrap_line(line, width, LongWord::broken, lines);
    }
    if (lines.empty()) {
        lines.emplace_back();
    }
    return lines;
}

std::string wrapped(std::string_view text, int width, std::string_view indent) {
    std::vector<std::string> lines;
    text = text.substr(0, text.find_last_not_of(' ') + 1);
    wrap_line(text, width - width_of(indent), LongWord::whole, lines);
    return join(lines, fmt::format("\n{}", indent));
}

std::string cut(std::string_view text, int width) {
    if (width_of(text) <= width) {
        return std::string(text);
    }
    return fmt::format("{}…", text.substr(0, prefix_within(text, std::max(width - 1, 0))));
}

std::string pad_left(std::string_view text, int width) {
    const int missing = std::max(width - width_of(text), 0);
    return std::string(static_cast<std::size_t>(missing), ' ').append(text);
}

std::string pad_right(std::string_view text, int width) {
    const int missing = std::max(width - width_of(text), 0);
    return std::string(text).append(static_cast<std::size_t>(missing), ' ');
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
    return join(parts, separator, separator);
}

std::string join(const std::vector<std::string>& parts, std::string_view separator,
                 std::string_view last_separator) {
    std::string text;
    for (const std::string& part : parts) {
        if (&part != parts.data()) {
            text += &part == &parts.back() ? last_separator : separator;
        }
        text += part;
    }
    return text;
}

std::string repeated(std::string_view piece, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) {
        text += piece;
    }
    return text;
}

std::string plural(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", thousands(count), noun, count == 1 ? "" : "s");
}

} // namespace kit
