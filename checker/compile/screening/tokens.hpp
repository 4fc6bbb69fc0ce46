// C++ text cut into tokens, so that the rules on a submission see what the compiler sees and no
// comment, string or line splice hides or fakes anything.
#pragma once

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
    std::size_t at = 0; ///< offset in the text that was cut
    int line = 0;       ///< of kernel.cu: where it stands, or where the header with it is included
    bool own = true;    ///< it stands in kernel.cu, by the preprocessor's line markers

    [[nodiscard]] bool is(std::string_view wanted) const { return text == wanted; }
};

/// The tokens of `text`, which must outlive them. Line markers of a preprocessor (`# 12 "file"`) say
/// where what follows comes from; in a text without them everything is the submission's own. Text
/// that is no C++ gives some tokens or other: a compiler refuses it later.
std::vector<Token> tokens_of(std::string_view text);

/// The text without its line splices (a backslash at a line's end): what a preprocessor reads first.
std::string without_splices(std::string_view text);

/// A line marker's parts; `file` is empty if the line is not a marker.
struct LineMarker {
    int line = 0;
    std::string_view file;
    bool enters = false;
    bool returns = false;
};

LineMarker line_marker(std::string_view directive);

/// Whether a marker's file is the submission, as g++ and clang++ name it.
bool is_submission_file(std::string_view file);

} // namespace kit
