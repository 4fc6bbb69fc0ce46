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
    // One more than the thread's index along each axis: the halo comes first.
    const int tz = threadIdx.z + 1;
    const int ty = threadIdx.y + 1;
    const int tx = threadIdx.x + 1;
    if (on_grid) {
        tile[tz][ty][tx] = in[here];
    }
    // <<< your part 1

    // >>> your part 2: the halo's faces
    // The thread's position tells which threads load; the cell's, whether there is anything to
    // load. A cell beyond the far faces is on the grid only if the thread's own cell is.
    if (on_grid) {
        if (tx == 1 && k > 0) {
            tile[tz][ty][tx - 1] = in[here - 1];
        }
        if (tx == BLOCK && k < width - 1) {
            tile[tz][ty][tx + 1] = in[here + 1];
        }
        if (ty == 1 && j > 0) {
            tile[tz][ty - 1][tx] = in[here - row];
        }
        if (ty == BLOCK && j < height - 1) {
            tile[tz][ty + 1][tx] = in[here + row];
        }
        if (tz == 1 && i > 0) {
            tile[tz - 1][ty][tx] = in[here - plane];
        }
        if (tz == BLOCK && i < depth - 1) {
            tile[tz + 1][ty][tx] = in[here + plane];
        }
    }
    // <<< your part 2

    // >>> your part 3: the barrier
    // All threads of the block wait here, including those off the grid.
    __syncthreads();
    // <<< your part 3

    // >>> your part 4: the Laplacian
    const bool interior =
        i >= 1 && i <= depth - 2 && j >= 1 && j <= height - 2 && k >= 1 && k <= width - 2;
    if (interior) {
        float sum = -6.0f * tile[tz][ty][tx];
        sum += tile[tz][ty][tx - 1] + tile[tz][ty][tx + 1];
        sum += tile[tz][ty - 1][tx] + tile[tz][ty + 1][tx];
        sum += tile[tz - 1][ty][tx] + tile[tz + 1][ty][tx];
        out[here] = fminf(fmaxf(sum, 0.0f), 255.0f);
    }
    // <<< your part 4
}

LaunchConfig launch_config(int width, int height, int depth) {
    // >>> your part 5: how many blocks
    // One thread for each cell, the division rounded up.
    const int blocks_x = (width + BLOCK - 1) / BLOCK;
    const int blocks_y = (height + BLOCK - 1) / BLOCK;
    const int blocks_z = (depth + BLOCK - 1) / BLOCK;
    // <<< your part 5
    return {dim3(blocks_x, blocks_y, blocks_z), dim3(BLOCK, BLOCK, BLOCK)};
}
