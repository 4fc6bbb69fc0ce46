// lab: 5
// what: One thread computes the tile's origin for all, which do not wait for it.
// expect: race-shared (uninitialized-shared, race-global, out-of-bounds-global, wrong-output)

#include "lab.cuh"

constexpr int T = 8;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float tile[T][T][T];
    __shared__ int origin[3];

    const int tz = threadIdx.z;
    const int ty = threadIdx.y;
    const int tx = threadIdx.x;
    if (tz == T - 1 && ty == T - 1 && tx == T - 1) {
        origin[0] = static_cast<int>(blockIdx.z) * (T - 2) - 1; // <-? race-shared
        origin[1] = static_cast<int>(blockIdx.y) * (T - 2) - 1; // <-? race-shared
        origin[2] = static_cast<int>(blockIdx.x) * (T - 2) - 1; // <-? race-shared
    }
    const int i = origin[0] + tz;
    const int j = origin[1] + ty;
    const int k = origin[2] + tx;
    if (i >= 0 && i < n && j >= 0 && j < n && k >= 0 && k < n) {
        tile[tz][ty][tx] = in[(i * n + j) * n + k];
    }
    __syncthreads();
    const bool in_out_tile =
        tz >= 1 && tz <= T - 2 && ty >= 1 && ty <= T - 2 && tx >= 1 && tx <= T - 2;
    if (in_out_tile && i >= 1 && i <= n - 2 && j >= 1 && j <= n - 2 && k >= 1 && k <= n - 2) {
        float sum = c[0] * tile[tz][ty][tx];
        sum += c[1] * tile[tz][ty][tx - 1] + c[2] * tile[tz][ty][tx + 1];
        sum += c[3] * tile[tz][ty - 1][tx] + c[4] * tile[tz][ty + 1][tx];
        sum += c[5] * tile[tz - 1][ty][tx] + c[6] * tile[tz + 1][ty][tx];
        out[(i * n + j) * n + k] = sum;
    }
}

LaunchConfig launch_config(int n) {
    const int blocks = (n - 2) / (T - 2) + 1;
    return {dim3(blocks, blocks, blocks), dim3(T, T, T)};
}
