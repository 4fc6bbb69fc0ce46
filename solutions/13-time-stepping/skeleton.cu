// Lab 13, time stepping: STEPS sweeps in one launch (temporal blocking).
//
// One sweep a launch reads and writes the whole grid for one update of each cell: 8 bytes an update in
// float, and memory sets the pace. Here a cell is read once and written once for STEPS updates.
//
// A block owns a column of the grid and marches up in z, with a level for each sweep. When plane p of
// the input arrives, level 1 (the grid after one sweep) gets plane p - 1, level 2 plane p - 2, and so
// on; the last level's plane p - STEPS is the output:
//
//     level 0:  p - 2   p - 1   p             input, in shared memory
//     level 1:  p - 3   p - 2   p - 1         registers; likewise levels 2 and 3
//     level 4:                  p - 4         output
//
// Halo: with each level a ring of one cell of the tile becomes wrong, since its neighbours lie in other
// tiles. Tiles overlap by STEPS cells at each side; those are computed and not written. That is the
// price: a tile of 128 x 48 cells has 120 x 40 outputs, 28 % more work than cells. Likewise a block
// begins STEPS planes below its first output plane and ends as many above its last one.
//
// Boundary: the grid's boundary cells keep their value at all levels. At the first and the last plane
// of a march a cell keeps its value too: either those are the grid's boundary, or nothing of them
// reaches an output.
//
// Registers: below level 1, a thread holds two values of each of its cells: `here`, the plane whose
// neighbours are complete when the plane above arrives, and `sum`, c[5] times the plane below it. When
// the plane above arrives the sum is completed, and it is the next level's plane above. Of `here` the
// warps exchange the rows at their edges through shared memory; along x a warp spans the tile, and
// shuffles do. Four rows a thread make three levels of 2·16 registers: all that 12 warps, a register
// file's worth, can hold without spilling.

#include "lab.cuh"

// >>> your part 1: the kernel
// TODO: four sweeps in one launch: out = sweep(sweep(sweep(sweep(in)))). A block can't wait for
// another one, so it loads a tile with a halo of 4 cells, and computes from it a sweep on less and
// less of the tile: what it computes twice is the price. Begin with the whole tile in shared memory
// and two copies of it, on a small tile; then march in z as in lab 06, one sweep behind the other.
// in, out: n·n·n cells each; cell (i, j, k) is element (i·n + j)·n + k.
__global__ void stencil_kernel(const float* in, float* out, int n) {}

// <<< your part 1

// >>> your part 2: the launch
// TODO: as many blocks as the output tiles need. More than 48 KiB of shared memory is dynamic.
LaunchConfig launch_config(int n) {
    return {dim3(1), dim3(32)};
}

// <<< your part 2
