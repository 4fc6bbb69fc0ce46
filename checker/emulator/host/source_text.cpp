#include "checker/emulator/host/source_text.hpp"

#include "checker/base/text_scanner.hpp"
#include "checker/base/tokens.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace kit {

std::string subscripted_name(std::string_view line, int column) {
    if (column < 1 || static_cast<std::size_t>(column) > line.size()) {
        return "";
    }
    std::size_t at = static_cast<std::size_t>(column) - 1;
    if (line[at] == '[' && at > 0) { // the subscript that is meant has its array before it
        --at;
    }
    if (line.substr(at).starts_with("(*")) {
        at += 2;
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
        if (const std::size_t star = line.rfind('*', at);
            line[at] == ')' && star < at && is_name_letter(line[star + 1])) {
            at = star + 1; // "(*plane)[ty]"
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

std::vector<std::vector<std::string>> indices_in(const std::string& line,
                                                 const std::string& array) {
    std::vector<std::vector<std::string>> found;
    const std::string begin = array + "[";
    for (std::size_t at = line.find(begin); at != line.npos; at = line.find(begin, at + 1)) {
        std::vector<std::string>& indices = found.emplace_back();
        for (std::size_t open = at + array.size(); open < line.size() && line[open] == '[';) {
            const std::size_t close = std::min(line.find(']', open), line.size());
            indices.push_back(line.substr(open + 1, close - open - 1));
            open = close + 1;
        }
    }
    return found;
}

std::vector<int> barriers_in_loop_around(std::string_view source, int first, int second) {
    struct Block {
        bool loop;
        int begin;
        std::vector<int> barriers = {};
    };

    std::vector<int> outermost;
    std::vector<Block> blocks;
    bool pending = false; // a loop's head waits for its body
    int parentheses = 0;
    for (const Token& token : tokens_of(source)) {
        if (token.is("for") || token.is("while") || token.is("do")) {
            pending = true;
        } else if (token.is("__syncthreads")) {
            for (Block& block : blocks) {
                block.barriers.push_back(token.line);
            }
        } else if (token.is("(") || token.is(")")) {
            parentheses += token.is("(") ? 1 : -1;
        } else if (token.is("{")) {
            blocks.push_back({pending, token.line});
            pending = false;
        } else if (token.is("}")) {
            pending = false;
            if (blocks.empty()) {
                continue;
            }
            const Block& block = blocks.back();
            if (block.loop && block.begin <= first && second <= token.line) {
                outermost = block.barriers;
            }
            blocks.pop_back();
        } else if (token.is(";")) {
            pending = pending && parentheses > 0;
        }
    }
    return outermost;
}

} // namespace kit
