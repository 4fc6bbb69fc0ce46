// lab: 6
// what: Three planes are handed on by copying every cell, also those that lie outside the grid and were never loaded.
// expect: passed
// grids: 3, 33, 62, 120

#include "lab.cuh"

constexpr int IN = 32;
constexpr int OUT = 30;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float lower[IN][IN];
    __shared__ float middle[IN][IN];
    __shared__ float upper[IN][IN];
    const int y = threadIdx.y;
    const int x = threadIdx.x;
    const int start = blockIdx.z * OUT;
    const int j = static_cast<int>(blockIdx.y) * OUT + y - 1;
    const int k = static_cast<int>(blockIdx.x) * OUT + x - 1;
    const bool inside = j >= 0 && j < n && k >= 0 && k < n;
    if (start > 0 && start - 1 < n && inside) {
        lower[y][x] = in[((start - 1) * n + j) * n + k];
    }
    if (start < n && inside) {
        middle[y][x] = in[(start * n + j) * n + k];
    }
    for (int i = start; i < start + OUT; ++i) {
        if (i + 1 < n && inside) {
            upper[y][x] = in[((i + 1) * n + j) * n + k];
        }
        __syncthreads();
        const bool interior = i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1;
        if (interior && y >= 1 && y < IN - 1 && x >= 1 && x < IN - 1) {
            float sum = c[0] * middle[y][x];
            sum += c[1] * middle[y][x - 1] + c[2] * middle[y][x + 1];
            sum += c[3] * middle[y - 1][x] + c[4] * middle[y + 1][x];
            sum += c[5] * lower[y][x] + c[6] * upper[y][x];
            out[(i * n + j) * n + k] = sum;
        }
        __syncthreads();
        lower[y][x] = middle[y][x];
        middle[y][x] = upper[y][x];
    }
}

LaunchConfig launch_config(int n) {
    const unsigned tiles = (n + OUT - 1) / OUT;
    return {dim3(tiles, tiles, tiles), dim3(IN, IN)};
}
