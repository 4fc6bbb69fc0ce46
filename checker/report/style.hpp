// The width and colours that a text report may use.
#pragma once

#include <string>
#include <string_view>

namespace kit {

struct TextStyle {
    bool colour = false;
    int width = 80; ///< columns; below 40 counts as 40
};

/// For an open file: colours on a terminal unless NO_COLOR is set or TERM is "dumb"; the terminal's
/// width, at most 100 so that lines stay readable; 100 if it is no terminal.
[[nodiscard]] TextStyle style_of_terminal(int fd);

/// The meaning of a piece of text, which decides its colour.
enum class Tone { plain, heading, faint, good, bad, doubtful };

/// The text in its tone's colour; unchanged if the style has no colours.
[[nodiscard]] std::string paint(const TextStyle& style, Tone tone, std::string_view text);

/// The text as whole lines in its tone's colour, wrapped to the style's width; `indent` begins each.
[[nodiscard]] std::string paragraph(const TextStyle& style, Tone tone, std::string_view text,
                                    std::string_view indent = {});

} // namespace kit
