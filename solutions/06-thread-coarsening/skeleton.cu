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
    // TODO: The march begins at plane `first`, and the line above has loaded the plane below it.
    // TODO: Load plane `first` itself, too. Which slot does it go to, and which threads have a cell
    // TODO: to load?
    // <<< your part 1

    for (int i = first; i <= last; ++i) {
        // >>> your part 2: the plane above
        // TODO: Of the three planes that plane i needs, one isn't loaded yet. Load it into its
        // TODO: slot. The sum reads cells that other threads loaded. What must be between the two,
        // TODO: and why must it not be inside an `if` that some threads of the block skip?
        // <<< your part 2

        // >>> your part 3: the sum
        // TODO: Which threads compute? The conditions are those of lab 05. Along z the loop already
        // TODO: takes care of one end: which plane might still be a boundary plane? The three terms
        // TODO: along z are given. Add the four neighbours within the plane.
        const bool computes = false;
        if (computes) {
            float sum = c[0] * plane[here][ty][tx];
            sum += c[5] * plane[below][ty][tx] + c[6] * plane[above][ty][tx];
            out[(i * n + j) * n + k] = sum;
        }
        // <<< your part 3

        // >>> your part 4: one step up
        // TODO: Plane i + 1 is the next one to compute. What do below, here and above mean then?
        // TODO: Rotate the names: copying whole planes would cost shared memory accesses. The next
        // TODO: step loads into `above`. Which threads read that slot last, and is there a barrier
        // TODO: in between? Decide whether you need another one here.
        // <<< your part 4
    }
}

LaunchConfig launch_config(int n) {
    // The last output is cell n - 2. It is in tile (n - 2) / OUT_TILE, and tiles count from 0.
    const int blocks = (n - 2) / OUT_TILE + 1;
    return {dim3(blocks, blocks, blocks), dim3(IN_TILE, IN_TILE, 1)};
}
