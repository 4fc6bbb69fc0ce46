#include "checker/hints/hint_text.hpp"

#include "checker/report/layout.hpp"
#include "checker/report/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit {

std::string hint_number(const Hint& hint) {
    return fmt::format("hint {} of {}", hint.level, hint.levels);
}

std::string hint_text(const Lab& lab, const Hint& hint, bool with_subject, const TextStyle& style) {
    const int width = std::max(style.width, 40);
    std::string text =
        paint(style, Tone::heading, fmt::format("Lab {} · {}", lab.id, hint_number(hint))) + "\n";
    if (with_subject && hint.of_finding) {
        for (const std::string& line : wrap("On the last check: " + printable(hint.about), width)) {
            text += paint(style, Tone::faint, line) + "\n";
        }
    }
    text += "\n";
    for (const std::string& line : wrap(printable(hint.text), width - 2)) {
        text += "  " + paint(style, Tone::good, line) + "\n";
    }
    for (const NotedLine& line : hint.lines) {
        text += paint(style, Tone::faint, fmt::format("  {:>4} │ ", line.line)) +
                cut(printable(line.text), width - 9) + "\n";
    }
    return text;
}

} // namespace kit
