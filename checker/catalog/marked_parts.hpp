// The parts of a kernel.cu that are the student's: what lies between the marks ">>> your part 2: the load" and
// "<<< your part 2".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kit {

struct MarkedPart {
    int number = 0;
    std::string title;     ///< "the load"; may be empty
    int line = 0;          ///< of its first mark, from 1
    int last_line = 0;     ///< of its second mark
    std::size_t begin = 0; ///< of its text, which is whole lines without the marks
    std::size_t end = 0;   ///< behind it
};

/// In the file's order. None if a mark lacks the other one, or a number comes twice.
[[nodiscard]] std::vector<MarkedPart> marked_parts(std::string_view text);

/// A text with its parts.
struct PartedText {
    std::string text;
    std::vector<MarkedPart> parts;

    explicit PartedText(std::string whole) : text(std::move(whole)), parts(marked_parts(text)) {}

    [[nodiscard]] std::string_view part(std::size_t i) const {
        return std::string_view(text).substr(parts[i].begin, parts[i].end - parts[i].begin);
    }

    /// The text with each part as `part_at` gives it for its place.
    template <class PartAt>
    [[nodiscard]] std::string with_parts(PartAt part_at) const {
        std::string result;
        std::size_t at = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            result += text.substr(at, parts[i].begin - at);
            result += part_at(i);
            at = parts[i].end;
        }
        return result + text.substr(at);
    }

    [[nodiscard]] std::string outside() const {
        return with_parts([](std::size_t) { return ""; });
    }
};

/// The text with each part as the other text has the part of that number; empty where it has none. With `only`, just
/// the part of that number.
[[nodiscard]] std::string with_parts_of(std::string text, std::string other, int only = 0);

} // namespace kit
