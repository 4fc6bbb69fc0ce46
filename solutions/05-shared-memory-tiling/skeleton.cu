// Lab 05, shared-memory tiling: a block loads each cell it needs once, into shared memory, and
// computes from there.
// First read handouts/05-shared-memory-tiling.md. Then fill in the parts and run: ./lab check 5
//
// A block has as many threads as its input tile has cells: 8·8·8. Every thread loads one cell. The
// outermost layer of the input tile is the halo, needed only as neighbours. The 6·6·6 threads
// inside it compute one cell each: the output tile.
//
//     input tile   | h  o  o  o  o  o  o  h |     h: halo, o: output
//     thread         0  1  2  3  4  5  6  7       (one row of the tile)
//
// Output tiles are adjacent and do not overlap: along each axis, tile b covers the cells from
// b·OUT_TILE to b·OUT_TILE + OUT_TILE - 1. So the first tile begins with the boundary cell 0, and
// its halo would be at -1, outside the grid.
//
// The sweep is that of lab 04: c[0] for the centre, c[1] and c[2] along k, c[3] and c[4] along j,
// c[5] and c[6] along i.

#include "lab.cuh"

constexpr int IN_TILE = 8;            // cells along each axis of the input tile, and threads
constexpr int OUT_TILE = IN_TILE - 2; // without the halo on both ends
static_assert(OUT_TILE >= 1, "a tile is more than its halo");

// in, out: n·n·n cells each; cell (i, j, k) is element (i·n + j)·n + k.
__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float tile[IN_TILE][IN_TILE][IN_TILE]; // tile[z][y][x], 2,048 bytes

    // The thread's position in the tile.
    const int tz = threadIdx.z;
    const int ty = threadIdx.y;
    const int tx = threadIdx.x;

    // >>> your part 1: from the tile to the grid
    // TODO: Which cell of the grid does thread (tz, ty, tx) load? Start from the first output
    // TODO: of this block; the picture at the top shows how far before it the input tile
    // TODO: begins. Blocks advance by the size of one of the two tiles. Which one, so that
    // TODO: outputs don't overlap? In the first block the result is -1. Mind the type: blockIdx
    // TODO: is unsigned.
    const int i = 0;
    const int j = 0;
    const int k = 0;
    // <<< your part 1

    // >>> your part 2: the load
    // TODO: Some cells of the first and of the last tiles are outside the grid and can't be loaded.
    // TODO: Decide for each axis which i, j and k exist. The limit is the grid's, not the tile's. A
    // TODO: cell outside needs no substitute: ask yourself which thread would read it.
    const bool on_grid = false;
    if (on_grid) {
        tile[tz][ty][tx] = in[(i * n + j) * n + k];
    }
    // <<< your part 2

    // >>> your part 3: the barrier
    // TODO: A thread is about to read cells that other threads loaded. How does it know that they
    // TODO: are there already? And which threads of the block have to reach this line?
    // <<< your part 3

    // >>> your part 4: the sum
    // TODO: Which threads compute? First, all six neighbours must be in the tile: which values of
    // TODO: tz, ty and tx are those? Second, the cell must not be a boundary cell of the grid. The
    // TODO: sum has only its first term. Add the neighbours, read from the tile and not from `in`:
    // TODO: then the block loads nothing twice.
    const bool computes = false;
    if (computes) {
        float sum = c[0] * tile[tz][ty][tx];
        out[(i * n + j) * n + k] = sum;
    }
    // <<< your part 4
}

LaunchConfig launch_config(int n) {
    // >>> your part 5: how many blocks
    // TODO: A block computes fewer cells per axis than it has threads. How many tiles are needed so
    // TODO: that the last computed cell, n - 2, is in one of them? The skeleton has the rule of lab
    // TODO: 04, one thread per cell: 15 blocks for n = 120, too few. Test yours with n = 120, 121
    // TODO: and 122: the smallest right answers are 20, 20 and 21.
    const int blocks = (n + IN_TILE - 1) / IN_TILE;
    // <<< your part 5
    return {dim3(blocks, blocks, blocks), dim3(IN_TILE, IN_TILE, IN_TILE)};
}
