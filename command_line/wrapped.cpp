#include "command_line/wrapped.hpp"

#include <algorithm>
#include <sstream>

namespace command_line {

std::size_t columns(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xc0u) != 0x80u;
    }));
}

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
    std::string lines;
    std::size_t at = indent;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const std::size_t size = columns(word);
        if (at > indent && at + 1 + size > width) {
            lines += "\n" + std::string(indent, ' ');
            at = indent;
        } else if (at > indent) {
            lines += " ";
            ++at;
        }
        lines += word;
        at += size;
    }
    return lines;
}

} // namespace command_line
