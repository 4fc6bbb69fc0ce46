// Lab 16, Box of 27.
// First read handouts/16-box-of-27.md. Then fill in the parts and run: ./lab check 16
//
// Each cell becomes a sum over the box of the 27 cells at most R = 1 away along each axis. The
// coefficients are in the order of these cells in memory: c[0] is for (i - 1, j - 1, k - 1). The
// outermost cells of the grid are the boundary: there `out` keeps its values.
//
// A block loads its input tile into shared memory, one cell a thread, and the threads that are not
// in the tile's halo compute the output tile. Output tiles are adjacent: tile b begins at cell
// b·OUT_TILE along each axis.

#include "lab.cuh"

constexpr int R = 1;                      // how far the stencil reaches
constexpr int IN_TILE = 8;                // cells of the input tile along an axis, and threads
constexpr int OUT_TILE = IN_TILE - 2 * R; // without the halo on both ends

// in, out: depth·height·width cells; cell (i, j, k) is element (i·height + j)·width + k.
__global__ void stencil_kernel(const float* in, float* out, int width, int height, int depth) {
    __shared__ float tile[IN_TILE][IN_TILE][IN_TILE];
    const int tz = threadIdx.z;
    const int ty = threadIdx.y;
    const int tx = threadIdx.x;

    // >>> your part 1: from the tile to the grid
    // TODO: Which cell of the grid is this thread's? Output tiles are adjacent, and the first one
    // TODO: begins with cell 0. The input tile begins a halo earlier. blockIdx is unsigned.
    const int i = 0;
    const int j = 0;
    const int k = 0;
    // <<< your part 1

    const bool exists = i >= 0 && i < depth && j >= 0 && j < height && k >= 0 && k < width;

    // >>> your part 2: the load
    // TODO: Load this thread's cell, if it is on the grid. A cell that is not there needs no
    // TODO: substitute: which thread would read it?
    // <<< your part 2

    // >>> your part 3: a barrier
    // TODO: A thread is about to read cells that other threads loaded. What makes it wait for
    // TODO: them?
    // <<< your part 3

    // The cell so many steps away along each axis, from the tile.
    const auto cell = [&](int di, int dj, int dk) { return tile[tz + di][ty + dj][tx + dk]; };

    // >>> your part 4: which threads compute
    // TODO: Which threads have a cell to compute? All cells that the stencil reaches from there
    // TODO: are on the grid. Ask for both ends of every axis.
    const bool computes = false;
    // <<< your part 4

    if (computes) {
        // >>> your part 5: the sum
        // TODO: Add up the products of coefficients and cells. The comment at the top says which
        // TODO: coefficient is which cell's.
        float sum = 0;
        // <<< your part 5

        out[(i * height + j) * width + k] = sum;
    }
}

LaunchConfig launch_config(int width, int height, int depth) {
    // >>> your part 6: how many blocks
    // TODO: How many blocks cover n cells along an axis? A block computes OUT_TILE of them along
    // TODO: it.
    const auto blocks = [](int n) { return 1; };
    // <<< your part 6

    return {dim3(blocks(width), blocks(height), blocks(depth)), dim3(IN_TILE, IN_TILE, IN_TILE)};
}
