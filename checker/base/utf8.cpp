#include "checker/base/utf8.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace kit {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

template <std::size_t Count>
bool within(const std::array<std::pair<char32_t, char32_t>, Count>& ranges, char32_t point) {
    return std::ranges::any_of(ranges, [point](const auto& range) {
        return range.first <= point && point <= range.second;
    });
}

/// A range list instead of wcwidth(): that one depends on the locale, which a pipe may not have.
int columns_of(char32_t point) {
    constexpr std::array<std::pair<char32_t, char32_t>, 4> none{
        {{0x300, 0x36F}, {0x200B, 0x200F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}}};
    constexpr std::array<std::pair<char32_t, char32_t>, 9> two{{{0x1100, 0x115F},
                                                                {0x2E80, 0xA4CF},
                                                                {0xAC00, 0xD7A3},
                                                                {0xF900, 0xFAFF},
                                                                {0xFE30, 0xFE6F},
                                                                {0xFF00, 0xFF60},
                                                                {0xFFE0, 0xFFE6},
                                                                {0x1F300, 0x1FAFF},
                                                                {0x20000, 0x3FFFD}}};
    return within(none, point) ? 0 : within(two, point) ? 2 : 1;
}

bool turns_direction(char32_t point) {
    return (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
}

} // namespace

Utf8Character first_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(0);
    if (first < 0x80) {
        return {first, 1, true};
    }
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) {
        return {};
    }
    char32_t point = first & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) {
            return {};
        }
        point = point << 6 | (byte(i) & 0x3FU);
    }
    constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
    if (point < least[length] || surrogate || point > 0x10FFFF) {
        return {};
    }
    return {point, length, true};
}

std::string valid_utf8(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const Utf8Character character = first_character(text);
        result += character.is_valid ? text.substr(0, character.bytes) : replacement;
        text.remove_prefix(character.bytes);
    }
    return result;
}

std::string printable(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const Utf8Character character = first_character(text);
        const char32_t point = character.point;
        if (!character.is_valid || turns_direction(point)) {
            result += replacement;
        } else if (point == '\t') {
            result += "    ";
        } else if (point == '\r' && text.size() > 1 && text[1] == '\n') {
            // The line end that follows says it all.
        } else if ((point < 0x20 && point != '\n') || (point >= 0x7F && point < 0xA0)) {
            result += fmt::format("\\x{:02x}", static_cast<std::uint32_t>(point));
        } else {
            result += text.substr(0, character.bytes);
        }
        text.remove_prefix(character.bytes);
    }
    return result;
}

int width_of(std::string_view text) {
    int result = 0;
    while (!text.empty()) {
        const Utf8Character character = first_character(text);
        result += columns_of(character.point);
        text.remove_prefix(character.bytes);
    }
    return result;
}

std::size_t prefix_within(std::string_view text, int columns) {
    std::size_t bytes = 0;
    while (bytes < text.size()) {
        const Utf8Character character = first_character(text.substr(bytes));
        columns -= columns_of(character.point);
        if (columns < 0) {
            break;
        }
        bytes += character.bytes;
    }
    return bytes;
}

std::string xml_text(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        if (text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF")) {
            result += "\xEF\xBF\xBD";
            text.remove_prefix(3);
            continue;
        }
        switch (text.front()) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '"': result += "&quot;"; break;
        default: result += text.front();
        }
        text.remove_prefix(1);
    }
    return result;
}

std::string one_line(std::string_view text) {
    std::string result = printable(text);
    result.erase(result.find_last_not_of('\n') + 1);
    std::ranges::replace(result, '\n', ' ');
    return result;
}

} // namespace kit
