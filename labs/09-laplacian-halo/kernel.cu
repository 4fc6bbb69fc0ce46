// Lab 09, Laplacian with halo loading: a block computes as many cells as it has threads, and its
// outermost threads load the halo in addition to their own cells.
// First read handouts/09-laplacian-halo.md. Then fill in the parts and run: ./lab check 9
//
// The kernel computes the discrete Laplacian of every interior cell: the sum of the six neighbours
// minus six times the cell. Then it clamps the result to [0, 255]: less becomes 0, more 255.
//
//     out = left + right + up + down + front + back - 6 · centre,   clamped
//
// The outermost cells on all six sides are the boundary: `out` holds their values already.
//
// In lab 05 the block was the input tile, and the halo threads had nothing to compute. Here the
// block is the output tile, 8·8·8, and no thread idles, but the input tile is 10·10·10: more cells
// than there are threads. Every thread loads its own cell, and the threads on a face of the block
// also load the halo cell next to them, outside that face:
//
//     shared tile   | h  o  o  o  o  o  o  o  o  h |     h: halo, o: output
//     tx              0  1  2  3  4  5  6  7  8  9       (one row of the tile)
//     thread             0  1  2  3  4  5  6  7
//
// A halo cell on an edge or a corner of the tile is not a neighbour of any cell: it is never loaded.
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

    // Steps from a cell to the next row and to the next plane, and the index of the thread's cell.
    const int row = width;
    const int plane = width * height;
    const int here = i * plane + j * row + k;

    // >>> your part 1: the own cell
    // TODO: Where in the tile is the cell of thread (threadIdx.z, threadIdx.y, threadIdx.x)?
    // TODO: The picture shows it along x: the halo comes first. Not every thread has a cell to
    // TODO: load.
    const int tz = 0;
    const int ty = 0;
    const int tx = 0;
    // <<< your part 1

    // >>> your part 2: the halo's faces
    // TODO: There are six faces, and two questions for each. Is this thread on that face of the
    // TODO: block? Does the grid have a cell beyond it? If both are true, there is one load: from
    // TODO: which element, and to which cell of the tile? A thread in a corner of the block is on
    // TODO: three faces, so write six separate ifs.
    // <<< your part 2

    // >>> your part 3: the barrier
    // TODO: A thread is about to read cells that up to six other threads have loaded.
    // <<< your part 3

    // >>> your part 4: the Laplacian
    // TODO: Which threads compute? Every axis has its own extent, and two ends. The sum has only
    // TODO: its centre. Add the six neighbours, from the tile. Then clamp it before you store it:
    // TODO: fminf() and fmaxf() take two floats.
    const bool interior = false;
    if (interior) {
        float sum = -6.0f * tile[tz][ty][tx];
        out[here] = sum;
    }
    // <<< your part 4
}

LaunchConfig launch_config(int width, int height, int depth) {
    // >>> your part 5: how many blocks
    // TODO: Here blocks cover the grid with one thread per cell. How many are needed along each
    // TODO: axis? Test yours with 120x64x33: it needs 15, 8 and 5.
    const int blocks_x = 1;
    const int blocks_y = 1;
    const int blocks_z = 1;
    // <<< your part 5
    return {dim3(blocks_x, blocks_y, blocks_z), dim3(BLOCK, BLOCK, BLOCK)};
}
