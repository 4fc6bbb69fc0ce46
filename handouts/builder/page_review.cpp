#include "handouts/builder/page_review.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "handouts/builder/excerpt.hpp"
#include "handouts/builder/marker.hpp"
#include "handouts/builder/traces/drawing.hpp"

#include <fmt/format.h>

#include <functional>

namespace kit {

namespace {

constexpr std::string_view opening = "<!--";
constexpr std::string_view closing = "-->";
constexpr std::string_view value_end = "<!-- / -->";

bool is_fence(std::string_view line) {
    return trimmed(line).starts_with("```");
}

/// The text after `word` if the line is a single comment that begins with it.
std::optional<std::string_view> line_marker(std::string_view line, std::string_view word) {
    std::string_view text = trimmed(line);
    if (!text.starts_with(opening) || text.size() < 7 || !text.ends_with(closing)) {
        return std::nullopt;
    }
    text = trimmed(text.substr(opening.size(), text.size() - opening.size() - closing.size()));
    if (!text.starts_with(word) || text.size() == word.size() || text[word.size()] != ' ') {
        return std::nullopt;
    }
    return trimmed(text.substr(word.size()));
}

/// Whether Markdown takes the line for HTML if a comment follows `before`: there is nothing but
/// blanks, bullets, quotes and a list number.
bool begins_line(std::string_view before) {
    before = trimmed(before);
    while (!before.empty() &&
           std::string_view("-*+>").find(before.front()) != std::string_view::npos) {
        before = trimmed(before.substr(1));
    }
    const std::size_t number = before.find_first_not_of("0123456789");
    return before.empty() ||
           (number == before.size() - 1 && (before.back() == '.' || before.back() == ')'));
}

class PageReviewer {
public:
    PageReviewer(std::string file, const std::string& text, const std::filesystem::path& root,
                 const MarkerLookup& lookup)
        : file_(std::move(file)), lines_(split_lines(text)), root_(root), lookup_(lookup) {}

    PageReview review() {
        bool fenced = false;
        for (at_ = 0; at_ < lines_.size(); ++at_) {
            const std::string& line = lines_[at_];
            if (is_fence(line)) {
                fenced = !fenced;
            }
            if (fenced || is_fence(line)) {
                keep(line);
            } else if (const auto code = line_marker(line, "code")) {
                keep(line);
                guarded([&] { show_code(*code); });
            } else if (const auto figure = line_marker(line, "figure")) {
                keep(line);
                guarded([&] { show_figure(*figure); });
            } else if (const auto trace = line_marker(line, "trace")) {
                keep(line);
                guarded([&] { show_trace(*trace); });
            } else {
                keep(values(line));
            }
        }
        if (fenced) {
            report("A ``` has no end.", false);
        }
        return std::move(result_);
    }

private:
    void keep(const std::string& line) {
        result_.text += line;
        result_.text += '\n';
    }

    void report(const std::string& what, bool repairable) {
        report_at(std::min(at_ + 1, lines_.size()), what, repairable);
    }

    void report_at(std::size_t line, const std::string& what, bool repairable) {
        result_.problems.push_back({file_, static_cast<int>(line), what, repairable});
    }

    void guarded(const std::function<void()>& act) {
        try {
            act();
        } catch (const MarkerError& error) {
            report(error.what(), false);
        } catch (const BadInput& error) {
            report(error.what(), false);
        }
    }

    /// Whether the line after the marker begins so; one empty line between them is allowed and
    /// kept.
    bool comes_next(std::string_view beginning) {
        const auto begins = [&](std::size_t line) {
            return line < lines_.size() && lines_[line].starts_with(beginning);
        };
        if (!begins(at_ + 1) && begins(at_ + 2) && trimmed(lines_[at_ + 1]).empty()) {
            keep(lines_[++at_]);
        }
        return begins(at_ + 1);
    }

    void show_code(std::string_view request) {
        const std::string code = excerpt(root_, request);
        const std::string language(fence_language(split_words(request).front()));
        const std::string right = fmt::format("```{}\n{}```\n", language, code);
        const std::size_t marker = at_;
        std::string there;
        if (comes_next("```")) {
            there = lines_[++at_] + "\n";
            do {
                there += ++at_ < lines_.size() ? lines_[at_] + "\n" : "";
            } while (at_ < lines_.size() && !is_fence(lines_[at_]));
        }
        result_.text += right;
        if (there != right) {
            report_at(marker + 1,
                      there.empty() ? "The code is missing here."
                                    : fmt::format("The code differs from {}.", request),
                      true);
        }
    }

    void show_figure(std::string_view request) {
        const FigureRequest figure = figure_request(request);
        result_.figures.push_back(figure);
        show_drawing(draw(figure).title(), file_name(figure));
    }

    void show_trace(std::string_view text) {
        const TraceRequest request = trace_request(text);
        const PageTrace& trace = recorded_trace(root_, request);
        const std::string title = trace_drawing(trace, account_of(trace)).title();
        result_.traces.push_back(request);
        show_drawing(title, file_stem(request) + ".svg");
    }

    void show_drawing(const std::string& title, const std::string& file) {
        const std::string right = fmt::format("![{}](figures/{})", title, file);
        if (comes_next("![")) {
            ++at_;
            if (lines_[at_] != right) {
                report(fmt::format("Expected {}.", right), true);
            }
        } else {
            report(fmt::format("The figure is missing here: {}.", right), true);
        }
        keep(right);
    }

    std::string values(const std::string& line) {
        std::string result;
        std::size_t from = 0;
        for (;;) {
            const std::size_t first = line.find(opening, from);
            if (first == std::string::npos) {
                return result + line.substr(from);
            }
            const std::size_t marker_end = line.find(closing, first);
            if (marker_end == std::string::npos) {
                report("A comment does not end on its line.", false);
                return result + line.substr(from);
            }
            const std::size_t after = marker_end + closing.size();
            const std::string_view inner = trimmed(std::string_view(line).substr(
                first + opening.size(), marker_end - first - opening.size()));
            if (inner.empty() || inner.front() != '=') {
                report(fmt::format("Unknown marker '{}'; use '=value', or on a separate line "
                                   "'code', 'figure' or 'trace'.",
                                   inner),
                       false);
                result += line.substr(from, after - from);
                from = after;
                continue;
            }
            const std::size_t last = line.find(opening, after);
            if (last == std::string::npos || line.compare(last, value_end.size(), value_end) != 0) {
                report(fmt::format("The value of '{}' does not end with '{}' on its line.", inner,
                                   value_end),
                       false);
                return result + line.substr(from);
            }
            if (begins_line(std::string_view(line).substr(0, first))) {
                report("A marker at the beginning of a line makes Markdown take the line for HTML: "
                       "put a word before it.",
                       false);
            }
            result += line.substr(from, after - from);
            result += value(inner, line.substr(after, last - after));
            result += value_end;
            from = last + value_end.size();
        }
    }

    /// The marker's value; `there`, the text in the page, if it cannot be computed.
    std::string value(std::string_view inner, const std::string& there) {
        std::string right = there;
        guarded([&] {
            right = evaluate(inner.substr(1), lookup_);
            if (right != there) {
                report(fmt::format("The page says '{}', but {} is '{}'.", there,
                                   trimmed(inner.substr(1)), right),
                       true);
            }
        });
        return right;
    }

    std::string file_;
    std::vector<std::string> lines_;
    const std::filesystem::path& root_;
    const MarkerLookup& lookup_;
    std::size_t at_ = 0;
    PageReview result_;
};

} // namespace

std::string text(const Problem& problem) {
    return problem.line == 0 ? fmt::format("{}: {}", problem.file, problem.text)
                             : fmt::format("{}:{}: {}", problem.file, problem.line, problem.text);
}

PageReview review_page(const std::string& file, const std::string& text,
                       const std::filesystem::path& root, const MarkerLookup& lookup) {
    return PageReviewer(file, text, root, lookup).review();
}

std::vector<TraceRequest> traces_of(const std::string& text) {
    std::vector<TraceRequest> traces;
    bool fenced = false;
    for (const std::string& line : split_lines(text)) {
        fenced = fenced != is_fence(line);
        if (const auto trace = line_marker(line, "trace"); trace && !fenced) {
            traces.push_back(trace_request(*trace));
        }
    }
    return traces;
}

std::string without_markers(const std::string& text) {
    std::string result;
    bool fenced = false;
    for (const std::string& line : split_lines(text)) {
        fenced = fenced != is_fence(line);
        if (!fenced && (line_marker(line, "code") || line_marker(line, "figure") ||
                        line_marker(line, "trace"))) {
            result += '\n'; // keeps the paragraphs above and below apart
            continue;
        }
        std::size_t from = 0;
        while (!fenced) {
            const std::size_t first = line.find(opening, from);
            const std::size_t last = line.find(closing, first);
            if (first == std::string::npos || last == std::string::npos) {
                break;
            }
            result += line.substr(from, first - from);
            from = last + closing.size();
        }
        result += line.substr(from) + '\n';
    }
    return result;
}

} // namespace kit
