// Figures are SVG drawings of cells, arrows and labels, in colours for light and dark mode. A figure marker
// asks for a kind of drawing, made from sizes.
//
//     tile-slice block=8 radius=1
//
// A size that is not given has its usual value. A new kind is a function in lines.cpp, threads.cpp,
// slices.cpp or volumes.cpp, and an entry in the list at the end of that file.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kit {

/// What a cell shows. Each kind has a colour and a mark that shows without colours.
enum class CellKind {
    output,   ///< computed and read
    halo,     ///< read only
    unread,   ///< loaded or allocated but never read: crossed out
    boundary, ///< on the grid's boundary: kept, not computed; hatched
    outside,  ///< outside the grid: dashed
    thread,   ///< a thread, not a cell: rounded
    fresh,    ///< just loaded: heavy border
    faded,    ///< in a register, not in shared memory: dotted border
};

struct Point {
    double x = 0;
    double y = 0;
};

/// Lengths are pixels; x grows to the right and y downwards.
class Drawing {
public:
    /// `title` is one sentence without a full stop; `description` is for readers who cannot see the
    /// drawing.
    Drawing(double width, double height, std::string title, std::string description);

    [[nodiscard]] const std::string& title() const { return title_; }

    /// A cell with centred text.
    void cell(CellKind kind, Point corner, double width, double height, std::string_view text = "");
    /// A cell whose lower edge is `lean` further to the right: a plane seen from the side.
    void plane(CellKind kind, Point corner, double width, double height, double lean,
               std::string_view text = "");
    void dot(CellKind kind, Point middle, double radius);
    /// `anchor` is the part of the text that is at `at`: "start", "middle" or "end".
    void label(Point at, std::string_view text, std::string_view anchor = "middle");
    void line(Point from, Point to);
    void heavy_frame(Point corner, double width, double height);
    void arrow(Point from, Point to);
    /// A bracket below a row, from x to x, with the text under it; upside down if `above`.
    void bracket(double from, double to, double y, std::string_view text, bool above = false);
    /// A sample of each kind with its meaning, in as many rows as needed; the drawing grows.
    void legend(Point at, const std::vector<std::pair<CellKind, std::string>>& entries);

    /// The whole file.
    [[nodiscard]] std::string svg() const;

private:
    /// One path for all shapes of a class, which keeps the files small: class and path data.
    using Paths = std::vector<std::pair<std::string, std::string>>;

    /// Cells lie below strokes: after a stroke a cell begins anew, above it.
    void add_cell(std::string_view name, std::string_view data);
    void add_stroke(std::string_view name, std::string_view data);
    void end_paths();

    double width_;
    double height_;
    std::string title_;
    std::string description_;
    std::string body_;
    Paths cells_;
    Paths strokes_;
    /// Labels lie above all: those of a height and an anchor in one element, by its attributes.
    Paths labels_;
};

/// A size of a kind, and the limits within which its drawing is readable.
struct FigureSize {
    std::string_view name;
    int usual;
    int least;
    int most;
};

/// All sizes of a figure, by name.
using FigureSizes = std::map<std::string, int, std::less<>>;

struct FigureKind {
    std::string_view name;
    std::vector<FigureSize> sizes;
    /// Throws MarkerError if the sizes do not fit together.
    Drawing (*draw)(const FigureSizes& sizes);
};

[[nodiscard]] std::vector<FigureKind> line_figures();
[[nodiscard]] std::vector<FigureKind> thread_figures();
[[nodiscard]] std::vector<FigureKind> slice_figures();
[[nodiscard]] std::vector<FigureKind> volume_figures();

/// All of them.
[[nodiscard]] const std::vector<FigureKind>& figure_kinds();

/// Outputs along an axis of a tile. Throws MarkerError if the halo fills the tile.
[[nodiscard]] int tile_outputs(int tile, int radius);

struct FigureRequest {
    const FigureKind* kind = nullptr;
    FigureSizes sizes;
};

/// Throws MarkerError on an unknown kind or size, and on a size out of its limits.
[[nodiscard]] FigureRequest figure_request(std::string_view text);

[[nodiscard]] Drawing draw(const FigureRequest& request);

/// "tile-slice.svg", "tile-slice-block-6.svg": only the unusual sizes are in the name.
[[nodiscard]] std::string file_name(const FigureRequest& request);

} // namespace kit
