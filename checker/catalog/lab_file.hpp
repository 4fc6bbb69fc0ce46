// The format of lab.toml, and the function that reads it.
//
// lab.toml holds everything that the checker knows about a lab, so adding a lab needs no C++. Every key
// is required unless it is called optional; a key not listed here is an error. Extents and offsets are
// written x first (x is fastest in memory), as in dim3.
//
//     title = "Register tiling"
//     source = "PMPP 8.5"                  section of the course's book
//     summary = "One sentence: ..."        what the student builds
//     points = 20                          1 to 100, for a passed lab
//     part_weights = [2, 2, 1, 4, 1]       optional: what each marked part of kernel.cu is worth beside the others
//     hours = 6                            optional, 1 to 100: for reading, coding and the questions
//     element = "float"                    "short", "int", "half", "float" or "double": type of the
//                                          arrays' elements; not with [[variants]], which set it
//     hints = ["...", "..."]               one or more, from gentle to plain
//
//     [kernel]
//     name = "stencil_kernel"              the __global__ function
//     arguments = [                        in the order of the kernel's parameters
//       { name = "in", role = "input" },   "input", "output": the arrays, exactly one output;
//       { name = "out", role = "output" }, several inputs if points name them
//       { name = "n", role = "side" },     "side": all axes of a cube; or "width", "height",
//     ]                                    "depth": cells along x, y, z. Every axis needs one.
//                                          Optional: "coefficients", by value (Coefficients<T, N>
//                                          of lab.cuh); without it, the kernel reads lab.cuh's c.
//                                          With [gpus], instead of the arrays: "own-slab",
//                                          "slab-below", "slab-above" (Slab of lab.cuh) and "sweep"
//
//     [grid]
//     axes = 3                             1, 2 or 3
//     cube = true                          optional, false: all axes have the same extent
//     cases = ["3", "120"]                 grids to check: "120", "120x64x33"; no two the same
//
//     [stencil]                            each output cell is a sum of these terms
//     coefficients = "drawn"               "drawn": random for each case; the kernel reads c[];
//     points = [                           "fixed": each point has a coefficient, as below
//       { offset = [0, 0, 0] },            one number per axis, -100 to 100, each point once;
//       { offset = [-1, 0, 0] },           the first point's coefficient is c[0], and so on
//     ]                                    fixed: { offset = [1], coefficient = 0.5 }
//                                          Optional: input = "old", the argument that the cell is of
//                                          (else the first input); times = "k", another input, whose
//                                          value at the output cell multiplies the term: a coefficient
//                                          that varies in space, not for "int" and "short"
//     shape = "star"                       instead of points. "star": the centre, then at each distance
//                                          1 to R the cells along -x, +x, -y, and so on; "box": all
//                                          cells within R along each axis, x fastest; "window": the
//                                          same for one axis
//     radius = 1                           R of the shape, 1 to 8; with [[variants]] they give it
//     inputs = [0.5, 2]                    optional: the inputs are drawn from this range; else from that of
//                                          [result], or from -1 to 1
//     reference = "reference.hpp"          optional, instead of coefficients: a file in the lab's folder with
//                                          the function that makes a cell of the points, for what is no
//                                          sum of products. Such a lab is checked in the emulator only:
//
//                                              template <class Number, class Cells>
//                                              Number cell(const Cells& u, const Cells& k) {
//                                                  return max(u(-1) * k(0), u(1)); // offsets x, y, z
//                                              }
//
//                                          A parameter for each input, in the kernel's order. Number has
//                                          + - * /, comparisons, abs, min, max, sqrt, exp, log, tanh, sin,
//                                          cos, and knows how far a kernel's rounding may be off
//     steps = 4                            optional, 1: sweeps of one launch, 2 to 64, each on the
//                                          result of the one before; needs float elements, the rule
//                                          "keep" and no [result]
//
//     [gpus]                               optional: the grid, a cube, is cut across z among several
//     counts = [1, 2, 8]                   GPUs: how many for each case, 1 to 8. Each of the steps is
//                                          then a launch on every GPU
//
//     [boundary]
//     rule = "keep"                        for cells where the stencil does not fit into the grid:
//                                          "keep" the first input's value, "clamp-to-edge" (coordinates
//                                          move to the nearest cell), "periodic", "zero" outside.
//                                          "one-sided", for one axis and drawn coefficients: the
//                                          stencil shifts inwards until it fits. The array then
//                                          holds a set of coefficients for each position of the
//                                          cell in the stencil, 0 to 2R (R in the middle of the
//                                          grid). Results are 0 on a grid shorter than the stencil
//
//     [result]                             optional: applied to the sum; one key or both
//     operation = "square"                 optional: the sum times itself
//     clamp = [0, 255]                     optional, then: least and greatest value
//
//     [traffic]                            optional, for one input: the family that predicts the counters
//     family = "register-tiled"            "basic", "shared-memory-tiled", "coarsened",
//                                          "register-tiled", "halo-loading", "shared-1d"
//     planes_per_block = 30                optional, for coarsened and register-tiled: output
//                                          planes along z
//
//     [technique]                          optional, needs [traffic]: limits that a submission with
//                                          the right output must keep, too
//     chapter_block = [32, 32, 1]          the chapter's block, for launches whose block does not
//                                          fit the family
//     most_loads_percent = 110             optional: most global loads, in percent of the family's
//     most_shared_percent = 150            optional: most shared bytes of a block, likewise
//
//     [timing]                             optional
//     baseline = "04-basic-sweep"          optional: lab whose solution is timed for comparison on
//                                          a GPU; it must take the same arguments
//
//     [exploration]                        optional
//     block = "IN_TILE"                    optional: the constant in kernel.cu, defined as
//                                          `constexpr int IN_TILE = <number>;`, that sets the
//                                          threads of a block along each axis
//
//     [[variants]]                         optional, one or more: the kernel and launch_config are
//                                          templates <class T, int R>. Each variant is checked; the
//                                          first is counted and timed. Needs a shape and the role
//                                          "coefficients"
//     element = "double"                   T
//     radius = 2                           R, 1 to 8
//     cases = ["33"]                       optional: instead of grid.cases
//
//     [limits]                             optional
//     seconds = 10                         optional, 10: processor time of one case in the emulator, 1 to
//                                          600; a fifth of it for at most 36,000 cells
//     shared_kib = 96                      optional, 48: most shared memory of a block in KiB, 48 to
//                                          227; beyond 48 it is dynamic memory, which the checker
//                                          requests from the GPU
#pragma once

#include "checker/model/lab.hpp"

#include <filesystem>

namespace kit {

class Problems;

/// Reads the file. Mistakes go to `problems`; the lab is then incomplete. Number, id and paths come
/// from the folder, and are not set here.
[[nodiscard]] Lab read_lab_file(const std::filesystem::path& file, Problems& problems);

} // namespace kit
