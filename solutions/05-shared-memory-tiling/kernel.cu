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
    // The tile begins one halo cell before its first output. blockIdx is unsigned: without the
    // cast, -1 would be the largest number instead of one below 0.
    const int i = static_cast<int>(blockIdx.z) * OUT_TILE + tz - 1;
    const int j = static_cast<int>(blockIdx.y) * OUT_TILE + ty - 1;
    const int k = static_cast<int>(blockIdx.x) * OUT_TILE + tx - 1;
    // <<< your part 1

    // >>> your part 2: the load
    // The limit is the grid's, not the tile's. A cell not loaded is never an output's neighbour.
    const bool on_grid = i >= 0 && i < n && j >= 0 && j < n && k >= 0 && k < n;
    if (on_grid) {
        tile[tz][ty][tx] = in[(i * n + j) * n + k];
    }
    // <<< your part 2

    // >>> your part 3: the barrier
    // All threads of the block wait here, including those that had nothing to load.
    __syncthreads();
    // <<< your part 3

    // >>> your part 4: the sum
    // Two conditions: all six neighbours are in the tile, and the cell is not on the boundary.
    const bool in_out_tile =
        tz >= 1 && tz <= OUT_TILE && ty >= 1 && ty <= OUT_TILE && tx >= 1 && tx <= OUT_TILE;
    const bool interior = i >= 1 && i <= n - 2 && j >= 1 && j <= n - 2 && k >= 1 && k <= n - 2;
    if (in_out_tile && interior) {
        float sum = c[0] * tile[tz][ty][tx];
        sum += c[1] * tile[tz][ty][tx - 1] + c[2] * tile[tz][ty][tx + 1];
        sum += c[3] * tile[tz][ty - 1][tx] + c[4] * tile[tz][ty + 1][tx];
        sum += c[5] * tile[tz - 1][ty][tx] + c[6] * tile[tz + 1][ty][tx];
        out[(i * n + j) * n + k] = sum;
    }
    // <<< your part 4
}

LaunchConfig launch_config(int n) {
    // >>> your part 5: how many blocks
    // The last output is cell n - 2. It is in tile (n - 2) / OUT_TILE, and tiles count from 0.
    const int blocks = (n - 2) / OUT_TILE + 1;
    // <<< your part 5
    return {dim3(blocks, blocks, blocks), dim3(IN_TILE, IN_TILE, IN_TILE)};
}
