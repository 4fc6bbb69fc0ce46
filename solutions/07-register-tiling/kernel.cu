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
    if (has_cell) {
        here = in[(first * n + j) * n + k];
    }
    // <<< your part 1

    for (int i = first; i <= last; ++i) {
        // i is at most n - 2, so the grid has a plane i + 1.
        if (has_cell) {
            above = in[((i + 1) * n + j) * n + k];
        }

        // >>> your part 2: what the neighbours need
        // From register to shared memory: plane i was loaded a step ago and is not loaded again.
        plane[ty][tx] = here;
        __syncthreads();
        // <<< your part 2

        // >>> your part 3: the sum
        const bool in_out_tile = ty >= 1 && ty <= OUT_TILE && tx >= 1 && tx <= OUT_TILE;
        const bool interior = i >= 1 && j >= 1 && j <= n - 2 && k >= 1 && k <= n - 2;
        if (in_out_tile && interior) {
            float sum = c[0] * here;
            sum += c[1] * plane[ty][tx - 1] + c[2] * plane[ty][tx + 1];
            sum += c[3] * plane[ty - 1][tx] + c[4] * plane[ty + 1][tx];
            sum += c[5] * below + c[6] * above;
            out[(i * n + j) * n + k] = sum;
        }
        // <<< your part 3

        // >>> your part 4: one step up
        // There is only one plane, and the next step overwrites it: first let all threads read it.
        __syncthreads();
        below = here;
        here = above;
        // <<< your part 4
    }
}

LaunchConfig launch_config(int n) {
    // The last output is cell n - 2. It is in tile (n - 2) / OUT_TILE, and tiles count from 0.
    const int blocks = (n - 2) / OUT_TILE + 1;
    return {dim3(blocks, blocks, blocks), dim3(IN_TILE, IN_TILE, 1)};
}
