#include "analytics/report/layout.hpp"

#include <algorithm>

namespace analytics {

std::size_t columns(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
        // Bytes 10xxxxxx continue a code point.
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    }));
}

std::string left_aligned(std::string_view text, std::size_t width) {
    const std::size_t used = columns(text);
    return std::string(text) + std::string(used < width ? width - used : 0, ' ');
}

std::string right_aligned(std::string_view text, std::size_t width) {
    const std::size_t used = columns(text);
    return std::string(used < width ? width - used : 0, ' ') + std::string(text);
}

std::string wrapped(std::string_view text, std::size_t width, std::string_view indent) {
    std::string result;
    std::size_t used = columns(indent);
    bool line_begins = true;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!line_begins && used + 1 + columns(word) > width) {
            result.append("\n").append(indent);
            used = columns(indent);
            line_begins = true;
        }
        result.append(line_begins ? "" : " ").append(word);
        used += (line_begins ? 0 : 1) + columns(word);
        line_begins = false;
    }
    return result;
}

} // namespace analytics
