// How much a text report may use of the place it is shown in: width and colours.
#pragma once

#include <string>
#include <string_view>

namespace kit {

struct TextStyle {
    bool colour = false;
    int width = 80; ///< columns; below 40 counts as 40
};

/// What suits an open file: colours on a terminal unless NO_COLOR is set or TERM is "dumb"; the
/// terminal's width, at most 100 so that lines stay readable; 100 where it is no terminal.
[[nodiscard]] TextStyle style_of_terminal(int fd);

/// What a piece of text is, from which follows its colour.
enum class Tone { plain, heading, faint, good, bad, doubtful };

/// The text in its tone's colour; unchanged where the style has no colours.
[[nodiscard]] std::string paint(const TextStyle& style, Tone tone, std::string_view text);

} // namespace kit
