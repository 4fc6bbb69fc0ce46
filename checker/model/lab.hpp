// What a lab asks for, as read from its lab.toml: everything the checker knows about a lab is here.
#pragma once

#include "checker/model/extents.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

enum class Element { int32, float32, float64 };

/// Bytes of one element: 4, 4, 8.
[[nodiscard]] constexpr std::size_t bytes_of(Element element) {
    return element == Element::float64 ? 8 : 4;
}

/// The element's type as C++ and CUDA write it: "int", "float", "double".
[[nodiscard]] constexpr const char* cpp_name(Element element) {
    switch (element) {
    case Element::int32: return "int";
    case Element::float32: return "float";
    case Element::float64: return "double";
    }
    return "";
}

/// One parameter of the kernel. Its C++ type follows from the role: `const E*` for an input array,
/// `E*` for the output array, `int` for an extent, `Coefficients<E, N>` for N coefficients (E is the
/// lab's element).
struct Argument {
    enum class Role {
        input,        ///< the grid that is read
        output,       ///< the grid that is written
        side,         ///< cells along each axis of a cube
        width,        ///< cells along x
        height,       ///< cells along y
        depth,        ///< cells along z
        coefficients, ///< the stencil's, by value; without it they are the array c of lab.cuh
    };

    std::string name;
    Role role = Role::input;
};

/// One term of the stencil's sum: coefficient times the cell at this offset.
struct StencilPoint {
    std::array<int, 3> offset{}; ///< x, y, z relative to the output cell
    /// Absent: drawn anew for each case and handed to the kernel in the coefficient array.
    std::optional<double> coefficient;
};

/// What a cell nearer to the grid's border than the stencil's reach must hold.
enum class BoundaryRule {
    keep,          ///< what the output held before the launch, which is the input's value
    clamp_to_edge, ///< the stencil, coordinates outside moved to the nearest cell
    /// One axis: the stencil shifted inwards until it fits, with coefficients of their own for each
    /// place that the cell then has in it; 0 on a grid that is shorter than the stencil.
    one_sided,
    periodic, ///< the stencil, coordinates wrapped round
    zero,     ///< the stencil, cells outside counting as 0
};

/// How the points of a stencil follow from its radius R, in the order of their coefficients.
enum class StencilShape {
    points, ///< they do not: the lab names each
    star,   ///< the centre, then for each distance 1 to R: -x, +x, -y, +y, -z, +z
    window, ///< one axis: -R to R
};

/// The kernel that a template becomes for one element type and radius.
struct Variant {
    Element element = Element::float32;
    int radius = 1;
    std::vector<Extents> cases; ///< those to check it on
};

/// Inclusive range that the result is clamped to.
struct ResultRange {
    double low = 0;
    double high = 0;
};

/// What is done to the stencil's sum, before it is clamped.
enum class ResultOperation { none, square };

/// A family of kernels whose traffic `analytics` predicts.
enum class KernelFamily {
    basic,
    shared_memory_tiled,
    coarsened,
    register_tiled,
    halo_loading,
    shared_1d,
};

/// How the lab's traffic is predicted; the block's shape comes from the launch itself.
struct TrafficModel {
    KernelFamily family = KernelFamily::basic;
    /// Output planes that one block computes along z; absent: as many as the family's tile has.
    std::optional<int> planes_per_block;
};

/// What must show in the counters of a right submission, besides the right output.
struct TechniqueDemand {
    /// Global loads at most this share, in percent, of what the lab's family needs.
    std::optional<int> most_loads_percent;
    /// Shared bytes of a block at most this share, in percent, of what the lab's family needs.
    std::optional<int> most_shared_percent;
    /// The chapter's block, x first: stands in where the family cannot have the launched one.
    std::array<int, 3> chapter_block{1, 1, 1};
};

struct Lab {
    int number = 0;                 ///< 5
    std::string id;                 ///< "05-shared-memory-tiling", the folder's name
    std::string title;              ///< "Shared-memory tiling"
    std::string source;             ///< "PMPP 8.3"
    std::string summary;            ///< one sentence: what the student builds
    int points = 0;                 ///< what a passed lab is worth
    std::filesystem::path skeleton; ///< the student's kernel.cu
    std::filesystem::path solution; ///< the reference kernel.cu
    /// The skeleton as it was handed out, which nobody edits; a lab of one's own may have none, and
    /// then the file does not exist.
    std::filesystem::path handed_out;

    std::string kernel; ///< name of the __global__ function
    std::vector<Argument> arguments;
    Element element = Element::float32;
    int axes = 3;      ///< 1, 2 or 3
    bool cube = false; ///< all axes have the same extent
    std::vector<Extents> cases;

    StencilShape shape = StencilShape::points;
    std::vector<StencilPoint> stencil;
    /// Of a lab whose kernel is a template <class T, int R>; empty: it is none. A lab as the catalog
    /// has it is its first variant, which is the one that is counted and timed.
    std::vector<Variant> variants;
    int variant = 0; ///< which of them this lab is: element, stencil and cases are that one's
    BoundaryRule boundary = BoundaryRule::keep;
    ResultOperation result_operation = ResultOperation::none;
    std::optional<ResultRange> result_range;
    int steps = 1; ///< sweeps that one launch does, each on what the one before it left
    std::optional<TrafficModel> traffic;
    std::optional<TechniqueDemand> technique;

    /// The constant in kernel.cu that says how many threads a block has along its axes: what an
    /// exploration changes; empty: it cannot.
    std::string block_constant;
    std::string baseline; ///< lab whose solution times are told beside; empty: none
    /// Shared memory that a block may have, static and dynamic: 48 KiB is what every GPU gives
    /// without being asked, and what static arrays may have in any case.
    int shared_limit_bytes = 48 * 1024;
    int time_limit_seconds = 10;    ///< for one case in the emulator, wall clock
    std::vector<std::string> hints; ///< from gentle to plain
};

/// The lab as the kernel's variant of this number.
[[nodiscard]] Lab variant_of(const Lab& lab, int number);

/// The lab once for each variant; a lab without them, once.
[[nodiscard]] std::vector<Lab> all_variants(const Lab& lab);

/// "float, R = 2"; empty where the kernel is no template.
[[nodiscard]] std::string variant_name(const Lab& lab);

/// The points of this shape; precondition: not StencilShape::points.
[[nodiscard]] std::vector<StencilPoint> points_of(StencilShape shape, int axes, int radius);

/// Sets of coefficients that the kernel is handed, one after the other: one, or with one-sided
/// boundaries one for each place of the cell in the stencil, from the low end to the high.
[[nodiscard]] int coefficient_sets(const Lab& lab);

/// Coefficients in all sets.
[[nodiscard]] std::size_t coefficient_count(const Lab& lab);

/// Whether the coefficients are the kernel's argument and not the array c of lab.cuh.
[[nodiscard]] bool takes_coefficients(const Lab& lab);

/// Cells from the border inwards that the stencil cannot be applied to, over all axes: the largest
/// offset's absolute value. 0 for a point-wise lab.
[[nodiscard]] int reach(const Lab& lab);

/// The case whose counters are reported: 120³ when the lab has it, else the one with most cells.
/// Precondition: `lab.cases` is not empty.
[[nodiscard]] const Extents& counted_case(const Lab& lab);

/// "120³", "120×64×33", "1000003": as many axes as the lab has, x first.
[[nodiscard]] std::string describe_grid(const Extents& extents, const Lab& lab);

/// The same, of a variant with its name: "120³ (float, R = 2)".
[[nodiscard]] std::string describe(const Extents& extents, const Lab& lab);

/// The kernel's declaration as a student would write it:
/// "__global__ void stencil_kernel(const float* in, float* out, int n)", of a template with its first
/// line before it.
[[nodiscard]] std::string kernel_declaration(const Lab& lab);

/// What names this variant's kernel: "stencil_kernel", "star_kernel<float, 2>".
[[nodiscard]] std::string kernel_name(const Lab& lab);

/// "template <class T, int R>" and a new line; empty where the kernel is no template.
[[nodiscard]] std::string template_line(const Lab& lab);

} // namespace kit
