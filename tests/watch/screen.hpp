// As much of a terminal as ./lab watch uses: bytes in, lines out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kit {

class Screen {
public:
    Screen(int columns, int rows);

    /// Bytes in any pieces. Characters take one column each.
    void write(std::string_view bytes);

    /// The lines without blanks at their ends, joined.
    [[nodiscard]] std::string text() const;

    [[nodiscard]] bool alternate() const { return alternate_; }

    [[nodiscard]] bool cursor_shown() const { return cursor_shown_; }

    [[nodiscard]] bool coloured() const { return coloured_; }

    /// The addresses of the links written so far (OSC 8), in order.
    [[nodiscard]] const std::vector<std::string>& links() const { return links_; }

    /// Escape sequences that this screen does not know; a frame should hold none.
    [[nodiscard]] const std::string& unknown() const { return unknown_; }

private:
    void obey(std::string_view parameters, char command);
    void put(std::string_view character);
    void clear(int row, int from);

    int columns_;
    int rows_;
    int row_ = 0;
    int column_ = 0;
    bool alternate_ = false;
    bool cursor_shown_ = true;
    bool coloured_ = false;
    std::string pending_; ///< of a sequence or a character that is not whole yet
    std::string unknown_;
    std::vector<std::string> links_;
    std::vector<std::vector<std::string>> cells_;
    std::vector<std::vector<std::string>> main_cells_;
};

} // namespace kit
