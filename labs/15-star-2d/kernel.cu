// Lab 15, star in two dimensions: a tile on a plane with R neighbours on each side, for float and double.
// First read handouts/15-star-2d.md. Then fill in the parts and run: ./lab check 15
//
// A star of order R has the centre and the cells at distance 1 to R along each axis: 4R + 1 points,
// 5, 9, 13 and 17 for R = 1 to 4. The coefficients are sorted by distance: c[0] for the centre,
// and then for each distance r, from c[4·(r - 1) + 1] on,
//
//     j - r,  j + r,  i - r,  i + r
//
// A block loads its input tile into shared memory, one cell a thread, and the threads that are not
// in the tile's halo compute the output tile. The halo is R cells wide on each side, so of the 32
// threads along an axis 32 - 2R have an output: 30 with R = 1, 24 with R = 4.
//
// Output tiles are adjacent: tile b covers the cells b·OUT_TILE to b·OUT_TILE + OUT_TILE - 1 along
// each axis. The R outermost cells on each side of the grid are the boundary: there `out` keeps its
// values.

#include "lab.cuh"

constexpr int IN_TILE = 32; // cells of the input tile along an axis, and threads

template <int R>
constexpr int OUT_TILE = IN_TILE - 2 * R; // outputs of a block along an axis

// in, out: height·width cells; cell (i, j) is element i·width + j.
// The kernel is compiled for T = float and double, and for R = 1 to 4.
template <class T, int R>
__global__ void star_kernel(const T* in, T* out, int width, int height,
                            Coefficients<T, 4 * R + 1> c) {
    __shared__ T tile[IN_TILE][IN_TILE];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;

    // >>> your part 1: from the tile to the grid
    // TODO: Which cell of the grid is this thread's? Output tiles are adjacent, and the first one
    // TODO: begins with cell 0. The input tile begins a halo earlier. blockIdx is unsigned.
    const int i = 0;
    const int j = 0;
    // <<< your part 1

    const bool on_grid = i >= 0 && i < height && j >= 0 && j < width;

    // >>> your part 2: the load
    // TODO: Load this thread's cell, if it is on the grid. A cell that is not there needs no
    // TODO: substitute: which thread would read it?
    // <<< your part 2

    // >>> your part 3: a barrier
    // TODO: A thread is about to read cells that other threads loaded. What makes it wait for
    // TODO: them?
    // <<< your part 3

    // >>> your part 4: which threads compute
    // TODO: Is the thread in the output tile, and not in the halo? And is its cell inside of the
    // TODO: grid's boundary, which is R cells wide, too? Ask for both ends of each axis.
    const bool computes = false;
    // <<< your part 4

    if (computes) {
        // >>> your part 5: the sum
        // TODO: Add up the 4R + 1 products of coefficients and cells. The comment at the top says
        // TODO: which coefficient is which cell's.
        T sum = 0;
        // <<< your part 5

        out[i * width + j] = sum;
    }
}

template <class T, int R>
LaunchConfig launch_config(int width, int height) {
    // >>> your part 6: how many blocks
    // TODO: The last output along an axis of n cells is n - 1 - R. Which tile is it in?
    const auto tiles = [](int n) { return 1; };
    // <<< your part 6

    return {dim3(tiles(width), tiles(height)), dim3(IN_TILE, IN_TILE)};
}
