#include "checker/base/source_text.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace kit {

namespace {

void append_utf8(std::string& text, char32_t point) {
    const auto byte = [&](char32_t value) { text += static_cast<char>(value); };
    if (point < 0x80) {
        byte(point);
    } else if (point < 0x800) {
        byte(0xC0 | point >> 6U);
        byte(0x80 | (point & 0x3FU));
    } else if (point < 0x10000) {
        byte(0xE0 | point >> 12U);
        byte(0x80 | (point >> 6U & 0x3FU));
        byte(0x80 | (point & 0x3FU));
    } else {
        byte(0xF0 | point >> 18U);
        byte(0x80 | (point >> 12U & 0x3FU));
        byte(0x80 | (point >> 6U & 0x3FU));
        byte(0x80 | (point & 0x3FU));
    }
}

enum class ByteOrder { little, big };

constexpr std::string_view little_mark = "\xff\xfe";
constexpr std::string_view big_mark = "\xfe\xff";

/// Absent if the bytes do not look like UTF-16.
std::optional<ByteOrder> utf16_order(std::string_view bytes) {
    if (const std::string mark = utf16_mark(bytes); !mark.empty()) {
        return mark == little_mark ? ByteOrder::little : ByteOrder::big;
    }
    // A source's first letters are ASCII: then one byte of each pair is zero, and the other one never.
    constexpr std::size_t looked_at = 64;
    const std::size_t most = std::min(bytes.size() / 2 * 2, looked_at);
    std::array<std::size_t, 2> zeros{};
    for (std::size_t i = 0; i < most; ++i) {
        zeros.at(i % 2) += bytes[i] == '\0' ? 1 : 0;
    }
    if (most < 8 || zeros[0] + zeros[1] != most / 2 || (zeros[0] != 0 && zeros[1] != 0)) {
        return std::nullopt;
    }
    return zeros[1] != 0 ? ByteOrder::little : ByteOrder::big;
}

std::string from_utf16(std::string_view bytes, ByteOrder order) {
    const auto unit_at = [&](std::size_t at) {
        const auto first = static_cast<unsigned char>(bytes[at]);
        const auto second = static_cast<unsigned char>(bytes[at + 1]);
        return static_cast<char32_t>(order == ByteOrder::little ? first | second << 8U
                                                                : first << 8U | second);
    };
    constexpr char32_t replacement = 0xFFFD;
    std::string text;
    std::size_t at = 0;
    if (bytes.size() >= 2 && unit_at(0) == 0xFEFF) {
        at = 2;
    }
    for (; at + 1 < bytes.size(); at += 2) {
        char32_t point = unit_at(at);
        if (point >= 0xD800 && point < 0xDC00 && at + 3 < bytes.size() &&
            unit_at(at + 2) >= 0xDC00 && unit_at(at + 2) < 0xE000) {
            point = 0x10000 + ((point - 0xD800) << 10U) + (unit_at(at + 2) - 0xDC00);
            at += 2;
        } else if (point >= 0xD800 && point < 0xE000) {
            point = replacement;
        }
        append_utf8(text, point);
    }
    return text;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const Utf8Character first = first_character(text);
        if (!first.is_valid) {
            return false;
        }
        text.remove_prefix(first.bytes);
    }
    return true;
}

/// Windows-1252, of which Latin-1's letters are a part.
std::string from_latin1(std::string_view bytes) {
    constexpr std::array<char16_t, 32> from_128{
        0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};
    std::string text;
    for (const char letter : bytes) {
        const auto byte = static_cast<unsigned char>(letter);
        append_utf8(text, byte >= 0x80 && byte < 0xA0 ? from_128.at(byte - 0x80) : byte);
    }
    return text;
}

} // namespace

std::string utf16_mark(std::string_view bytes) {
    return bytes.starts_with(little_mark) || bytes.starts_with(big_mark)
               ? std::string(bytes.substr(0, 2))
               : std::string();
}

std::string as_utf16(std::string_view text, const std::string& mark) {
    std::string bytes = mark;
    const auto append = [&](char32_t unit) {
        const auto high = static_cast<char>(unit >> 8U);
        const auto low = static_cast<char>(unit & 0xFFU);
        bytes += mark == little_mark ? low : high;
        bytes += mark == little_mark ? high : low;
    };
    while (!text.empty()) {
        const Utf8Character character = first_character(text);
        text.remove_prefix(character.bytes);
        if (character.point < 0x10000) {
            append(character.point);
        } else {
            append(0xD800 + ((character.point - 0x10000) >> 10U));
            append(0xDC00 + ((character.point - 0x10000) & 0x3FFU));
        }
    }
    return bytes;
}

SourceText as_utf8(std::string bytes) {
    if (const auto order = utf16_order(bytes)) {
        return {from_utf16(bytes, *order), "UTF-16"};
    }
    if (bytes.find('\0') == std::string::npos && !is_utf8(bytes)) {
        return {from_latin1(bytes), "Latin-1"};
    }
    return {std::move(bytes), ""};
}

std::string why_no_source(std::string_view text) {
    constexpr std::pair<std::string_view, std::string_view> beginnings[] = {
        {"<!doctype html", "it is a web page, as a browser saves a login"},
        {"<html", "it is a web page, as a browser saves a login"},
        {"{\\rtf", "it is RTF, as a word processor saves it"},
        {"version https://git-lfs.", "it is Git LFS's pointer to a file, not the file"},
        {"%pdf-", "it is a PDF"},
    };
    if (text.starts_with("\xef\xbb\xbf")) {
        text.remove_prefix(3);
    }
    text = trimmed(text, " \t\r\n\v\f");
    if (text.empty()) {
        return "it is empty";
    }
    if (text.find('\0') != std::string_view::npos) {
        return "it is not text: it holds zero bytes";
    }
    for (const auto& [beginning, why] : beginnings) {
        if (in_small_letters(text.substr(0, beginning.size())) == beginning) {
            return std::string(why);
        }
    }
    return "";
}

} // namespace kit
