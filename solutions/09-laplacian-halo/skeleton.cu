// Lab 09, Laplacian with halo loading: a block computes as many cells as it has threads, and its
// outermost threads load the halo besides their own cell.
//
// The kernel computes the discrete Laplacian, the sum of the six neighbours minus six times the
// cell, for every interior cell, and clamps it:
//
//     out = what lies in [0, 255] nearest to   left + right + up + down + front + back - 6 · centre
//
// The outermost cells on all six sides are the boundary: `out` holds their values already.
//
// In lab 05 the block was the input tile, and the threads of the halo had nothing to compute. Here
// the block is the output tile, 8·8·8, and nobody idles; but its input tile is 10·10·10, more cells
// than there are threads. Every thread loads its own cell, and the threads on a face of the block
// also load the halo cell next to them, outside that face:
//
//     shared tile   | h  o  o  o  o  o  o  o  o  h |     h: halo, o: output
//     tx              0  1  2  3  4  5  6  7  8  9       (one row of the tile)
//     thread             0  1  2  3  4  5  6  7
//
// A halo cell on an edge or a corner of the tile is nobody's neighbour: it is never loaded.
//
// The grid has width cells in a row (x, index k), height rows in a plane (y, index j) and depth
// planes (z, index i). Blocks cover the grid from cell 0 on, boundary cells included.

#include "lab.cuh"

constexpr int BLOCK = 8;        // threads along each axis, and cells of the output tile
constexpr int TILE = BLOCK + 2; // cells along each axis of the input tile

// in, out: width·height·depth cells each; cell (i, j, k) is element (i·height + j)·width + k.
__global__ void stencil_kernel(const float* in, float* out, int width, int height, int depth) {
    __shared__ float tile[TILE][TILE][TILE]; // tile[z][y][x], 4,000 bytes

    // The thread's cell of the grid.
    const int i = blockIdx.z * BLOCK + threadIdx.z;
    const int j = blockIdx.y * BLOCK + threadIdx.y;
    const int k = blockIdx.x * BLOCK + threadIdx.x;
    const bool on_grid = i < depth && j < height && k < width;

    // From a cell to the same place in the next row, and in the next plane; and the thread's cell.
    const int row = width;
    const int plane = width * height;
    const int here = i * plane + j * row + k;

    // >>> your part 1: the own cell
    // TODO: Where in the tile is the cell of thread (threadIdx.z, threadIdx.y, threadIdx.x)? The
    // TODO: picture shows it along x: the halo comes first.
    // TODO: Not every thread has a cell to load.
    const int tz = 0;
    const int ty = 0;
    const int tx = 0;
    // <<< your part 1

    // >>> your part 2: the halo's faces
    // TODO: Six faces, and for each two questions. Is this thread on that face of the block? Has
    // TODO: the grid a cell beyond it? Only where both are so, one load: from which element, and
    // TODO: to which place of the tile?
    // TODO: A thread in a corner of the block is on three faces, so these are six separate ifs.
    // <<< your part 2

    // >>> your part 3: the barrier
    // TODO: A thread is about to read cells that up to six other threads have loaded.
    // <<< your part 3

    // >>> your part 4: the Laplacian
    // TODO: Who computes? Every axis has its own extent, and two ends.
    // TODO: The sum has its centre only. Add the six neighbours, from the tile.
    // TODO: Then clamp it, before it is stored: fminf() and fmaxf() take two floats.
    const bool interior = false;
    if (interior) {
        float sum = -6.0f * tile[tz][ty][tx];
        out[here] = sum;
    }
    // <<< your part 4
}

LaunchConfig launch_config(int width, int height, int depth) {
    // >>> your part 5: how many blocks
    // TODO: Blocks cover cells here, one thread for each. How many along each axis?
    // TODO: Try yours on 120x64x33: it takes 15, 8 and 5.
    const int blocks_x = 1;
    const int blocks_y = 1;
    const int blocks_z = 1;
    // <<< your part 5
    return {dim3(blocks_x, blocks_y, blocks_z), dim3(BLOCK, BLOCK, BLOCK)};
}
