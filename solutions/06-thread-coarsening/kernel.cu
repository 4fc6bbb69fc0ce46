// Lab 06, thread coarsening: one block computes thirty planes, one after the other, and keeps three
// planes of its input in shared memory.
// First read handouts/06-thread-coarsening.md. Then fill in the parts and run: ./lab check 6
//
// The block is one xy plane of threads, 32·32. It marches along z. To compute plane i it needs its
// part of planes i - 1, i and i + 1: it already has two of them, only plane i + 1 is new. So every
// input cell is still loaded once per tile, but the tile now has 32·32·32 cells, and the halo's
// share is far smaller than in a tile of 8·8·8.
//
//     plane[below]   i - 1          after one step:   the plane just loaded is the middle one,
//     plane[here]    i                                the middle one is below, and the slot of the
//     plane[above]   i + 1   new                      lowest is free for the next load
//
// Output tiles are 30·30·30 cells. Along each axis, tile b covers the cells from b·OUT_TILE to
// b·OUT_TILE + OUT_TILE - 1, as in lab 05. The sweep is that of lab 04.

#include "lab.cuh"

constexpr int IN_TILE = 32;           // cells along x and y of the input tile, and threads
constexpr int OUT_TILE = IN_TILE - 2; // cells along each axis of the output tile, z too

// in, out: n·n·n cells each; cell (i, j, k) is element (i·n + j)·n + k.
__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float plane[3][IN_TILE][IN_TILE]; // plane[slot][y][x], 12,288 bytes

    // The thread's position in a plane of the tile, and its row and column of the grid.
    const int ty = threadIdx.y;
    const int tx = threadIdx.x;
    const int j = static_cast<int>(blockIdx.y) * OUT_TILE + ty - 1;
    const int k = static_cast<int>(blockIdx.x) * OUT_TILE + tx - 1;
    const bool has_cell = j >= 0 && j < n && k >= 0 && k < n; // in each plane of the grid

    // The planes that this block computes. All its threads march from `first` to `last`, so all of
    // them reach every barrier.
    const int first = static_cast<int>(blockIdx.z) * OUT_TILE;
    const int last = first + OUT_TILE - 1 < n - 2 ? first + OUT_TILE - 1 : n - 2;

    // Which of the three slots holds the plane below, the plane to compute, and the one above.
    int below = 0;
    int here = 1;
    int above = 2;

    // Before the march: the plane below the first one, if the grid has it.
    if (has_cell && first > 0) {
        plane[below][ty][tx] = in[((first - 1) * n + j) * n + k];
    }
    // >>> your part 1: the first plane
    if (has_cell) {
        plane[here][ty][tx] = in[(first * n + j) * n + k];
    }
    // <<< your part 1

    for (int i = first; i <= last; ++i) {
        // >>> your part 2: the plane above
        // i is at most n - 2, so the grid has a plane i + 1.
        if (has_cell) {
            plane[above][ty][tx] = in[((i + 1) * n + j) * n + k];
        }
        __syncthreads();
        // <<< your part 2

        // >>> your part 3: the sum
        const bool in_out_tile = ty >= 1 && ty <= OUT_TILE && tx >= 1 && tx <= OUT_TILE;
        const bool interior = i >= 1 && j >= 1 && j <= n - 2 && k >= 1 && k <= n - 2;
        if (in_out_tile && interior) {
            float sum = c[0] * plane[here][ty][tx];
            sum += c[1] * plane[here][ty][tx - 1] + c[2] * plane[here][ty][tx + 1];
            sum += c[3] * plane[here][ty - 1][tx] + c[4] * plane[here][ty + 1][tx];
            sum += c[5] * plane[below][ty][tx] + c[6] * plane[above][ty][tx];
            out[(i * n + j) * n + k] = sum;
        }
        // <<< your part 3

        // >>> your part 4: one step up
        // The names move, the data stay. No second barrier: the next step overwrites the slot of
        // plane i - 1. Other threads read that plane one step ago, before the barrier above; in
        // this step each thread read only its own cell of it.
        const int free = below;
        below = here;
        here = above;
        above = free;
        // <<< your part 4
    }
}

LaunchConfig launch_config(int n) {
    // The last output is cell n - 2. It is in tile (n - 2) / OUT_TILE, and tiles count from 0.
    const int blocks = (n - 2) / OUT_TILE + 1;
    return {dim3(blocks, blocks, blocks), dim3(IN_TILE, IN_TILE, 1)};
}
