#include "checker/emulator/host/source_text.hpp"

#include "checker/base/text_scanner.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace kit {

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

/// The name or keyword that begins at `at`, where no name has begun before.
std::string_view word_at(std::string_view code, std::size_t at) {
    if (!is_name_letter(code[at]) || (at > 0 && is_name_letter(code[at - 1]))) {
        return {};
    }
    std::size_t end = at;
    while (end < code.size() && is_name_letter(code[end])) {
        ++end;
    }
    return code.substr(at, end - at);
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

bool barrier_in_loop_between(std::string_view source, int first, int second) {
    struct Block {
        bool loop;
        int begin;
        std::vector<int> barriers = {};
    };

    const std::string code = code_of(source);
    std::vector<Block> blocks;
    bool pending = false; // a loop's head waits for its body
    int parentheses = 0;
    int line = 1;
    for (std::size_t i = 0; i < code.size(); ++i) {
        const std::string_view word = word_at(code, i);
        pending = pending || word == "for" || word == "while" || word == "do";
        if (word == "__syncthreads") {
            for (Block& block : blocks) {
                block.barriers.push_back(line);
            }
        }
        switch (code[i]) {
        case '\n': ++line; break;
        case '(': ++parentheses; break;
        case ')': --parentheses; break;
        case '{':
            blocks.push_back({pending, line});
            pending = false;
            break;
        case '}':
            if (!blocks.empty()) {
                const Block& block = blocks.back();
                const bool between =
                    std::any_of(block.barriers.begin(), block.barriers.end(),
                                [&](int barrier) { return first < barrier && barrier < second; });
                if (block.loop && block.begin <= first && second <= line && between) {
                    return true;
                }
                blocks.pop_back();
            }
            pending = false;
            break;
        case ';': pending = pending && parentheses > 0; break;
        default: break;
        }
    }
    return false;
}

} // namespace kit
