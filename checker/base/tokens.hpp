// C++ and CUDA text cut into tokens, so that no comment or string hides or fakes anything.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct Token {
    enum class Kind {
        word,      ///< an identifier or keyword
        number,    ///< a preprocessing number, separators included
        literal,   ///< a string or character, prefix and quotes included
        mark,      ///< any other single character; "and" is two of them, as "&&" is
        directive, ///< a whole line that begins with '#', without its end
    };

    Kind kind = Kind::mark;
    std::string_view text;
    int line = 0; ///< from 1

    [[nodiscard]] bool is(std::string_view wanted) const { return text == wanted; }
};

using Tokens = std::vector<Token>;
using TokenAt = Tokens::const_iterator;
using TokenSpan = std::span<const Token>; ///< side by side in one vector

/// The tokens of `text`, which must outlive them. A line splice (a backslash at a line's end) is a blank, and carries a
/// comment or a directive on; one within a name or number cuts it in two. Text that is no C++ gives some tokens or
/// other: a compiler refuses it later.
Tokens tokens_of(std::string_view text);
template <std::same_as<std::string> Temporary>
Tokens tokens_of(Temporary&& text) = delete;

/// The directive's words: "define", "N" of "# define N 120". The '#' itself is left out. Lines count from the
/// directive's.
Tokens parts_of(const Token& directive);

/// The bracket that closes the one at `open`, which is "(", "[" or "{"; `end` if none does.
TokenAt closing_bracket(TokenAt open, TokenAt end);

/// The text that they stand for, with one blank where blanks, breaks or comments stand between two of them.
std::string words_of(TokenSpan tokens);

/// Whether one of them has this text.
bool has_token(TokenSpan tokens, std::string_view text);

/// Whether the tokens from `at` on have these texts, one after the other.
bool follows(TokenAt at, TokenAt end, std::initializer_list<std::string_view> texts);

/// These names, such as threadIdx, and the variables that are set from one of them, directly or not.
std::set<std::string_view> names_set_from(const Tokens& tokens, std::set<std::string_view> found);

/// Whether the list has this word.
template <class List>
[[nodiscard]] bool is_one_of(const List& list, std::string_view word) {
    return std::ranges::find(list, word) != list.end();
}

/// The text without its line splices: what a compiler reads first.
std::string without_splices(std::string_view text);

/// Keywords of C++, variables and qualifiers of CUDA, names of lab.cuh: what a file cannot name otherwise.
bool is_reserved_name(std::string_view name);

} // namespace kit
