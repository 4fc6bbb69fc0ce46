#include "checker/watch/frame.hpp"

#include "analytics/print/layout.hpp"
#include "analytics/print/numbers.hpp"
#include "analytics/print/utf8.hpp"
#include "checker/course/course_progress.hpp"
#include "checker/course/hints.hpp"
#include "checker/report/text_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit {

namespace {

using Lines = std::vector<std::string>;

constexpr int least_columns = 20;
constexpr int least_rows = 5;
constexpr int bottom_rows = 2; ///< bar and keys

/// As many keys as fit, the most important first.
std::string keys_line(const State& state, const TextStyle& style) {
    Lines keys;
    switch (state.view) {
    case View::lab:
        keys = {"q quit", "n next lab", "h hint", "d details", "l list"};
        if (state.hint) {
            keys[2] = "h next hint";
        }
        break;
    case View::details: keys = {"d back", "↑↓ scroll", "q quit", "h hint", "n next lab"}; break;
    case View::list: keys = {"l back", "↑↓ choose", "enter go there", "q quit"}; break;
    }
    std::string text;
    for (const std::string& key : keys) {
        const std::string longer = text.empty() ? key : text + "   " + key;
        if (width_of(longer) > style.width) {
            break;
        }
        text = longer;
    }
    return paint(style, Tone::faint, text);
}

std::string bar_line(const State& state, const TextStyle& style) {
    const CourseTotal total = total_of(state.labs, state.course);
    const std::string words = course_sentence(total);
    const int room = style.width - width_of(words) - 2;
    return room < 5 ? cut(words, style.width)
                    : course_bar(total, std::min(room, 40), style) + "  " + words;
}

/// `rows` of the lines, from `first`, which is moved into range.
Lines window(const Lines& lines, int rows, int& first) {
    const int last_first = std::max(static_cast<int>(lines.size()) - rows, 0);
    first = std::clamp(first, 0, last_first);
    const auto begin = lines.begin() + first;
    return {begin, begin + std::min<std::ptrdiff_t>(rows, lines.end() - begin)};
}

/// Precondition: there is a result.
Lines report_lines(const State& state, const TextStyle& style) {
    std::string report = text_report(state.current(), *state.result, style);
    if (!state.nvcc_follows) {
        report += nvcc_report_text(*state.result, style);
    }
    return split_lines(report);
}

Lines details_view(const State& state, const TextStyle& style, int rows) {
    if (!state.result) {
        return lab_view(state, style, rows);
    }
    const Lines all = report_lines(state, style);
    int first = state.scroll;
    Lines shown = window(all, rows - 1, first);
    const std::string place =
        fmt::format("lines {} to {} of {}{}", first + 1, first + static_cast<int>(shown.size()),
                    all.size(), state.checking ? " · previous check; " + state.step : "");
    shown.insert(shown.begin(), paint(style, Tone::faint, cut(printable(place), style.width)));
    return shown;
}

Lines list_view(const State& state, const TextStyle& style, int rows) {
    Lines all;
    for (std::size_t i = 0; i < state.labs.size(); ++i) {
        const Lab& lab = state.labs[i];
        const LabProgress reached = progress_of(state.course, lab.id);
        const std::string points = reached.passed()
                                       ? fmt::format("{} of {} points", reached.points, lab.points)
                                       : fmt::format("{} points", lab.points);
        const std::string text =
            cut(pad_right(lab.id, 28) + " " + pad_left(points, 15), style.width - 4);
        const bool selected = i == state.selected;
        all.push_back((selected ? "> " : "  ") + lab_mark(reached, style) + " " +
                      paint(style, selected ? Tone::heading : Tone::plain, text));
    }
    int first = static_cast<int>(state.selected) - rows / 2;
    return window(all, rows, first);
}

} // namespace

std::string clip(std::string_view line, int columns) {
    std::string result;
    int width = 0;
    bool open = false;
    while (!line.empty()) {
        if (line.front() == '\x1b') {
            const std::size_t length = std::min(line.find('m'), line.size() - 1) + 1;
            const std::string_view sequence = line.substr(0, length);
            open = sequence != "\x1b[0m";
            result += sequence;
            line.remove_prefix(length);
            continue;
        }
        const std::string_view text = line.substr(0, line.find('\x1b'));
        const std::size_t fits = prefix_within(text, columns - width);
        result += text.substr(0, fits);
        width += width_of(text.substr(0, fits));
        if (fits < text.size()) {
            break;
        }
        line.remove_prefix(fits);
    }
    return open ? result + "\x1b[0m" : result;
}

void limit_scroll(State& state, Size size) {
    if (state.scroll > 0) {
        const bool shown = state.view == View::details && state.result;
        const TextStyle style{false, std::max(size.columns, least_columns) - 1};
        const int lines = shown ? static_cast<int>(report_lines(state, style).size()) : 0;
        const int rows = std::max(size.rows, least_rows) - bottom_rows - 1;
        state.scroll = std::clamp(state.scroll, 0, std::max(lines - rows, 0));
    }
}

std::vector<std::string> compose(const State& state, Size size, bool colour) {
    const int columns = std::max(size.columns, least_columns) - 1;
    const int rows = std::max(size.rows, least_rows);
    const TextStyle style{colour, columns};
    const int room = rows - bottom_rows;
    Lines lines = state.view == View::details ? details_view(state, style, room)
                  : state.view == View::list  ? list_view(state, style, room)
                                              : lab_view(state, style, room);
    lines.resize(static_cast<std::size_t>(room));
    lines.push_back(bar_line(state, style));
    lines.push_back(keys_line(state, style));
    const int visible = std::max(size.columns - 1, 1);
    for (std::string& line : lines) {
        line = clip(line, visible);
    }
    // A very low window loses its upper lines.
    const auto too_many = static_cast<int>(lines.size()) - std::max(size.rows, 1);
    if (too_many > 0) {
        lines.erase(lines.begin(), lines.begin() + too_many);
    }
    return lines;
}

std::string screen_bytes(const std::vector<std::string>& lines) {
    std::string bytes = "\x1b[H";
    for (std::size_t i = 0; i < lines.size(); ++i) {
        bytes += (i == 0 ? "" : "\r\n") + lines[i] + "\x1b[K";
    }
    return bytes + "\x1b[J";
}

} // namespace kit
