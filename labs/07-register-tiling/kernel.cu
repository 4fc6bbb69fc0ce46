// Lab 07, register tiling: the march of lab 06 with one plane in shared memory instead of three.
// First read handouts/07-register-tiling.md. Then fill in the parts and run: ./lab check 7
//
// Of the planes below and above, a thread needs one cell each: the one with its own x and y. No other
// thread reads those two, so they need not be shared: registers hold them. Only in the plane being
// computed are there neighbours that other threads loaded, so only that plane is in shared memory.
//
//     above   register              after one step:   below takes over from here,
//     here    register and plane                      here from above,
//     below   register                                and above is loaded anew
//
// The loads from global memory are those of lab 06; the shared memory is a third. Tiles and sweep
// are the same.

#include "lab.cuh"

constexpr int IN_TILE = 32;           // cells along x and y of the input tile, and threads
constexpr int OUT_TILE = IN_TILE - 2; // cells along each axis of the output tile, z too

// in, out: n·n·n cells each; cell (i, j, k) is element (i·n + j)·n + k.
__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float plane[IN_TILE][IN_TILE]; // plane[y][x], 4,096 bytes

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

    // The thread's own cell of three planes.
    float below = 0.0f;
    float here = 0.0f;
    float above = 0.0f;

    // Before the march: the plane below the first one, if the grid has it.
    if (has_cell && first > 0) {
        below = in[((first - 1) * n + j) * n + k];
    }
    // >>> your part 1: the first plane
    // TODO: The march begins at plane `first`. The thread needs its own cell of it: in which of the
    // TODO: three registers? Not every thread has a cell to load.
    // <<< your part 1

    for (int i = first; i <= last; ++i) {
        // i is at most n - 2, so the grid has a plane i + 1.
        if (has_cell) {
            above = in[((i + 1) * n + j) * n + k];
        }

        // >>> your part 2: what the neighbours need
        // TODO: Four neighbours are in this plane, and other threads hold them in their registers.
        // TODO: Which of your three registers do your neighbours need? Put it where they can read
        // TODO: it. And when may they read? Make sure of that before the sum.
        // <<< your part 2

        // >>> your part 3: the sum
        // TODO: The same threads compute as in lab 06. The three terms along z, all from
        // TODO: registers, and one neighbour within the plane are given. Add the other three
        // TODO: neighbours.
        const bool computes = false;
        if (computes) {
            float sum = c[0] * here + c[5] * below + c[6] * above;
            sum += c[1] * plane[ty][tx - 1];
            out[(i * n + j) * n + k] = sum;
        }
        // <<< your part 3

        // >>> your part 4: one step up
        // TODO: For plane i + 1, the register `here` holds the plane below. Shift the registers, in
        // TODO: an order that overwrites nothing you still need. In the next step part 2 overwrites
        // TODO: the plane in shared memory. Have all threads finished reading it? In lab 06 three
        // TODO: planes took turns; here there is one.
        // <<< your part 4
    }
}

LaunchConfig launch_config(int n) {
    // The last output is cell n - 2. It is in tile (n - 2) / OUT_TILE, and tiles count from 0.
    const int blocks = (n - 2) / OUT_TILE + 1;
    return {dim3(blocks, blocks, blocks), dim3(IN_TILE, IN_TILE, 1)};
}
