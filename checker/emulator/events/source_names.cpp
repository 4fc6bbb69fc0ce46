#include "checker/emulator/events/source_names.hpp"

#include <cctype>

namespace kit {

namespace {

bool is_name_letter(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

} // namespace

std::string subscripted_name(std::string_view line, int column) {
    if (column < 1 || static_cast<std::size_t>(column) > line.size()) {
        return "";
    }
    std::size_t at = static_cast<std::size_t>(column) - 1;
    if (line[at] == '[' && at > 0) { // the subscript that is meant has its array before it
        --at;
    }
    if (is_name_letter(line[at])) {
        while (at > 0 && is_name_letter(line[at - 1])) {
            --at;
        }
    } else {
        // Backwards over whole pairs of brackets, to the name before the first.
        int depth = 0;
        for (;; --at) {
            depth += line[at] == ']' ? 1 : line[at] == '[' ? -1 : 0;
            if (depth == 0 && line[at] != '[' &&
                !std::isspace(static_cast<unsigned char>(line[at]))) {
                break;
            }
            if (at == 0) {
                return "";
            }
        }
        while (at > 0 && is_name_letter(line[at]) && is_name_letter(line[at - 1])) {
            --at;
        }
    }
    std::size_t end = at;
    while (end < line.size() && is_name_letter(line[end])) {
        ++end;
    }
    return std::string(line.substr(at, end - at));
}

} // namespace kit
