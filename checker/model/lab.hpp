// A lab as read from its lab.toml: everything that the checker knows about it.
#pragma once

#include "analytics/count/kernel_model.hpp"
#include "checker/model/element.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// One parameter of the kernel. The role decides its C++ type, E being the lab's element: `const E*`
/// for the input array, `E*` for the output array, `int` for an extent, `Coefficients<E, N>` for N
/// coefficients, `Slab` for a GPU's part of the grid.
struct KernelArgument {
    enum class Role {
        input,        ///< a grid that is read; the first one is what a kept boundary shows
        output,       ///< the grid that is written
        side,         ///< cells along each axis of a cube
        width,        ///< cells along x
        height,       ///< cells along y
        depth,        ///< cells along z
        coefficients, ///< by value; without this role, the kernel reads the array c of lab.cuh
        // With several GPUs, instead of input and output:
        own_slab,   ///< of the GPU that the kernel runs on
        slab_below, ///< of the GPU with the planes before its own
        slab_above,
        sweep, ///< its number, from 0
    };

    std::string name;
    Role role = Role::input;
};

/// One term of the stencil's sum: coefficient times the cell at this offset.
struct StencilPoint {
    std::array<int, 3> offset{}; ///< x, y, z relative to the output cell
    /// Absent: a new random value for each case, given to the kernel in the coefficient array.
    std::optional<double> coefficient;
    int input = 0; ///< that the cell is of, counted among the kernel's inputs
    /// Another input, whose value at the output cell multiplies the term, too.
    std::optional<int> times = {};
};

/// The right value of a boundary cell, which is nearer to the border than the stencil's reach.
enum class BoundaryRule {
    keep,          ///< the output cell stays as before the launch: the input's value
    clamp_to_edge, ///< the stencil; coordinates outside the grid move to the nearest cell
    /// One axis: the stencil shifted inwards until it fits, with a separate set of coefficients for
    /// each position of the cell within it; 0 on a grid shorter than the stencil.
    one_sided,
    periodic, ///< the stencil; coordinates wrap around
    zero,     ///< the stencil; cells outside the grid are 0
};

/// The points of a stencil with radius R, in the order of their coefficients.
enum class PointPattern {
    points, ///< no pattern: the lab lists each point
    star,   ///< the centre, then at each distance 1 to R: -x, +x, -y, +y, -z, +z
    box,    ///< all cells at most R away along each axis, in their order in memory
    window, ///< the box of one axis: -R to R
};

/// A template kernel for one element type and radius.
struct Variant {
    Element element = Element::float32;
    int radius = 1;
    std::vector<Extents> cases; ///< grids to check it on
};

/// Inclusive range that the result is clamped to.
struct ResultRange {
    double low = 0;
    double high = 0;
};

/// Applied to the stencil's sum, before clamping.
enum class ResultOperation { none, square };

/// How to predict the lab's traffic; the block's shape comes from the launch.
struct TrafficModel {
    KernelFamily family = KernelFamily::basic;
    /// Output planes that one block computes along z; absent: as in the family's tile.
    std::optional<int> planes_per_block;
};

/// Limits on the counters of a passing submission, besides its right output.
struct TechniqueDemand {
    /// Most global loads, in percent of the family's.
    std::optional<int> most_loads_percent;
    /// Most shared bytes of a block, in percent of the family's.
    std::optional<int> most_shared_percent;
    /// The chapter's block, x first; used when the launched block does not fit the family.
    std::array<int, 3> chapter_block{1, 1, 1};
};

struct Lab {
    int number = 0;      ///< 5
    std::string id;      ///< "05-shared-memory-tiling", the folder's name
    std::string title;   ///< "Shared-memory tiling"
    std::string source;  ///< "PMPP 8.3"
    std::string summary; ///< one sentence: what the student builds
    int points = 0;      ///< for a passed lab
    /// Weights of its marked parts, in order, where an instructor gives points by part; empty: all weigh the same.
    std::vector<double> part_weights;
    int hours = 0;                  ///< that a student needs; 0: not known
    std::filesystem::path skeleton; ///< the student's kernel.cu
    std::filesystem::path solution; ///< the reference kernel.cu
    std::filesystem::path handout;  ///< the lab's page to read; empty if there is none

    std::string kernel; ///< name of the __global__ function
    std::vector<KernelArgument> arguments;
    Element element = Element::float32;
    std::size_t axes = 3; ///< 1, 2 or 3
    bool cube = false;    ///< all axes have the same extent
    std::vector<Extents> cases;

    PointPattern shape = PointPattern::points;
    std::vector<StencilPoint> stencil;
    /// The variants of a kernel that is a template <class T, int R>; else empty. The catalog's Lab is the first
    /// variant, which is the one that is counted and timed.
    std::vector<Variant> variants;
    int variant = 0; ///< which of them this Lab is: element, stencil and cases are that variant's
    BoundaryRule boundary = BoundaryRule::keep;
    ResultOperation result_operation = ResultOperation::none;
    std::optional<ResultRange> result_range;
    std::optional<ResultRange>
        input_range; ///< of the drawn inputs; absent: the result's, or -1 to 1
    /// A C++ function that makes a cell of the stencil's points; empty: their sum does.
    std::filesystem::path reference;
    int steps =
        1; ///< sweeps of one launch, each on the result of the previous one; with slabs, each a launch
    /// With slabs: how many GPUs the grid of each case is cut among; for other grids, one of these.
    std::vector<int> gpus;
    std::optional<TrafficModel> traffic;
    std::optional<TechniqueDemand> technique;

    /// The constant in kernel.cu that sets the threads of a block along each axis, for explorations to
    /// change; empty if there is none.
    std::string block_constant;
    std::string baseline; ///< lab whose solution is timed for comparison; may be empty
    /// Most shared memory of a block, static and dynamic. Every GPU gives 48 KiB without a request,
    /// which is also the limit for static arrays.
    int shared_limit_bytes = 48 * 1024;
    int time_limit_seconds = 10;    ///< processor time, of one case in the emulator: time_limit()
    std::vector<std::string> hints; ///< from gentle to plain
};

/// The lab with the element, stencil and cases of variant `number`.
[[nodiscard]] Lab variant_of(const Lab& lab, int number);

/// The lab once for each variant; just the lab if it has none.
[[nodiscard]] std::vector<Lab> all_variants(const Lab& lab);

/// "float, R = 2"; empty if the kernel is no template.
[[nodiscard]] std::string variant_name(const Lab& lab);

/// The points of this shape. Precondition: not PointPattern::points.
[[nodiscard]] std::vector<StencilPoint> points_of(PointPattern shape, std::size_t axes, int radius);

/// Up to 36,000 cells (33³), for which a kernel that ends takes milliseconds in the emulator.
[[nodiscard]] bool is_small(const Extents& extents);

/// Seconds of processor time that a case may take in the emulator. Of a small grid a fifth of the lab's limit, so that
/// a loop without end is reported soon.
[[nodiscard]] double time_limit(const Lab& lab, const Extents& extents);

/// Whether its cells can be drawn and judged on a GPU, too.
[[nodiscard]] bool has_gpu_reference(const Lab& lab);

/// Number of coefficient sets, which are stored one after the other. With one-sided boundaries there
/// is a set for each position of the cell in the stencil, from the low end to the high; else one.
[[nodiscard]] int coefficient_sets(const Lab& lab);

/// Number of coefficients in all sets.
[[nodiscard]] std::size_t coefficient_count(const Lab& lab);

/// A launch has room for as many bytes of them: CUDA's limit for a kernel's arguments.
inline constexpr std::size_t most_coefficient_bytes = 4096;

/// True if the coefficients are an argument of the kernel, not the array c of lab.cuh.
[[nodiscard]] bool takes_coefficients(const Lab& lab);

/// More arguments no kernel has.
inline constexpr std::size_t most_arguments = 16;

/// Arrays with the role input; 1 with slabs.
[[nodiscard]] int input_count(const Lab& lab);

/// Width of the boundary that the stencil does not fit into: the largest absolute offset over all
/// axes. 0 for a point-wise lab.
[[nodiscard]] int reach(const Lab& lab);

/// The case whose counters are reported: 120³ if the lab has it, else the largest.
/// Precondition: `lab.cases` is not empty.
[[nodiscard]] const Extents& counted_case(const Lab& lab);

/// "120³", "120×64×33", "1,000,003": as many axes as the lab has, x first.
[[nodiscard]] std::string describe_grid(const Extents& extents, const Lab& lab);

/// The same, with the variant if there is one: "120³ (float, R = 2)".
[[nodiscard]] std::string describe(const Extents& extents, const Lab& lab);

/// The kernel's declaration as a student would write it, after a template's first line:
/// "__global__ void stencil_kernel(const float* in, float* out, int n)".
[[nodiscard]] std::string kernel_declaration(const Lab& lab);

/// The kernel's name in C++: "stencil_kernel", "star_kernel<float, 2>".
[[nodiscard]] std::string kernel_name(const Lab& lab);

/// "template <class T, int R>" and a line end; empty if the kernel is no template.
[[nodiscard]] std::string template_line(const Lab& lab);

} // namespace kit
