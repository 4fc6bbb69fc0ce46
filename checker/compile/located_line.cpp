#include "checker/compile/located_line.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/text_scanner.hpp"

#include <array>
#include <utility>

namespace kit {

namespace {

constexpr std::array kinds{"fatal error", "catastrophic error", "error", "warning", "note",
                           "remark"};

/// Takes " [-W...]" from the end of a text.
std::string take_option(std::string& text) {
    const std::size_t begin = text.rfind(" [-W");
    if (begin == std::string::npos || text.back() != ']' ||
        text.find(']', begin) != text.size() - 1) {
        return {};
    }
    std::string option = text.substr(begin + 2, text.size() - begin - 3);
    text.resize(begin);
    return option;
}

/// Names of nested templates may take megabytes; what they are named for stands before and behind them.
std::string without_long_middle(std::string text) {
    constexpr std::size_t most = 1000; // bytes
    constexpr int begin = 600;         // columns
    constexpr std::size_t end = 100;
    if (text.size() > most) {
        const std::size_t space = text.find(' ', text.size() - end);
        text = cut(text, begin) + (space == std::string::npos ? "" : text.substr(space));
    }
    return text;
}

} // namespace

std::optional<LocatedLine> located_line(std::string_view printed) {
    TextScanner scanner(printed);
    LocatedLine located;
    located.file = scanner.before(":(");
    const bool in_brackets = scanner.pass("(");
    if (located.file.empty() || (!in_brackets && !scanner.pass(":"))) {
        return std::nullopt;
    }
    const std::optional<int> line = scanner.number();
    if (!line || (in_brackets && !scanner.pass(")")) || !scanner.pass(":")) {
        return std::nullopt;
    }
    located.line = *line;
    if (const std::optional<int> column = in_brackets ? std::nullopt : scanner.number()) {
        located.column = *column;
        if (!scanner.pass(":")) {
            return std::nullopt;
        }
    }
    scanner.pass_blanks();
    for (const char* kind : kinds) {
        if (scanner.pass(kind)) {
            located.kind = kind;
            break;
        }
    }
    if (scanner.pass(" #")) {
        scanner.before(":"); // the number of nvcc's message
    }
    if (located.kind.empty() || !scanner.pass(":")) {
        return std::nullopt;
    }
    scanner.pass_blanks();
    located.text = scanner.rest();
    located.option = take_option(located.text);
    located.text = without_long_middle(std::move(located.text));
    return located;
}

} // namespace kit
