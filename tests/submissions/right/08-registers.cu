// lab: 8
// what: The neighbours along z are in registers, the plane in shared memory in two copies by turns.
// expect: passed

#include "lab.cuh"

constexpr int T = 32;
constexpr int PLANES = 16;

__global__ void stencil_kernel(const float* in, float* out, int width, int height, int depth) {
    __shared__ float plane[2][T][T];
    const int ty = threadIdx.y;
    const int tx = threadIdx.x;
    // Tiles are counted from the first interior cell, so that no coordinate is negative.
    const int j = blockIdx.y * (T - 2) + ty;
    const int k = blockIdx.x * (T - 2) + tx;
    const bool has_cell = j < height && k < width;
    const bool computes =
        0 < ty && ty < T - 1 && 0 < tx && tx < T - 1 && j < height - 1 && k < width - 1;
    const int step = width * height;
    const int first = static_cast<int>(blockIdx.z) * PLANES + 1;
    const int end = min(first + PLANES, depth - 1);
    const int here = j * width + k;
    float below = has_cell ? in[(first - 1) * step + here] : 0;
    float middle = has_cell ? in[first * step + here] : 0;
    for (int i = first; i < end; ++i) {
        float(*const shared)[T] = plane[i % 2];
        shared[ty][tx] = middle;
        const float above = has_cell ? in[(i + 1) * step + here] : 0;
        __syncthreads();
        if (computes) {
            out[i * step + here] = c[0] * middle + c[1] * shared[ty][tx - 1] +
                                   c[2] * shared[ty][tx + 1] + c[3] * shared[ty - 1][tx] +
                                   c[4] * shared[ty + 1][tx] + c[5] * below + c[6] * above;
        }
        below = middle;
        middle = above;
    }
}

LaunchConfig launch_config(int width, int height, int depth) {
    const auto tiles = [](int cells, int tile) {
        return static_cast<unsigned>((cells - 2 + tile - 1) / tile);
    };
    return {dim3(tiles(width, T - 2), tiles(height, T - 2), tiles(depth, PLANES)), dim3(T, T)};
}
