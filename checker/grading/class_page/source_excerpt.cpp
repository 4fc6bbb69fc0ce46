#include "checker/grading/class_page/source_excerpt.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit {

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        lines.push_back(text.substr(0, end));
        const std::size_t mark = text.substr(end, 2) == "\r\n" ? 2 : 1;
        text.remove_prefix(std::min(end + mark, text.size()));
    }
    return lines;
}

/// Not within a character of UTF-8.
std::string cut_line(std::string_view line, std::size_t most) {
    if (line.size() <= most) {
        return std::string(line);
    }
    std::size_t end = most;
    while (end > 0 && end + 4 > most && (static_cast<unsigned char>(line[end]) & 0xc0U) == 0x80U) {
        --end;
    }
    return fmt::format("{} … ({} more bytes)", line.substr(0, end), line.size() - end);
}

/// Takes lines while the bounds allow it.
class Choice {
public:
    Choice(const std::vector<std::string_view>& lines, const ExcerptBounds& bounds)
        : lines_(lines), bounds_(bounds), is_taken_(lines.size()) {}

    void take(std::size_t line) {
        const std::size_t size = std::min(lines_[line].size(), bounds_.line_bytes);
        if (!is_taken_[line] && count_ < bounds_.lines && bytes_ + size <= bounds_.bytes) {
            is_taken_[line] = true;
            ++count_;
            bytes_ += size;
        }
    }

    [[nodiscard]] std::vector<ExcerptLine> taken() const {
        std::vector<ExcerptLine> shown;
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            if (is_taken_[i]) {
                shown.push_back({static_cast<int>(i) + 1, cut_line(lines_[i], bounds_.line_bytes)});
            }
        }
        return shown;
    }

private:
    const std::vector<std::string_view>& lines_;
    const ExcerptBounds& bounds_;
    std::vector<bool> is_taken_;
    std::size_t count_ = 0;
    std::size_t bytes_ = 0;
};

} // namespace

SourceExcerpt source_excerpt(std::string_view text, const std::vector<int>& marked,
                             const ExcerptBounds& bounds) {
    const std::vector<std::string_view> lines = lines_of(text);
    Choice choice(lines, bounds);
    const int last = static_cast<int>(lines.size()) - 1;
    for (const int number : marked) { // the lines themselves, before any other
        if (number >= 1 && number - 1 <= last) {
            choice.take(static_cast<std::size_t>(number - 1));
        }
    }
    for (const int number : marked) {
        if (number >= 1 && number - 1 <= last) {
            for (int i = std::max(0, number - 1 - bounds.around);
                 i <= std::min(last, number - 1 + bounds.around); ++i) {
                choice.take(static_cast<std::size_t>(i));
            }
        }
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        choice.take(i);
    }
    return {last + 1, choice.taken()};
}

} // namespace kit
