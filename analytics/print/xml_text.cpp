#include "analytics/print/xml_text.hpp"

namespace kit {

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

} // namespace kit
