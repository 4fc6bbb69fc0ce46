#include "checker/watch/frame.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/utf8.hpp"
#include "checker/course/course_progress.hpp"
#include "checker/course/hints.hpp"
#include "checker/report/text_report.hpp"
#include "checker/watch/lab_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kit {

namespace {

using Lines = std::vector<std::string>;

constexpr int least_columns = 20;
constexpr int least_rows = 5;
constexpr int rows_for_two_key_lines = 18;

std::vector<std::string> keys_of(const State& state) {
    if (state.asks_reset) {
        return {"y reset", "any other key: no"};
    }
    if (state.types_filter) {
        return {"enter go there", "esc all labs", "↑↓ choose"};
    }
    switch (state.view) {
    case View::details:
        return {"d back",  "↑↓ scroll",  "q quit", "h hint",
                "t trace", "n next lab", "l list", "r check"};
    case View::list:
        return {"l back",
                "↑↓ choose",
                "enter go there",
                "/ filter",
                state.checked_of_all > 0 ? "a stop" : "a check all",
                "q quit"};
    case View::lab: break;
    }
    return {"q quit", "n next lab", "h hint",      "d details", "t trace",
            "l list", "r check",    "a check all", "x reset"};
}

/// As many keys as fit, the most important first: on two lines, if there are rows for that.
Lines keys_lines(const State& state, const TextStyle& style, int rows) {
    Lines lines{""};
    for (const std::string& key : keys_of(state)) {
        const std::string longer = lines.back().empty() ? key : lines.back() + "  " + key;
        if (width_of(longer) <= style.width) {
            lines.back() = longer;
        } else if (lines.size() == 1 && rows >= rows_for_two_key_lines) {
            lines.push_back(key);
        } else {
            break;
        }
    }
    for (std::string& line : lines) {
        line = paint(style, Tone::faint, line);
    }
    return lines;
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
    if (!state.more_follows) {
        report += later_report_text(*state.result, style);
    }
    return split_lines(report);
}

Lines with_place(const Lines& all, int& first, int rows, const std::string& more,
                 const TextStyle& style) {
    Lines shown = window(all, rows - 1, first);
    const std::string place = fmt::format("lines {} to {} of {}{}", first + 1,
                                          first + static_cast<int>(shown.size()), all.size(), more);
    shown.push_back(paint(style, Tone::faint, cut(printable(place), style.width)));
    return shown;
}

Lines details_view(const State& state, const TextStyle& style, int rows) {
    int first = state.scroll;
    Lines shown = with_place(report_lines(state, style), first, rows,
                             state.checking ? " · previous check; " + state.step : "", style);
    std::rotate(shown.begin(), shown.end() - 1, shown.end()); // the place on top
    return shown;
}

/// Rows for the body, below what stays in sight.
int room_for_body(const LabView& view, int rows) {
    return std::max(rows - static_cast<int>(view.top.size()), 1);
}

/// With so few rows, none of them says where in the body they are.
bool has_place(const LabView& view, int room) {
    return room > 2 && static_cast<int>(view.body.size()) > room;
}

Lines main_view(const State& state, const TextStyle& style, int rows) {
    LabView view = lab_view(state, style, rows);
    const int room = room_for_body(view, rows);
    int first = state.scroll;
    const Lines body = has_place(view, room)
                           ? with_place(view.body, first, room, " · ↑↓ scroll", style)
                           : window(view.body, room, first);
    view.top.insert(view.top.end(), body.begin(), body.end());
    return view.top;
}

/// What "check all" is doing, or the filter; empty without both.
std::string list_heading(const State& state) {
    if (state.checked_of_all > 0) {
        return fmt::format("Checking all: {} of {}, {}: {}", state.checked_of_all,
                           state.labs.size(), state.current().id, state.step);
    }
    if (state.types_filter || !state.filter.empty()) {
        return fmt::format("filter: {}{}", state.filter, state.types_filter ? "_" : "");
    }
    return state.message;
}

Lines list_view(const State& state, const TextStyle& style, int rows) {
    Lines all;
    int chosen = 0;
    for (const std::size_t i : listed_labs(state)) {
        const Lab& lab = state.labs[i];
        const LabProgress reached = progress_of(state.course, lab.id);
        const std::string points = reached.passed()
                                       ? fmt::format("{} of {} points", reached.points, lab.points)
                                       : fmt::format("{} points", lab.points);
        const std::string text =
            cut(pad_right(lab.id, 28) + " " + pad_left(points, 15), style.width - 4);
        const bool selected = i == state.selected;
        chosen = selected ? static_cast<int>(all.size()) : chosen;
        all.push_back((selected ? "> " : "  ") + lab_mark(reached, style) + " " +
                      paint(style, selected ? Tone::heading : Tone::plain, text));
    }
    if (all.empty()) {
        all.push_back("No lab has these words.");
    }
    const std::string heading = list_heading(state);
    Lines shown;
    if (!heading.empty()) {
        shown.push_back(paint(style, Tone::doubtful, cut(printable(heading), style.width)));
    }
    rows -= static_cast<int>(shown.size());
    int first = chosen - rows / 2;
    const Lines labs = window(all, rows, first);
    shown.insert(shown.end(), labs.begin(), labs.end());
    return shown;
}

struct Layout {
    TextStyle style;
    Lines keys;
    int rows = 0; ///< of the view, above bar and keys
};

Layout layout_for(const State& state, Size size, bool colour) {
    Layout layout{{colour, std::max(size.columns, least_columns) - 1}, {}, 0};
    const int rows = std::max(size.rows, least_rows);
    layout.keys = keys_lines(state, layout.style, rows);
    layout.rows = rows - 1 - static_cast<int>(layout.keys.size());
    return layout;
}

bool shows_report(const State& state) {
    return state.view == View::details && state.result;
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
    const bool reveal = std::exchange(state.reveal_hint, false);
    if (state.view == View::list || (state.scroll == 0 && !reveal)) {
        return;
    }
    const Layout layout = layout_for(state, size, false);
    if (shows_report(state)) {
        const auto lines = static_cast<int>(report_lines(state, layout.style).size());
        state.scroll = std::clamp(state.scroll, 0, std::max(lines - (layout.rows - 1), 0));
        return;
    }
    const LabView view = lab_view(state, layout.style, layout.rows);
    const int room = room_for_body(view, layout.rows);
    const int shown = has_place(view, room) ? room - 1 : room;
    const int last = static_cast<int>(view.body.size()) - shown;
    if (reveal && view.hint >= 0) {
        state.scroll = view.hint;
    }
    state.scroll = std::clamp(state.scroll, 0, std::max(last, 0));
}

std::vector<std::string> compose(const State& state, Size size, bool colour) {
    const auto [style, keys, room] = layout_for(state, size, colour);
    Lines lines = shows_report(state)        ? details_view(state, style, room)
                  : state.view == View::list ? list_view(state, style, room)
                                             : main_view(state, style, room);
    lines.resize(static_cast<std::size_t>(room));
    lines.push_back(bar_line(state, style));
    lines.insert(lines.end(), keys.begin(), keys.end());
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
