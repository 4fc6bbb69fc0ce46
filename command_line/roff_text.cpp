#include "command_line/roff_text.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace command_line {

namespace {

/// The letter of UTF-8 text that begins at `at`, which moves behind it; U+FFFD for what is none.
char32_t next_letter(const std::string& text, std::size_t& at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(at++);
    const int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
    if (more == 0) {
        return first < 0x80 ? first : U'\ufffd';
    }
    char32_t letter = first & (0x3fu >> more);
    for (int i = 0; i < more; ++i) {
        if (at >= text.size() || (byte(at) & 0xc0u) != 0x80u) {
            return U'\ufffd';
        }
        letter = letter << 6u | (byte(at++) & 0x3fu);
    }
    return letter;
}

} // namespace

std::string roff_text(const std::string& text) {
    std::string source;
    for (std::size_t at = 0; at < text.size();) {
        const bool begins_line = source.empty() || source.back() == '\n';
        const char32_t letter = next_letter(text, at);
        switch (letter) {
        case U'\\': source += "\\(rs"; break;
        case U'-': source += "\\-"; break;
        case U'^': source += "\\(ha"; break;
        case U'~': source += "\\(ti"; break;
        case U'`': source += "\\(ga"; break;
        case U'\'': source += "\\(aq"; break;
        case U'"': source += "\\(dq"; break;
        case U'.': source += begins_line ? "\\&." : "."; break;
        default:
            source += letter < 0x80 ? std::string(1, static_cast<char>(letter))
                                    : fmt::format("\\[u{:04X}]", static_cast<unsigned>(letter));
        }
    }
    return source;
}

} // namespace command_line
