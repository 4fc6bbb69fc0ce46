// lab: 5
// what: A quarter of the threads: each loads and computes four cells of the tile.
// expect: passed

#include "lab.cuh"

constexpr int T = 8;
constexpr int LAYERS = 2; // of threads

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float tile[T][T][T];

    const int ty = threadIdx.y;
    const int tx = threadIdx.x;
    const int j = static_cast<int>(blockIdx.y) * (T - 2) + ty - 1;
    const int k = static_cast<int>(blockIdx.x) * (T - 2) + tx - 1;
    const int first = static_cast<int>(blockIdx.z) * (T - 2) - 1;

    for (int tz = threadIdx.z; tz < T; tz += LAYERS) {
        const int i = first + tz;
        if (i >= 0 && i < n && j >= 0 && j < n && k >= 0 && k < n) {
            tile[tz][ty][tx] = in[(i * n + j) * n + k];
        }
    }
    __syncthreads();

    for (int tz = threadIdx.z; tz < T; tz += LAYERS) {
        const int i = first + tz;
        if (tz < 1 || tz > T - 2 || ty < 1 || ty > T - 2 || tx < 1 || tx > T - 2) {
            continue;
        }
        if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) {
            continue;
        }
        float sum = c[0] * tile[tz][ty][tx];
        sum += c[1] * tile[tz][ty][tx - 1] + c[2] * tile[tz][ty][tx + 1];
        sum += c[3] * tile[tz][ty - 1][tx] + c[4] * tile[tz][ty + 1][tx];
        sum += c[5] * tile[tz - 1][ty][tx] + c[6] * tile[tz + 1][ty][tx];
        out[(i * n + j) * n + k] = sum;
    }
}

LaunchConfig launch_config(int n) {
    const int blocks = (n - 2) / (T - 2) + 1;
    return {dim3(blocks, blocks, blocks), dim3(T, T, LAYERS)};
}
