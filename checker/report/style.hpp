// The width and colours that a text report may use.
#pragma once

#include <optional>
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

/// Columns of the terminal that the open file is; nothing if it is none, or does not say.
[[nodiscard]] std::optional<int> terminal_columns(int fd);

/// The text as whole lines for this open file: on a terminal broken between words at its width, however
/// narrow, with `indent` before every line but a paragraph's first; elsewhere as it is.
[[nodiscard]] std::string fitted(int fd, std::string_view text, std::string_view indent = {});

/// The meaning of a piece of text, which decides its colour.
enum class Tone { plain, heading, faint, good, bad, doubtful };

/// The text in its tone's colour; unchanged if the style has no colours.
[[nodiscard]] std::string paint(const TextStyle& style, Tone tone, std::string_view text);

/// The text as whole lines in its tone's colour, wrapped to the style's width; `indent` begins each.
[[nodiscard]] std::string paragraph(const TextStyle& style, Tone tone, std::string_view text,
                                    std::string_view indent = {});

} // namespace kit
