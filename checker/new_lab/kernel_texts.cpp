#include "checker/new_lab/plan.hpp"

#include "checker/base/layout.hpp"
#include "checker/new_lab/marked_texts.hpp"
#include "checker/new_lab/sum_text.hpp"

#include <fmt/format.h>

namespace kit {

namespace {

/// The names of a grid's axes in the kernel, slowest first, as its array is indexed.
struct Axis {
    const char* cell;   ///< the thread's coordinate: "i"
    const char* extent; ///< "depth"
    const char* cuda;   ///< "z"
};

std::vector<Axis> axes_of(const LabPlan& plan) {
    switch (plan.axes) {
    case 1: return {{"i", "n", "x"}};
    case 2: return {{"i", "height", "y"}, {"j", "width", "x"}};
    default: return {{"i", "depth", "z"}, {"j", "height", "y"}, {"k", "width", "x"}};
    }
}

/// Writes one kernel. Text is made per axis, slowest first, and joined.
class KernelAuthor {
public:
    explicit KernelAuthor(const LabPlan& plan) : plan_(plan), axes_(axes_of(plan)) {}

    [[nodiscard]] KernelTexts write() {
        lines(header(plan_));
        const bool is_basic = plan_.technique == KernelFamily::basic;
        constant("R", std::to_string(plan_.radius), "how far the stencil reaches");
        constant(is_basic ? "BLOCK" : "IN_TILE", std::to_string(block_side(plan_)),
                 is_basic ? "threads along each axis"
                          : "cells of the input tile along an axis, and threads");
        if (!is_basic) {
            constant("OUT_TILE", "IN_TILE - 2 * R", "without the halo on both ends");
        }
        lines("\n");
        lines(mapping());
        lines(fmt::format("// in, out: {} cells; cell ({}) is element {}.\n", each("·", extent),
                          each(", ", cell), with_dots(index(cell))));
        lines(fmt::format("__global__ void stencil_kernel(const {0}* in, {0}* out, {1}) {{\n",
                          type(), parameters()));
        switch (plan_.technique) {
        case KernelFamily::shared_memory_tiled: tiled(); break;
        case KernelFamily::coarsened:
        case KernelFamily::register_tiled: marching(); break;
        default: basic(); break;
        }
        lines("}\n\n");
        launch();
        return texts_.texts();
    }

private:
    using Name = std::string (*)(const Axis&);

    static std::string cell(const Axis& axis) { return axis.cell; }

    static std::string extent(const Axis& axis) { return axis.extent; }

    static std::string step(const Axis& axis) { return fmt::format("d{}", axis.cell); }

    static std::string thread(const Axis& axis) { return fmt::format("t{}", axis.cuda); }

    static std::string neighbour(const Axis& axis) { return fmt::format("{0} + d{0}", axis.cell); }

    void lines(std::string_view text, int indent = 0) { texts_.lines(text, indent); }

    [[nodiscard]] const char* type() const { return cpp_name(plan_.element); }

    [[nodiscard]] bool keeps() const { return plan_.boundary == BoundaryRule::keep; }

    /// What `text` says of each axis, joined.
    template <class Text>
    [[nodiscard]] std::string each(std::string_view between, Text text,
                                   std::size_t first = 0) const {
        std::vector<std::string> parts;
        for (std::size_t i = first; i < axes_.size(); ++i) {
            parts.push_back(text(axes_[i]));
        }
        return join(parts, between);
    }

    static std::string with_dots(const std::string& text) {
        return with_replaced(text, " * ", "·");
    }

    /// The element of a cell with these coordinates: (i * height + j) * width + k.
    template <class Text>
    [[nodiscard]] std::string index(Text coordinate) const {
        std::string result;
        for (std::size_t i = 0; i < axes_.size(); ++i) {
            result = i == 0   ? coordinate(axes_[0])
                     : i == 1 ? fmt::format("{} * {} + {}", in_parentheses(result), axes_[i].extent,
                                            coordinate(axes_[i]))
                              : fmt::format("({}) * {} + {}", result, axes_[i].extent,
                                            coordinate(axes_[i]));
        }
        return result;
    }

    static std::string in_parentheses(const std::string& text) {
        return text.find(' ') == text.npos || text.back() == ')' ? text : "(" + text + ")";
    }

    [[nodiscard]] std::string parameters() const {
        std::vector<std::string> names;
        for (std::size_t i = axes_.size(); i-- > 0;) {
            names.push_back(fmt::format("int {}", axes_[i].extent));
        }
        return join(names);
    }

    /// The function that brings a coordinate onto the grid.
    [[nodiscard]] std::string mapping() const {
        if (plan_.boundary == BoundaryRule::clamp_to_edge) {
            return "// The coordinate on the grid that is nearest to this one.\n"
                   "__device__ int on_grid(int at, int n) {\n"
                   "    return at < 0 ? 0 : at >= n ? n - 1 : at;\n}\n\n";
        }
        if (plan_.boundary == BoundaryRule::periodic) {
            return "// The coordinate on the grid that stands for this one: behind the last cell "
                   "comes the first.\n"
                   "__device__ int on_grid(int at, int n) {\n    return (at % n + n) % n;\n}\n\n";
        }
        return "";
    }

    /// Whether the cell with these coordinates is on the grid, or with a distance from its border.
    template <class Text>
    [[nodiscard]] std::string inside(Text coordinate, std::size_t first = 0,
                                     bool by_reach = false) const {
        return each(
            " && ",
            [&](const Axis& axis) {
                const std::string at = coordinate(axis);
                return by_reach ? fmt::format("{0} >= R && {0} < {1} - R", at, axis.extent)
                                : fmt::format("{0} >= 0 && {0} < {1}", at, axis.extent);
            },
            first);
    }

    /// A load of the input at these coordinates, by the boundary's rule, for grids whose cells past
    /// the border are asked for.
    template <class Text>
    [[nodiscard]] std::string mapped_load(Text coordinate) const {
        return fmt::format("in[{}]", index([&](const Axis& axis) {
                               return fmt::format("on_grid({}, {})", coordinate(axis), axis.extent);
                           }));
    }

    void constant(const char* name, const std::string& value, const char* what) {
        const std::string definition = fmt::format("constexpr int {} = {};", name, value);
        lines(fmt::format("{:<42}// {}\n", definition, what));
    }

    void basic() {
        texts_.part({"the thread's cell",
                     each("",
                          [](const Axis& axis) {
                              return fmt::format(
                                  "const int {0} = static_cast<int>(blockIdx.{1} * BLOCK "
                                  "+ threadIdx.{1});\n",
                                  axis.cell, axis.cuda);
                          }),
                     "Which cell is this thread's? The skeleton has its number within the block, "
                     "but cells are numbered across all blocks.",
                     each("", [](const Axis& axis) {
                         return fmt::format("const int {} = threadIdx.{};\n", axis.cell, axis.cuda);
                     })});
        texts_.part(computes(fmt::format("const bool computes = {};\n", inside(cell, 0, keeps()))));
        lines("if (!computes) {\n    return;\n}\n", 4);
        lines("// The cell so many steps away along each axis.\n", 4);
        lines(fmt::format("const auto cell = [&]({}) {{\n",
                          each(", ", [](const Axis& axis) { return "int " + step(axis); })),
              4);
        texts_.part({"a neighbour's place in memory", neighbour_load(),
                     keeps() ? "At which place of the array is the neighbour? The skeleton always "
                               "reads the first cell."
                             : "At which place of the array is the neighbour, and what counts for "
                               "one that is not on the grid? The skeleton always reads the first "
                               "cell.",
                     "return in[0];\n"},
                    8);
        lines("};\n", 4);
        texts_.part(sum_part());
        lines(fmt::format("out[{}] = sum;\n", index(cell)), 4);
    }

    [[nodiscard]] std::string neighbour_load() const {
        if (keeps()) {
            return fmt::format("return in[{}];\n", index(neighbour));
        }
        if (plan_.boundary == BoundaryRule::zero) {
            return fmt::format("const bool exists = {};\nreturn exists ? in[{}] : {}(0);\n",
                               inside(neighbour), index(neighbour), type());
        }
        return fmt::format("return {};\n", mapped_load(neighbour));
    }

    /// `solution`: lines that define `computes`.
    [[nodiscard]] MarkedTexts::Part computes(const std::string& solution) const {
        return {"which threads compute", solution,
                keeps()
                    ? "Which threads have a cell to compute? All cells that the stencil reaches "
                      "from there are on the grid. Ask for both ends of every axis."
                    : "Which threads have a cell to compute? Every cell of the grid is computed, "
                      "and some threads are past its end.",
                "const bool computes = false;\n"};
    }

    /// The sum in kernels with tiles; `on_grid`: where every cell of the grid is computed.
    [[nodiscard]] MarkedTexts::Part computes_of_tile(std::size_t first,
                                                     const std::string& on_grid) const {
        const std::string in_tile =
            fmt::format("const bool in_out_tile = {};\n", in_out_tile(first));
        return computes(
            keeps() ? in_tile + fmt::format("const bool interior = {};\n", inside(cell, 0, true)) +
                          "const bool computes = in_out_tile && interior;\n"
                    : in_tile + fmt::format("const bool computes = in_out_tile && {};\n", on_grid));
    }

    [[nodiscard]] MarkedTexts::Part sum_part() const {
        return {"the sum", sum_text(plan_),
                "Add up the products of coefficients and cells. The comment at the top says which "
                "coefficient is which cell's.",
                fmt::format("{} sum = 0;\n", type())};
    }

    /// The load of a tile's cell `to`, for the thread whose cell this is.
    template <class Text>
    [[nodiscard]] std::string tile_load(const std::string& to, Text coordinate,
                                        const std::string& exists) const {
        switch (plan_.boundary) {
        case BoundaryRule::keep:
            return fmt::format("if ({}) {{\n    {} = in[{}];\n}}\n", exists, to, index(coordinate));
        case BoundaryRule::zero:
            return fmt::format("{} = {} ? in[{}] : {}(0);\n", to, exists, index(coordinate),
                               type());
        default: return fmt::format("{} = {};\n", to, mapped_load(coordinate));
        }
    }

    [[nodiscard]] std::string load_todo() const {
        return keeps() ? "Load this thread's cell, if it is on the grid. A cell that is not there "
                         "needs no substitute: which thread would read it?"
                       : "Load this thread's cell. Outside the grid the boundary's rule says what "
                         "it is.";
    }

    [[nodiscard]] std::string in_out_tile(std::size_t first) const {
        return each(
            " && ",
            [](const Axis& axis) {
                return fmt::format("t{0} >= R && t{0} < IN_TILE - R", axis.cuda);
            },
            first);
    }

    /// Declares the thread's place in the block: tz, ty, tx.
    void places(std::size_t first) {
        lines(each(
                  "",
                  [](const Axis& axis) {
                      return fmt::format("const int t{0} = threadIdx.{0};\n", axis.cuda);
                  },
                  first) +
                  "\n",
              4);
    }

    void to_grid(std::size_t first) {
        texts_.part(
            {"from the tile to the grid",
             each(
                 "",
                 [](const Axis& axis) {
                     return fmt::format("const int {0} = static_cast<int>(blockIdx.{1}) * OUT_TILE "
                                        "+ t{1} - R;\n",
                                        axis.cell, axis.cuda);
                 },
                 first),
             "Which cell of the grid is this thread's? Output tiles are adjacent, and the first "
             "one begins with cell 0. The input tile begins a halo earlier. blockIdx is unsigned.",
             each(
                 "", [](const Axis& axis) { return fmt::format("const int {} = 0;\n", axis.cell); },
                 first)});
    }

    void tiled() {
        lines(fmt::format("__shared__ {} tile{};\n", type(),
                          each("", [](const Axis&) { return "[IN_TILE]"; })),
              4);
        places(0);
        to_grid(0);
        lines(fmt::format("const bool exists = {};\n", inside(cell)), 4);
        const std::string own = "tile[" + each("][", thread) + "]";
        texts_.part({"the load", tile_load(own, cell, "exists"), load_todo(), ""});
        texts_.part(barrier("A thread is about to read cells that other threads loaded. What makes "
                            "it wait for them?"));
        lines("// The cell so many steps away along each axis, from the tile.\n", 4);
        lines(fmt::format(
                  "const auto cell = [&]({}) {{ return tile[{}]; }};\n\n",
                  each(", ", [](const Axis& axis) { return "int " + step(axis); }),
                  each("][", [](const Axis& axis) { return thread(axis) + " + " + step(axis); })),
              4);
        texts_.part(computes_of_tile(0, "exists"));
        lines("if (computes) {\n", 4);
        texts_.part(sum_part(), 8);
        lines(fmt::format("    out[{}] = sum;\n}}\n", index(cell)), 4);
    }

    static MarkedTexts::Part barrier(const std::string& todo) {
        return {"a barrier", "__syncthreads();\n", todo, ""};
    }

    /// Coarsened: 2R + 1 planes in shared memory take turns. Register-tiled: one plane there, and each
    /// thread's column in registers.
    void marching() {
        const bool in_registers = plan_.technique == KernelFamily::register_tiled;
        lines(
            in_registers
                ? fmt::format("__shared__ {0} plane[IN_TILE][IN_TILE]; // of the outputs' z\n"
                              "{0} column[2 * R + 1]; // this thread's: column[R + d] is d planes "
                              "further\n",
                              type())
                : fmt::format("__shared__ {} planes[2 * R + 1][IN_TILE][IN_TILE]; // they take "
                              "turns\n",
                              type()),
            4);
        places(1);
        to_grid(1);
        lines(fmt::format("const bool in_plane = {};\n"
                          "const int first = static_cast<int>(blockIdx.z) * OUT_TILE; // plane of "
                          "outputs\n",
                          inside(cell, 1)),
              4);
        in_registers ? column_loads() : plane_loads();
        lines("for (int i = first; i < first + OUT_TILE; ++i) {\n", 4);
        if (in_registers) {
            texts_.part(
                {"one plane further",
                 "#pragma unroll\n"
                 "for (int d = 0; d < 2 * R; ++d) {\n"
                 "    column[d] = column[d + 1];\n"
                 "}\n"
                 "column[2 * R] = load(i + R);\n"
                 "plane[ty][tx] = column[R];\n",
                 "Move the column by one plane and load its newest value. The other threads "
                 "need the value at this plane: put it where they can read it.",
                 "plane[ty][tx] = column[R];\n"},
                8);
        } else {
            lines("load(i + R);\n", 8);
        }
        texts_.part(barrier("The sum reads what other threads wrote. What makes it wait?"), 8);
        lines("// The cell so many steps away along each axis.\n", 8);
        lines(in_registers ? "const auto cell = [&](int di, int dj, int dk) {\n"
                             "    return di != 0 ? column[R + di] : plane[ty + dj][tx + dk];\n};\n"
                           : "const auto cell = [&](int di, int dj, int dk) {\n"
                             "    return planes[slot(i + di)][ty + dj][tx + dk];\n};\n",
              8);
        texts_.part(computes_of_tile(1, "in_plane && i < depth"), 8);
        lines("if (computes) {\n", 8);
        texts_.part(sum_part(), 12);
        lines(fmt::format("    out[{}] = sum;\n}}\n", index(cell)), 8);
        if (in_registers || shares_far_planes()) {
            texts_.part(
                barrier("The next step overwrites what is still read here. What makes it wait?"),
                8);
        } else {
            lines("// No second barrier: the next step overwrites plane i - R, of which a thread "
                  "reads\n// its own cell only.\n",
                  8);
        }
        lines("}\n", 4);
    }

    /// Whether the sum reads other threads' cells of other planes than its own.
    [[nodiscard]] bool shares_far_planes() const {
        const std::vector<StencilPoint> points = points_of(plan_);
        return std::ranges::any_of(points, [](const StencilPoint& point) {
            return point.offset[2] != 0 && (point.offset[0] != 0 || point.offset[1] != 0);
        });
    }

    static std::string plane_name(const Axis& axis) {
        return axis.cuda == std::string("z") ? "p" : axis.cell;
    }

    void plane_loads() {
        lines("// Plane p is in slot p mod (2R + 1).\n"
              "const auto slot = [](int p) { return (p + 2 * R + 1) % (2 * R + 1); };\n"
              "// This thread's cell of plane p.\n"
              "const auto load = [&](int p) {\n",
              4);
        if (keeps() || plan_.boundary == BoundaryRule::zero) {
            lines("    const bool exists = in_plane && p >= 0 && p < depth;\n", 4);
        }
        texts_.part({"the load of a plane",
                     tile_load("planes[slot(p)][ty][tx]", plane_name, "exists"), load_todo(), ""},
                    8);
        lines("};\n", 4);
        texts_.part(
            {"before the march", "for (int p = first - R; p < first + R; ++p) {\n    load(p);\n}\n",
             "Each step of the march loads one plane. Which planes must be there before the "
             "first one?",
             ""});
    }

    void column_loads() {
        lines("// The cell of this thread's column in plane p.\n"
              "const auto load = [&](int p) {\n",
              4);
        if (plan_.boundary == BoundaryRule::clamp_to_edge ||
            plan_.boundary == BoundaryRule::periodic) {
            lines(fmt::format("    return {};\n}};\n", mapped_load(plane_name)), 4);
        } else {
            lines(fmt::format("    const bool exists = in_plane && p >= 0 && p < depth;\n"
                              "    return exists ? in[{}] : {}(0);\n}};\n",
                              index(plane_name), type()),
                  4);
        }
        texts_.part(
            {"before the march",
             "#pragma unroll\n"
             "for (int d = 0; d < 2 * R; ++d) {\n"
             "    column[d + 1] = load(first - R + d); // the first step moves it\n}\n",
             "Each step of the march moves the column by one and loads one value. What must "
             "the column hold before the first one?",
             ""});
    }

    void launch() {
        lines(fmt::format("LaunchConfig launch_config({}) {{\n", parameters()));
        const bool is_basic = plan_.technique == KernelFamily::basic;
        const std::string side = is_basic ? "BLOCK" : "OUT_TILE";
        const std::string count = keeps() && !is_basic ? "(n - 1 - R) / OUT_TILE + 1"
                                                       : fmt::format("(n + {0} - 1) / {0}", side);
        texts_.part({"how many blocks",
                     fmt::format("const auto blocks = [](int n) {{ return {}; }};\n", count),
                     fmt::format("How many blocks cover n cells along an axis? A block computes {} "
                                 "of them along it.",
                                 side),
                     "const auto blocks = [](int n) { return 1; };\n"});
        const std::string threads = is_basic ? "BLOCK" : "IN_TILE";
        const bool marches = plan_.technique == KernelFamily::coarsened ||
                             plan_.technique == KernelFamily::register_tiled;
        std::vector<std::string> grid;
        std::vector<std::string> block;
        for (std::size_t i = axes_.size(); i-- > 0;) {
            grid.push_back(fmt::format("blocks({})", axes_[i].extent));
            if (i > 0 || !marches) {
                block.push_back(threads);
            }
        }
        lines(fmt::format("    return {{dim3({}), dim3({})}};\n}}\n", join(grid), join(block)));
    }

    const LabPlan& plan_;
    std::vector<Axis> axes_;
    MarkedTexts texts_;
};

} // namespace

KernelTexts kernel_texts(const LabPlan& plan) {
    return KernelAuthor(plan).write();
}

} // namespace kit
