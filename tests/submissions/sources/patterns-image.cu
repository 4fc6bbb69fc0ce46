// Parallel patterns, part 2: a loop along the row and one along the column, each with clamped coordinates;
// the centre is in both and is taken away once. The extents are unsigned, the coordinates are not.
#include "lab.cuh"

__global__ void stencil_kernel(const int* in, int* out, int width, int height) {
    const unsigned cols = width;
    const unsigned rows = height;
    constexpr int reach = 3;
    const int2 at = make_int2(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
    if (at.x >= cols || at.y >= rows) {
        return;
    }
    int result = 0;
    for (int step = 0; step < reach; ++step) {
        const int x = min(max(at.x - reach / 2 + step, 0), cols - 1);
        result += in[x + at.y * cols];
    }
    for (int step = 0; step < reach; ++step) {
        const int y = min(max(at.y - reach / 2 + step, 0), rows - 1);
        result += in[at.x + y * cols];
    }
    result -= in[at.x + at.y * cols];
    out[at.x + at.y * cols] = result;
}

LaunchConfig launch_config(int width, int height) {
    const dim3 block(12, 8);
    const dim3 grid(ceil(width / float(block.x)), ceil(height / float(block.y)));
    return {grid, block};
}
