// lab: 5
// what: A block computes several tiles one after the other and loads the next while others still read.
// expect: race-shared (wrong-output)

#include "lab.cuh"

constexpr int T = 8;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float tile[T][T][T];

    const int tz = threadIdx.z;
    const int ty = threadIdx.y;
    const int tx = threadIdx.x;
    const int i = static_cast<int>(blockIdx.z) * (T - 2) + tz - 1;
    const int j = static_cast<int>(blockIdx.y) * (T - 2) + ty - 1;
    const bool in_out_tile =
        tz >= 1 && tz <= T - 2 && ty >= 1 && ty <= T - 2 && tx >= 1 && tx <= T - 2;
    for (int first = 0; first <= n - 2; first += T - 2) {
        const int k = first + tx - 1;
        if (i >= 0 && i < n && j >= 0 && j < n && k >= 0 && k < n) {
            tile[tz][ty][tx] = in[(i * n + j) * n + k]; // <-- race-shared
        }
        __syncthreads();
        if (in_out_tile && i >= 1 && i <= n - 2 && j >= 1 && j <= n - 2 && k >= 1 && k <= n - 2) {
            float sum = c[0] * tile[tz][ty][tx];
            sum += c[1] * tile[tz][ty][tx - 1] + c[2] * tile[tz][ty][tx + 1]; // <-? race-shared
            sum += c[3] * tile[tz][ty - 1][tx] + c[4] * tile[tz][ty + 1][tx]; // <-? race-shared
            sum += c[5] * tile[tz - 1][ty][tx] + c[6] * tile[tz + 1][ty][tx]; // <-? race-shared
            out[(i * n + j) * n + k] = sum;
        }
    }
}

LaunchConfig launch_config(int n) {
    const int blocks = (n - 2) / (T - 2) + 1;
    return {dim3(1, blocks, blocks), dim3(T, T, T)};
}
