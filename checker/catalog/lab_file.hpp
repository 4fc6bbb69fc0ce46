// The format of lab.toml, and its reading.
//
// A lab.toml says everything that the checker knows of a lab, so that a lab is added without
// touching the checker. Every key is required unless it says otherwise; a key not named here is an
// error. Triples of extents and offsets are written x first (x is fastest in memory), as in dim3.
//
//     title = "Register tiling"
//     source = "PMPP 8.5"                  where the course's text is
//     summary = "One sentence: ..."        what the student builds
//     points = 20                          1 to 100, what a passed lab is worth
//     element = "float"                    "int", "float", "double": type of the arrays' elements;
//                                          not with [[variants]], which have their own
//     hints = ["...", "..."]               one or more, from gentle to plain
//
//     [kernel]
//     name = "stencil_kernel"              the __global__ function
//     arguments = [                        in the order of the kernel's parameters
//       { name = "in", role = "input" },   "input", "output": the arrays, exactly one of each
//       { name = "out", role = "output" },
//       { name = "n", role = "side" },     "side": all axes of a cube; or "width", "height",
//     ]                                    "depth": cells along x, y, z. Together: every axis.
//                                          Optional: "coefficients", by value (Coefficients<T, N>
//                                          of lab.cuh); without it they are lab.cuh's array c
//
//     [grid]
//     axes = 3                             1, 2 or 3
//     cube = true                          optional, false: whether all axes have the same extent
//     cases = ["3", "120"]                 grids to check: "120", "120x64x33"; no two the same
//
//     [stencil]                            the sum that an output cell is
//     coefficients = "drawn"               "drawn": new for each case, the kernel reads c[];
//     points = [                           "fixed": each point has its own, as below
//       { offset = [0, 0, 0] },            one number per axis, -100 to 100, each point once;
//       { offset = [-1, 0, 0] },           the first point's coefficient is c[0], and so on
//     ]                                    fixed: { offset = [1], coefficient = 0.5 }
//     shape = "star"                       instead of points, needs [[variants]]: "star", the centre
//                                          and for each distance 1 to R the cells at it along -x,
//                                          +x, -y, and so on; "window", of one axis, -R to R
//     steps = 4                            optional, 1: sweeps that one launch does, 2 to 64, each
//                                          on what the one before it left; needs float elements,
//                                          the rule "keep" and no [result]
//
//     [boundary]
//     rule = "keep"                        cells where the stencil doesn't fit into the grid:
//                                          "keep" the input's value, "clamp-to-edge" (coordinates
//                                          moved to the nearest cell), "periodic", "zero" outside;
//                                          "one-sided", of one axis and drawn coefficients: the
//                                          stencil shifted inwards, with a set of coefficients for
//                                          each place that the cell then has in it, 0 to 2R (set R
//                                          in the middle of the grid), one after the other in the
//                                          array; 0 where the grid is shorter than the stencil
//
//     [result]                             optional; what becomes of the sum, one key or both
//     operation = "square"                 optional: the sum times itself
//     clamp = [0, 255]                     optional, after it: least and greatest value
//
//     [traffic]                            optional: the family that predicts the counters
//     family = "register-tiled"            "basic", "shared-memory-tiled", "coarsened",
//                                          "register-tiled", "halo-loading", "shared-1d"
//     planes_per_block = 30                optional, for coarsened and register-tiled: output
//                                          planes along z
//
//     [technique]                          optional, needs [traffic]: what must show besides the
//                                          right output
//     chapter_block = [32, 32, 1]          the chapter's block, for launches whose block the
//                                          family cannot have
//     most_loads_percent = 110             optional: global loads, of what the family needs
//     most_shared_percent = 150            optional: shared bytes of a block, likewise
//
//     [timing]                             optional
//     baseline = "04-basic-sweep"          optional: on a GPU, times are told beside those of this
//                                          lab's solution, which must take the same arguments
//
//     [exploration]                        optional
//     block = "IN_TILE"                    optional: the constant in kernel.cu, defined as
//                                          `constexpr int IN_TILE = <number>;`, that says how many
//                                          threads a block has along its axes
//
//     [[variants]]                         optional, one or more: the kernel and launch_config are
//                                          templates <class T, int R>, and each of these is checked;
//                                          the first is counted and timed. Needs a shape and the
//                                          role "coefficients"
//     element = "double"                   T
//     radius = 2                           R, 1 to 8
//     cases = ["33"]                       optional, grid.cases: those of this variant
//
//     [limits]                             optional
//     seconds = 10                         optional, 10: for one case in the emulator, 1 to 600
//     shared_kib = 96                      optional, 48: shared memory that a block may have, in
//                                          KiB, 48 to 227; more than 48 is dynamic memory that the
//                                          checker asks the GPU for
#pragma once

#include "checker/catalog/problems.hpp"
#include "checker/model/lab.hpp"

#include <filesystem>

namespace kit {

/// What the file says. All that is wrong with it goes to `problems`, and where that is so the lab
/// is incomplete and of no use. Number, id and paths are the folder's matter and left as they are.
[[nodiscard]] Lab read_lab_file(const std::filesystem::path& file, Problems& problems);

} // namespace kit
