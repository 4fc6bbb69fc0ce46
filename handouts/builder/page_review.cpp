#include "handouts/builder/page_review.hpp"

#include "analytics/errors.hpp"
#include "handouts/builder/excerpt.hpp"
#include "handouts/builder/words.hpp"

#include <fmt/format.h>

#include <functional>

namespace handouts {

namespace {

constexpr std::string_view opening = "<!--";
constexpr std::string_view closing = "-->";
constexpr std::string_view value_end = "<!-- / -->";

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines(1);
    for (const char letter : text) {
        if (letter == '\n') {
            lines.emplace_back();
        } else {
            lines.back() += letter;
        }
    }
    if (lines.back().empty()) {
        lines.pop_back();
    }
    return lines;
}

bool is_fence(std::string_view line) {
    return trimmed(line).substr(0, 3) == "```";
}

/// What stands in a comment that is the whole line and begins with `word`; absent otherwise.
std::optional<std::string_view> own_line(std::string_view line, std::string_view word) {
    std::string_view text = trimmed(line);
    if (text.substr(0, opening.size()) != opening || text.size() < 7 ||
        text.substr(text.size() - closing.size()) != closing) {
        return std::nullopt;
    }
    text = trimmed(text.substr(opening.size(), text.size() - opening.size() - closing.size()));
    if (text.substr(0, word.size()) != word || text.size() == word.size() ||
        text[word.size()] != ' ') {
        return std::nullopt;
    }
    return trimmed(text.substr(word.size()));
}

/// Whether Markdown takes the line for HTML when a comment stands here: nothing before it but
/// blanks, bullets, quotes and an item's number.
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

class Review {
public:
    Review(std::string file, const std::string& text, const std::filesystem::path& root,
           const Lookup& lookup)
        : file_(std::move(file)), lines_(lines_of(text)), root_(root), lookup_(lookup) {}

    PageReview done() {
        bool fenced = false;
        for (at_ = 0; at_ < lines_.size(); ++at_) {
            const std::string& line = lines_[at_];
            if (is_fence(line)) {
                fenced = !fenced;
            }
            if (fenced || is_fence(line)) {
                keep(line);
            } else if (const auto code = own_line(line, "code")) {
                keep(line);
                guarded([&] { show_code(*code); });
            } else if (const auto figure = own_line(line, "figure")) {
                keep(line);
                guarded([&] { show_figure(*figure); });
            } else {
                keep(values(line));
            }
        }
        if (fenced) {
            note("A ``` has no end.", false);
        }
        return std::move(result_);
    }

private:
    void keep(const std::string& line) {
        result_.text += line;
        result_.text += '\n';
    }

    void note(const std::string& what, bool repairable) {
        const std::size_t line = std::min(at_ + 1, lines_.size());
        result_.problems.push_back({file_, static_cast<int>(line), what, repairable});
    }

    void note_at(std::size_t line, const std::string& what) {
        result_.problems.push_back({file_, static_cast<int>(line) + 1, what, true});
    }

    void guarded(const std::function<void()>& act) {
        try {
            act();
        } catch (const Unanswerable& error) {
            note(error.what(), false);
        } catch (const analytics::BadInput& error) {
            note(error.what(), false);
        }
    }

    /// Whether what a marker stands for is there, after one empty line at most, which is kept.
    bool comes_next(std::string_view beginning) {
        const auto begins = [&](std::size_t line) {
            return line < lines_.size() && lines_[line].rfind(beginning, 0) == 0;
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
            note_at(marker, there.empty() ? "The code is missing here."
                                          : fmt::format("The code differs from {}.", request));
        }
    }

    void show_figure(std::string_view request) {
        const FigureRequest figure = figure_request(request);
        result_.figures.push_back(figure);
        const std::string right =
            fmt::format("![{}](figures/{})", draw(figure).title(), file_name(figure));
        if (comes_next("![")) {
            ++at_;
            if (lines_[at_] != right) {
                note(fmt::format("Here should stand {}.", right), true);
            }
        } else {
            note(fmt::format("The figure is missing here: {}.", right), true);
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
                note("A comment does not end on its line.", false);
                return result + line.substr(from);
            }
            const std::size_t after = marker_end + closing.size();
            const std::string_view inner = trimmed(std::string_view(line).substr(
                first + opening.size(), marker_end - first - opening.size()));
            if (inner.empty() || inner.front() != '=') {
                note(
                    fmt::format("The marker '{}' is not understood; there are '=value', 'code' and "
                                "'figure', the last two on lines of their own.",
                                inner),
                    false);
                result += line.substr(from, after - from);
                from = after;
                continue;
            }
            const std::size_t last = line.find(opening, after);
            if (last == std::string::npos || line.compare(last, value_end.size(), value_end) != 0) {
                note(fmt::format("The value of '{}' does not end with '{}' on its line.", inner,
                                 value_end),
                     false);
                return result + line.substr(from);
            }
            if (begins_line(std::string_view(line).substr(0, first))) {
                note("A marker at a line's beginning makes Markdown take the line for HTML: put a "
                     "word before it.",
                     false);
            }
            result += line.substr(from, after - from);
            result += value(inner, line.substr(after, last - after));
            result += value_end;
            from = last + value_end.size();
        }
    }

    /// What should stand at a marker; `there` where that cannot be told.
    std::string value(std::string_view inner, const std::string& there) {
        std::string right = there;
        guarded([&] {
            right = evaluate(inner.substr(1), lookup_);
            if (right != there) {
                note(fmt::format("Here stands '{}', and {} is '{}'.", there,
                                 trimmed(inner.substr(1)), right),
                     true);
            }
        });
        return right;
    }

    std::string file_;
    std::vector<std::string> lines_;
    const std::filesystem::path& root_;
    const Lookup& lookup_;
    std::size_t at_ = 0;
    PageReview result_;
};

} // namespace

PageReview review_page(const std::string& file, const std::string& text,
                       const std::filesystem::path& root, const Lookup& lookup) {
    return Review(file, text, root, lookup).done();
}

std::string without_markers(const std::string& text) {
    std::string result;
    bool fenced = false;
    for (const std::string& line : lines_of(text)) {
        fenced = fenced != is_fence(line);
        if (!fenced && (own_line(line, "code") || own_line(line, "figure"))) {
            result += '\n'; // keeps what stands above apart from what stands below
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

} // namespace handouts
