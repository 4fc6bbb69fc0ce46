// Lab 08, coarsening factor: the march of lab 06 through a grid of any shape, in tiles that are no
// cubes.
//
// Two sizes shape a tile. The block sets x and y: 32·32 threads load, 30·30 of them compute. How
// far the block marches sets z: PLANES planes, the coarsening factor. Neither follows from the
// other.
//
//     output tile   30 · 30 · 16 = 14,400 cells
//     input tile    32 · 32 · 18 = 18,432 cells: a plane more at either end of the march
//
// The grid has three extents: width cells in a row (along x, index k), height rows in a plane
// (along y, index j), depth planes (along z, index i). Each axis has its own end and its own count
// of tiles. As in lab 06, tile b covers the cells from b·T to b·T + T - 1, T being its size along
// the axis, and of the three slots in shared memory one holds plane i - 1, one plane i and one
// plane i + 1. The sweep is that of lab 04.

#include "lab.cuh"

constexpr int IN_TILE = 32;           // cells along x and y of the input tile, and threads
constexpr int OUT_TILE = IN_TILE - 2; // cells along x and y of the output tile
constexpr int PLANES = 16;            // cells along z of the output tile

// in, out: width·height·depth cells each.
__global__ void stencil_kernel(const float* in, float* out, int width, int height, int depth) {
    __shared__ float plane[3][IN_TILE][IN_TILE]; // plane[slot][y][x], 12,288 bytes

    // The thread's place in a plane of the tile, and its row and column of the grid.
    const int ty = threadIdx.y;
    const int tx = threadIdx.x;
    const int j = static_cast<int>(blockIdx.y) * OUT_TILE + ty - 1;
    const int k = static_cast<int>(blockIdx.x) * OUT_TILE + tx - 1;

    // >>> your part 1: a cell of each plane
    // TODO: Which j and k exist in a plane of this grid? Two extents, and two ends of each.
    // TODO: How many cells has a plane, and how many of them come before cell (j, k)? In lab 06 one
    // TODO: n stood for everything; here each has one extent that is meant.
    const bool has_cell = false;
    const int plane_cells = 0;
    const int in_plane = 0;
    // <<< your part 1

    // >>> your part 2: the planes of this block
    // TODO: Blocks step along z by the tile's size along z. Which plane is this block's first?
    // TODO: Its last is PLANES - 1 further on, but the last tile may stick out of the grid: which
    // TODO: plane is the last that is computed at all?
    // TODO: As it stands nobody marches.
    const int first = 0;
    const int last = -1;
    // <<< your part 2

    // Which of the three slots holds the plane below, the plane to compute, and the one above.
    int below = 0;
    int here = 1;
    int above = 2;

    // Before the march: the plane below the first one, where the grid has it, and the first one.
    if (has_cell && first > 0) {
        plane[below][ty][tx] = in[(first - 1) * plane_cells + in_plane];
    }
    if (has_cell) {
        plane[here][ty][tx] = in[first * plane_cells + in_plane];
    }

    for (int i = first; i <= last; ++i) {
        // >>> your part 3: the plane above
        // TODO: Plane i + 1 is the one that isn't in its slot yet. Load it.
        // TODO: Then wait: which threads, and for what?
        // <<< your part 3

        // >>> your part 4: the sum
        // TODO: Who computes? Threads of the output tile, on cells of the interior. Along z the
        // TODO: march has kept one end already; along y and x the two extents differ.
        // TODO: The sum has its terms along z. Add the four neighbours within the plane.
        const bool computes = false;
        if (computes) {
            float sum = c[0] * plane[here][ty][tx];
            sum += c[5] * plane[below][ty][tx] + c[6] * plane[above][ty][tx];
            out[i * plane_cells + in_plane] = sum;
        }
        // <<< your part 4

        // >>> your part 5: one step up
        // TODO: Rotate the slots, as in lab 06, in every step.
        // <<< your part 5
    }
}

LaunchConfig launch_config(int width, int height, int depth) {
    // >>> your part 6: how many blocks
    // TODO: The last output along an axis is its extent - 2. Which tile is it in? Each axis has an
    // TODO: extent of its own, and z a tile size of its own.
    // TODO: Here is the rule of lab 06, for a cube of cubic tiles: 4·4·4 for 120x120x120, where
    // TODO: 4·4·8 are needed. Try yours on a depth of 18: it takes 2 blocks along z.
    const int blocks_x = (width - 2) / OUT_TILE + 1;
    const int blocks_y = blocks_x;
    const int blocks_z = blocks_x;
    // <<< your part 6
    return {dim3(blocks_x, blocks_y, blocks_z), dim3(IN_TILE, IN_TILE, 1)};
}
