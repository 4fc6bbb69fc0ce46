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
    // TODO: Which j and k exist in a plane of this grid? There are two extents, each with two ends.
    // TODO: How many cells does a plane have, and how many of them come before cell (j, k)? In lab
    // TODO: 06 a single n was right everywhere; here each place needs its own extent.
    const bool has_cell = false;
    const int plane_cells = 0;
    const int in_plane = 0;
    // <<< your part 1

    // >>> your part 2: the planes of this block
    // TODO: Blocks advance along z by the tile's size along z. Which plane is this block's
    // TODO: first? Its last is PLANES - 1 further on, but the last tile may extend past the
    // TODO: grid: which plane is the last one that is computed at all? In the skeleton no block
    // TODO: marches.
    const int first = 0;
    const int last = -1;
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
        // TODO: Plane i + 1 isn't in its slot yet. Load it. Then wait: which threads, and for
        // TODO: what?
        // <<< your part 3

        // >>> your part 4: the sum
        // TODO: Which threads compute? Those of the output tile, on interior cells. Along y and x
        // TODO: the extents differ. Along z the march takes care of one end only: as in lab 06, one
        // TODO: plane might still be a boundary plane. Add the four neighbours within the plane.
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
    // TODO: The last output along an axis is its extent - 2. Which tile is it in? Each axis has its
    // TODO: own extent, and z has its own tile size. The skeleton has the rule of lab 06, for a
    // TODO: cube of cubic tiles: 4·4·4 for 120x120x120, where 4·4·8 are needed. Test yours with a
    // TODO: depth of 18: it needs 2 blocks along z.
    const int blocks_x = (width - 2) / OUT_TILE + 1;
    const int blocks_y = blocks_x;
    const int blocks_z = blocks_x;
    // <<< your part 6
    return {dim3(blocks_x, blocks_y, blocks_z), dim3(IN_TILE, IN_TILE, 1)};
}
