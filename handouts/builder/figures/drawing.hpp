// An SVG drawing of cells, arrows and labels, in colours that follow the reader's light or dark
// setting.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace handouts {

/// What a cell is; each has a colour, and besides it a sign of its own where colours do not show.
enum class Cell {
    output,   ///< computed and read
    halo,     ///< read only
    unread,   ///< loaded or allocated, read by nobody: crossed out
    boundary, ///< on the grid's boundary: kept, not computed; hatched
    outside,  ///< no cell of the grid: dashed
    thread,   ///< a thread, not a cell: rounded
    fresh,    ///< just loaded: with a heavy border
    faded,    ///< a register or something not shared: dotted border
};

/// "output", "halo", ...: also the class in the SVG.
[[nodiscard]] std::string_view name(Cell cell);

struct Point {
    double x = 0;
    double y = 0;
};

/// Lengths are in pixels of the drawing, x to the right and y down.
class Drawing {
public:
    /// `title` is one sentence without its full stop, `description` what somebody who cannot see
    /// the drawing should know.
    Drawing(double width, double height, std::string title, std::string description);

    [[nodiscard]] const std::string& title() const { return title_; }

    /// A cell with a text in its middle.
    void cell(Cell kind, Point corner, double width, double height, std::string_view text = "");
    /// A cell whose lower edge is moved to the right by `lean`: a plane seen from the side.
    void plane(Cell kind, Point corner, double width, double height, double lean,
               std::string_view text = "");
    void dot(Cell kind, Point middle, double radius);
    /// "start", "middle" or "end" of the text is at `at`.
    void label(Point at, std::string_view text, std::string_view anchor = "middle");
    void line(Point from, Point to);
    void heavy_frame(Point corner, double width, double height);
    void arrow(Point from, Point to);
    /// Below a row: from x to x, with a text under it. Upwards where `above`.
    void bracket(double from, double to, double y, std::string_view text, bool above = false);
    /// A sample of each cell and what it is called, from (x, y) on to the right, in
    /// as many rows as it takes; the drawing grows with it.
    void legend(Point at, const std::vector<std::pair<Cell, std::string>>& entries);

    /// The whole file.
    [[nodiscard]] std::string svg() const;

private:
    double width_;
    double height_;
    std::string title_;
    std::string description_;
    std::string body_;
};

/// Columns of a text in the drawing's font, roughly.
[[nodiscard]] double text_width(std::string_view text);

} // namespace handouts
