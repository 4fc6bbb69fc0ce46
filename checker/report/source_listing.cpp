#include "checker/report/source_listing.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

namespace kit {

namespace {

constexpr int margin = 4; ///< blanks before the number
constexpr std::string_view bar = " │ ";
constexpr int narrowest_code = 8;
constexpr int most_indentation = 8; ///< of a line that is too wide

int room_for_code(int number_width, const TextStyle& style) {
    return std::max(style.width - margin - number_width - width_of(bar), narrowest_code);
}

int indentation(const std::string& code) {
    return static_cast<int>(std::min(code.find_first_not_of(' '), code.size()));
}

/// A source line as it is shown: `caret` counts columns from 0; -1 means no caret.
struct Excerpt {
    std::string text;
    int caret = -1;
};

Excerpt excerpt(const SourceLine& line, int dropped, int width) {
    Excerpt result{printable(line.text), -1};
    if (line.column > 0 && static_cast<std::size_t>(line.column) <= line.text.size() + 1) {
        const auto before = static_cast<std::size_t>(line.column - 1);
        result.caret = width_of(printable(line.text.substr(0, before)));
    }
    dropped = std::min(dropped, indentation(result.text));
    if (width_of(result.text) - dropped > width) {
        dropped = std::max(dropped, indentation(result.text) - most_indentation);
    }
    result.text.erase(0, static_cast<std::size_t>(dropped));
    result.caret = result.caret < 0 ? -1 : std::max(result.caret - dropped, 0);
    if (result.caret >= width) {
        // The place matters more than the indentation.
        const int more = std::min(indentation(result.text), result.caret);
        result.text.erase(0, static_cast<std::size_t>(more));
        result.caret -= more;
    }
    if (result.caret >= width) {
        const int shift = result.caret - width / 2;
        result.text.erase(0, prefix_within(result.text, shift + 1));
        result.text = "…" + result.text;
        result.caret -= shift;
    }
    result.text = cut(result.text, width);
    return result;
}

bool is_of_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

std::string painted(const Excerpt& shown, const TextStyle& style) {
    const std::string_view text = shown.text;
    const std::size_t comment = std::min(text.find("//"), text.size());
    const auto code_and_comment = [&](std::size_t begin) {
        const std::size_t split = std::max(comment, begin);
        return std::string(text.substr(begin, split - begin)) +
               paint(style, Tone::faint, text.substr(split));
    };
    const std::size_t at = shown.caret < 0 ? text.size() : prefix_within(text, shown.caret);
    if (at >= comment) {
        return code_and_comment(0);
    }
    std::size_t end = at;
    while (end < comment && is_of_word(text[end])) {
        ++end;
    }
    end = std::max(end, at + first_character(text.substr(at)).bytes);
    return std::string(text.substr(0, at)) + paint(style, Tone::bad, text.substr(at, end - at)) +
           code_and_comment(end);
}

} // namespace

ListingLayout layout_of(const std::vector<SourceLine>& lines, const TextStyle& style) {
    ListingLayout layout;
    int common = std::numeric_limits<int>::max();
    int widest = 0;
    for (const SourceLine& line : lines) {
        const std::string code = printable(line.text);
        if (!code.empty() && line.line > 0) {
            layout.number_width =
                std::max(layout.number_width, width_of(fmt::format("{}", line.line)));
            common = std::min(common, indentation(code));
            widest = std::max(widest, width_of(code));
        }
    }
    if (widest > room_for_code(layout.number_width, style)) {
        layout.dropped = common;
    }
    return layout;
}

std::string listed_line(const SourceLine& line, const ListingLayout& layout,
                        const TextStyle& style) {
    const std::string blank(static_cast<std::size_t>(margin), ' ');
    const auto gutter = [&](std::string_view number) {
        return paint(style, Tone::faint,
                     blank + pad_left(number, layout.number_width) + std::string(bar));
    };
    const Excerpt shown = excerpt(line, layout.dropped, room_for_code(layout.number_width, style));
    std::string text = gutter(fmt::format("{}", line.line)) + painted(shown, style) + "\n";
    if (shown.caret >= 0) {
        text += gutter("") + std::string(static_cast<std::size_t>(shown.caret), ' ') +
                paint(style, Tone::bad, "^") + "\n";
    }
    if (!line.expansion.empty()) {
        const int room = room_for_code(layout.number_width, style);
        for (const std::string& row : wrap("that is: " + line.expansion, room)) {
            text += gutter("") + paint(style, Tone::faint, row) + "\n";
        }
    }
    return text;
}

} // namespace kit
