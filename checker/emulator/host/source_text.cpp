#include "checker/emulator/host/source_text.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace kit {

namespace {} // namespace

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

namespace {

/// The source with comments and literals blanked, line ends kept.
std::string code_of(std::string_view source) {
    std::string code(source);
    for (std::size_t i = 0; i < code.size();) {
        std::size_t end = i + 1;
        if (code.compare(i, 2, "//") == 0) {
            end = code.find('\n', i);
        } else if (code.compare(i, 2, "/*") == 0) {
            end = code.find("*/", i + 2);
            end = end == std::string::npos ? end : end + 2;
        } else if (code[i] == '"' || code[i] == '\'') {
            while (end < code.size() && code[end] != code[i] && code[end] != '\n') {
                end += code[end] == '\\' ? 2 : 1;
            }
            ++end;
        } else {
            ++i;
            continue;
        }
        end = std::min(end, code.size());
        for (; i < end; ++i) {
            code[i] = code[i] == '\n' ? '\n' : ' ';
        }
    }
    return code;
}

} // namespace

bool stands_in_condition(std::string_view source, int wanted) {
    const std::string code = code_of(source);
    std::vector<bool> blocks; // for each open brace: opened by an if or else
    bool pending = false;     // an if or else waits for its statement
    int parentheses = 0;
    int line = 1;
    for (std::size_t i = 0; i < code.size(); ++i) {
        const char letter = code[i];
        if (line == wanted && std::isspace(static_cast<unsigned char>(letter)) == 0 &&
            letter != '}') {
            // The whole line up to the barrier: "if (x) __syncthreads();" stands on one.
            const std::size_t barrier = code.find("__syncthreads", i);
            const std::size_t end = code.find('\n', i);
            if (barrier == i || barrier == std::string::npos || barrier > end) {
                break;
            }
        }
        if (is_name_letter(letter) && (i == 0 || !is_name_letter(code[i - 1]))) {
            std::size_t end = i;
            while (end < code.size() && is_name_letter(code[end])) {
                ++end;
            }
            const std::string_view word = std::string_view(code).substr(i, end - i);
            pending = pending || word == "if" || word == "else";
        }
        switch (letter) {
        case '\n': ++line; break;
        case '(': ++parentheses; break;
        case ')': --parentheses; break;
        case '{':
            blocks.push_back(pending);
            pending = false;
            break;
        case '}':
            if (!blocks.empty()) {
                blocks.pop_back();
            }
            pending = false;
            break;
        case ';': pending = pending && parentheses > 0; break;
        default: break;
        }
    }
    for (const bool conditional : blocks) {
        if (conditional) {
            return true;
        }
    }
    return pending;
}

} // namespace kit
