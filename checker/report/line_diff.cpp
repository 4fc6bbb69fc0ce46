#include "checker/report/line_diff.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace kit {

namespace {

using Lines = std::vector<std::string>;

constexpr std::size_t around = 3; ///< unchanged lines shown before and after a change
/// The search gives up past so many changed lines; 2,000 take 16 MB and a few milliseconds.
constexpr int most_changes = 2000;

/// The lines between the common beginning and the common end.
struct Middle {
    std::size_t begin = 0;
    std::size_t before_end = 0;
    std::size_t after_end = 0;
};

Middle middle_of(const Lines& before, const Lines& after) {
    Middle middle{0, before.size(), after.size()};
    while (middle.begin < std::min(before.size(), after.size()) &&
           before[middle.begin] == after[middle.begin]) {
        ++middle.begin;
    }
    while (middle.before_end > middle.begin && middle.after_end > middle.begin &&
           before[middle.before_end - 1] == after[middle.after_end - 1]) {
        --middle.before_end;
        --middle.after_end;
    }
    return middle;
}

/// In a row of furthest_paths(); -1 beyond its diagonals.
int reached_on(const std::vector<int>& row, int diagonal) {
    const int last = static_cast<int>(row.size() - 1) / 2;
    return std::abs(diagonal) > last ? -1 : row[static_cast<std::size_t>(diagonal + last)];
}

/// Myers' search. A path's diagonal is its line in the old text minus its line in the new text. Row c
/// of the result holds, for diagonals -c to +c, how far into the old text the furthest path with c
/// changes comes. Empty if there are too many changes.
std::vector<std::vector<int>> furthest_paths(const Lines& before, const Lines& after,
                                             const Middle& middle) {
    const int rows = static_cast<int>(middle.before_end - middle.begin);
    const int columns = static_cast<int>(middle.after_end - middle.begin);
    const auto equal = [&](int x, int y) {
        return before[middle.begin + static_cast<std::size_t>(x)] ==
               after[middle.begin + static_cast<std::size_t>(y)];
    };
    std::vector<std::vector<int>> reached;
    for (int changes = 0; changes <= std::min(rows + columns, most_changes); ++changes) {
        std::vector<int> row(static_cast<std::size_t>(2 * changes + 1), -1);
        for (int diagonal = -changes; diagonal <= changes; diagonal += 2) {
            int x = 0;
            if (changes > 0) {
                const int added = reached_on(reached.back(), diagonal + 1);
                const int removed = reached_on(reached.back(), diagonal - 1);
                x = diagonal == -changes || (diagonal != changes && removed < added) ? added
                                                                                     : removed + 1;
            }
            int y = x - diagonal;
            while (x >= 0 && y >= 0 && x < rows && y < columns && equal(x, y)) {
                ++x;
                ++y;
            }
            row[static_cast<std::size_t>(diagonal + changes)] = x;
            if (x >= rows && y >= columns) {
                reached.push_back(std::move(row));
                return reached;
            }
        }
        reached.push_back(std::move(row));
    }
    return {};
}

using Kind = DiffStep::Kind;

/// The path's steps from its end to its beginning, with lines counted from the middle's beginning.
std::vector<Kind> steps_backwards(const std::vector<std::vector<int>>& reached, int x, int y) {
    std::vector<Kind> steps;
    for (int changes = static_cast<int>(reached.size()) - 1; changes > 0; --changes) {
        const std::vector<int>& last = reached[static_cast<std::size_t>(changes - 1)];
        const int diagonal = x - y;
        const bool added = diagonal == -changes ||
                           (diagonal != changes &&
                            reached_on(last, diagonal - 1) < reached_on(last, diagonal + 1));
        const int from_x = reached_on(last, added ? diagonal + 1 : diagonal - 1);
        const int from_y = from_x - (added ? diagonal + 1 : diagonal - 1);
        for (; x > from_x + (added ? 0 : 1) && y > from_y + (added ? 1 : 0); --x, --y) {
            steps.push_back(Kind::same);
        }
        steps.push_back(added ? Kind::added : Kind::removed);
        x = from_x;
        y = from_y;
    }
    steps.insert(steps.end(), static_cast<std::size_t>(x), Kind::same);
    return steps;
}

/// Removed lines before added ones, between two unchanged ones.
void order_changes(std::vector<Kind>& steps) {
    for (auto begin = steps.begin(); begin != steps.end();) {
        begin = std::find_if(begin, steps.end(), [](Kind kind) { return kind != Kind::same; });
        const auto end = std::find(begin, steps.end(), Kind::same);
        std::stable_partition(begin, end, [](Kind kind) { return kind == Kind::removed; });
        begin = end;
    }
}

/// A step's line with its mark and colour.
std::string shown(const DiffStep& step, const Lines& before, const Lines& after,
                  const TextStyle& style) {
    switch (step.kind) {
    case Kind::same: return " " + printable(before[step.before]);
    case Kind::removed: return paint(style, Tone::bad, "-" + printable(before[step.before]));
    case Kind::added: return paint(style, Tone::good, "+" + printable(after[step.after]));
    }
    return {};
}

/// As diff programs write it: "12,7", "12" for one line, "11,0" for none.
std::string range(std::size_t begin, std::size_t count) {
    return count == 1 ? fmt::format("{}", begin + 1)
                      : fmt::format("{},{}", count == 0 ? begin : begin + 1, count);
}

} // namespace

std::vector<DiffStep> diff_lines(const Lines& before, const Lines& after) {
    const Middle middle = middle_of(before, after);
    std::vector<Kind> steps(before.size() - middle.before_end, Kind::same);
    const std::size_t removed = middle.before_end - middle.begin;
    const std::size_t added = middle.after_end - middle.begin;
    const auto reached = furthest_paths(before, after, middle);
    if (reached.empty()) {
        steps.insert(steps.end(), added, Kind::added);
        steps.insert(steps.end(), removed, Kind::removed);
    } else {
        const std::vector<Kind> found =
            steps_backwards(reached, static_cast<int>(removed), static_cast<int>(added));
        steps.insert(steps.end(), found.begin(), found.end());
    }
    steps.insert(steps.end(), middle.begin, Kind::same);
    std::reverse(steps.begin(), steps.end());
    order_changes(steps);

    std::vector<DiffStep> result;
    std::size_t old_line = 0;
    std::size_t new_line = 0;
    for (const Kind kind : steps) {
        result.push_back({kind, old_line, new_line});
        old_line += kind == Kind::added ? 0 : 1;
        new_line += kind == Kind::removed ? 0 : 1;
    }
    return result;
}

std::string unified_diff(std::string_view before, std::string_view before_name,
                         std::string_view after, std::string_view after_name,
                         const TextStyle& style) {
    const Lines old_lines = split_lines(before);
    const Lines new_lines = split_lines(after);
    const std::vector<DiffStep> steps = diff_lines(old_lines, new_lines);
    const auto changed = [](const DiffStep& step) { return step.kind != Kind::same; };
    auto change = std::find_if(steps.begin(), steps.end(), changed);
    if (change == steps.end()) {
        return {};
    }
    std::string text = paint(style, Tone::heading, fmt::format("--- {}", before_name)) + "\n" +
                       paint(style, Tone::heading, fmt::format("+++ {}", after_name)) + "\n";
    while (change != steps.end()) {
        const auto begin =
            change - std::min<std::ptrdiff_t>(change - steps.begin(), std::ptrdiff_t{around});
        // The hunk continues while the next change's context touches this one's.
        auto end = change;
        for (auto next = change;
             next != steps.end() && next - end <= static_cast<std::ptrdiff_t>(2 * around);
             next = std::find_if(end, steps.end(), changed)) {
            end = std::find_if_not(next, steps.end(), changed);
        }
        change = std::find_if(end, steps.end(), changed);
        end += std::min<std::ptrdiff_t>(steps.end() - end, std::ptrdiff_t{around});
        const auto added = std::count_if(
            begin, end, [](const DiffStep& step) { return step.kind == Kind::added; });
        const auto removed = std::count_if(
            begin, end, [](const DiffStep& step) { return step.kind == Kind::removed; });
        const auto same = (end - begin) - added - removed;
        text += paint(style, Tone::faint,
                      fmt::format("@@ -{} +{} @@",
                                  range(begin->before, static_cast<std::size_t>(same + removed)),
                                  range(begin->after, static_cast<std::size_t>(same + added)))) +
                "\n";
        for (auto step = begin; step != end; ++step) {
            text += shown(*step, old_lines, new_lines, style) + "\n";
        }
    }
    return text;
}

} // namespace kit
