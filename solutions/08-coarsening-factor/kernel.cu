// Lab 08, coarsening factor: the march of lab 06 through a grid of any shape, in tiles that are not
// cubes.
// First read handouts/08-coarsening-factor.md. Then fill in the parts and run: ./lab check 8
//
// Two sizes shape a tile. The block sets x and y: 32·32 threads load, 30·30 of them compute. The
// length of the march sets z: PLANES planes, the coarsening factor. Neither follows from the
// other.
//
//     output tile   30 · 30 · 16 = 14,400 cells
//     input tile    32 · 32 · 18 = 18,432 cells: one more plane at each end of the march
//
// The grid has three extents: width cells in a row (along x, index k), height rows in a plane
// (along y, index j), depth planes (along z, index i). Each axis has its own end and its own number
// of tiles. As in lab 06, tile b covers the cells from b·T to b·T + T - 1, where T is its size
// along the axis, and the three slots in shared memory hold the planes i - 1, i and i + 1. The
// sweep is that of lab 04.

#include "lab.cuh"

constexpr int IN_TILE = 32;           // cells along x and y of the input tile, and threads
constexpr int OUT_TILE = IN_TILE - 2; // cells along x and y of the output tile
constexpr int PLANES = 16;            // cells along z of the output tile

// in, out: width·height·depth cells each.
__global__ void stencil_kernel(const float* in, float* out, int width, int height, int depth) {
    __shared__ float plane[3][IN_TILE][IN_TILE]; // plane[slot][y][x], 12,288 bytes

    // The thread's position in a plane of the tile, and its row and column of the grid.
    const int ty = threadIdx.y;
    const int tx = threadIdx.x;
    const int j = static_cast<int>(blockIdx.y) * OUT_TILE + ty - 1;
    const int k = static_cast<int>(blockIdx.x) * OUT_TILE + tx - 1;

    // >>> your part 1: a cell of each plane
    const bool has_cell = j >= 0 && j < height && k >= 0 && k < width;
    const int plane_cells = width * height; // from a cell to the same place in the next plane
    const int in_plane = j * width + k;     // from a plane's first cell to the thread's own
    // <<< your part 1

    // >>> your part 2: the planes of this block
    const int first = static_cast<int>(blockIdx.z) * PLANES;
    const int last = first + PLANES - 1 < depth - 2 ? first + PLANES - 1 : depth - 2;
    // <<< your part 2

    // Which of the three slots holds the plane below, the plane to compute, and the one above.
    int below = 0;
    int here = 1;
    int above = 2;

    // Before the march: the plane below the first one, if the grid has it, and the first one.
    if (has_cell && first > 0) {
        plane[below][ty][tx] = in[(first - 1) * plane_cells + in_plane];
    }
    if (has_cell) {
        plane[here][ty][tx] = in[first * plane_cells + in_plane];
    }

    for (int i = first; i <= last; ++i) {
        // >>> your part 3: the plane above
        // i is at most depth - 2, so the grid has a plane i + 1.
        if (has_cell) {
            plane[above][ty][tx] = in[(i + 1) * plane_cells + in_plane];
        }
        __syncthreads();
        // <<< your part 3

        // >>> your part 4: the sum
        const bool in_out_tile = ty >= 1 && ty <= OUT_TILE && tx >= 1 && tx <= OUT_TILE;
        const bool interior = i >= 1 && j >= 1 && j <= height - 2 && k >= 1 && k <= width - 2;
        if (in_out_tile && interior) {
            float sum = c[0] * plane[here][ty][tx];
            sum += c[1] * plane[here][ty][tx - 1] + c[2] * plane[here][ty][tx + 1];
            sum += c[3] * plane[here][ty - 1][tx] + c[4] * plane[here][ty + 1][tx];
            sum += c[5] * plane[below][ty][tx] + c[6] * plane[above][ty][tx];
            out[i * plane_cells + in_plane] = sum;
        }
        // <<< your part 4

        // >>> your part 5: one step up
        // No second barrier, for the same reason as in lab 06: other threads last read the slot
        // that is now free before the barrier of this step.
        const int free = below;
        below = here;
        here = above;
        above = free;
        // <<< your part 5
    }
}

LaunchConfig launch_config(int width, int height, int depth) {
    // >>> your part 6: how many blocks
    // The last output is cell extent - 2. It is in tile (extent - 2) / T, and tiles count from 0.
    const int blocks_x = (width - 2) / OUT_TILE + 1;
    const int blocks_y = (height - 2) / OUT_TILE + 1;
    const int blocks_z = (depth - 2) / PLANES + 1;
    // <<< your part 6
    return {dim3(blocks_x, blocks_y, blocks_z), dim3(IN_TILE, IN_TILE, 1)};
}
