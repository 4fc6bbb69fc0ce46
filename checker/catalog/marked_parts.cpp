#include "checker/catalog/marked_parts.hpp"

#include <algorithm>
#include <charconv>

namespace kit {

namespace {

/// The number behind the mark in the line, and in `rest` what follows it; 0: the line has no such mark.
int number_behind(std::string_view line, std::string_view mark, std::string_view& rest) {
    const std::size_t at = line.find(mark);
    if (at == std::string_view::npos) {
        return 0;
    }
    const std::string_view digits = line.substr(at + mark.size());
    int number = 0;
    const char* const end =
        std::from_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    rest = digits.substr(static_cast<std::size_t>(end - digits.data()));
    return number;
}

std::string title_in(std::string_view rest) {
    const std::size_t begin = rest.find_first_not_of(": \t");
    const std::size_t end = rest.find_last_not_of(" \t\r");
    return begin == std::string_view::npos ? "" : std::string(rest.substr(begin, end + 1 - begin));
}

} // namespace

std::vector<MarkedPart> marked_parts(std::string_view text) {
    std::vector<MarkedPart> parts;
    bool is_open = false;
    int number_of_line = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        const std::size_t next = std::min(end + 1, text.size());
        ++number_of_line;
        std::string_view rest;
        if (const int number = number_behind(line, ">>> your part ", rest); number > 0) {
            const bool is_twice =
                std::ranges::any_of(parts, [&](const auto& part) { return part.number == number; });
            if (is_open || is_twice) {
                return {};
            }
            parts.push_back({number, title_in(rest), number_of_line, 0, next, next});
            is_open = true;
        } else if (const int closed = number_behind(line, "<<< your part ", rest); closed > 0) {
            if (!is_open || parts.back().number != closed) {
                return {};
            }
            parts.back().last_line = number_of_line;
            parts.back().end = begin;
            is_open = false;
        }
        begin = next;
    }
    return is_open ? std::vector<MarkedPart>() : parts;
}

std::string with_parts_of(std::string text, std::string other, int only) {
    const PartedText whole(std::move(text));
    const PartedText theirs(std::move(other));
    return whole.with_parts([&](std::size_t i) {
        if (only != 0 && whole.parts[i].number != only) {
            return whole.part(i);
        }
        for (std::size_t k = 0; k < theirs.parts.size(); ++k) {
            if (theirs.parts[k].number == whole.parts[i].number) {
                return theirs.part(k);
            }
        }
        return std::string_view();
    });
}

} // namespace kit
