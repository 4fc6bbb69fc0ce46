// C++ text cut into tokens, so that no comment, string or line splice hides or fakes anything.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct Token {
    enum class Kind {
        word,      ///< an identifier or keyword
        number,    ///< a preprocessing number, separators included
        literal,   ///< a string or character, prefix and quotes included
        mark,      ///< any other single character
        directive, ///< a whole line that begins with '#', without its end
    };

    Kind kind = Kind::mark;
    std::string_view text;
    int line = 0; ///< from 1

    [[nodiscard]] bool is(std::string_view wanted) const { return text == wanted; }
};

/// The tokens of `text`, which must outlive them. Text that is no C++ gives some tokens or other: a
/// compiler refuses it later.
std::vector<Token> tokens_of(std::string_view text);

/// Whether the list has this word.
template <class List>
[[nodiscard]] bool is_one_of(const List& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// The text without its line splices (a backslash at a line's end): what a compiler reads first.
std::string without_splices(std::string_view text);

} // namespace kit
