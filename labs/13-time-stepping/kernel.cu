// Lab 13, time stepping: STEPS = 4 sweeps in one launch (temporal blocking).
// First read handouts/13-time-stepping.md. Then fill in the parts and run: ./lab check 13
//
// One sweep per launch reads and writes the whole grid for one update of each cell: 8 bytes per update
// in float, and memory is the limit. Here a cell is read once and written once for STEPS updates.
//
// A block owns a column of the grid and marches up in z, with a level for each sweep. When plane p of
// the input arrives, level 1 (the grid after one sweep) gets plane p - 1, level 2 plane p - 2, and so
// on; the last level's plane p - STEPS is the output:
//
//     level 0:  p - 2   p - 1   p             input, in shared memory
//     level 1:  p - 3   p - 2   p - 1         registers; likewise levels 2 and 3
//     level 4:                  p - 4         output
//
// Halo: with each level a ring of one cell of the tile becomes wrong, because its neighbours are in
// other tiles. Tiles overlap by STEPS cells on each side; those are computed but not written. That
// is the price: a tile of 128 x 48 cells has 120 x 40 outputs, 28 % more cells than outputs. Likewise
// a block begins STEPS planes below its first output plane and ends as many above its last one.
//
// Boundary: the grid's boundary cells keep their values at all levels. Cells of the first and the
// last plane of a march keep theirs too: either they are the grid's boundary, or they never reach
// an output.
//
// Registers: at levels 1 to 3, a thread holds two values per cell of its own: `here`, the plane whose
// neighbours are complete when the plane above arrives, and `sum`, c[5] times the plane below it. When
// the plane above arrives, the sum is completed and becomes the next level's plane above. Warps
// exchange the edge rows of `here` through shared memory; along x a warp spans the tile, so
// shuffles are enough. Four rows per thread take three levels of 2·16 registers: as much as 12
// warps, which share a register file, can hold without spilling.

#include "lab.cuh"

// >>> your part 1: the kernel
// TODO: four sweeps in one launch: out = sweep(sweep(sweep(sweep(in)))). A block can't wait for
// another one, so it loads a tile with a halo of 4 cells, and each sweep covers less of the tile. The
// price: blocks compute some cells twice. Start with two copies of a small tile in shared memory; then
// march in z as in lab 06, one sweep behind the other.
// in, out: n·n·n cells each; cell (i, j, k) is element (i·n + j)·n + k.
__global__ void stencil_kernel(const float* in, float* out, int n) {}

// <<< your part 1

// >>> your part 2: the launch
// TODO: as many blocks as the output tiles need. More than 48 KiB of shared memory is dynamic.
LaunchConfig launch_config(int n) {
    return {dim3(1), dim3(32)};
}

// <<< your part 2
