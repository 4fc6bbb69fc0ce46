// lab: 4
// what: A warp goes along a row, 32 cells at a time; neighbours along x come by shuffle, at its ends from memory.
// expect: passed
// grids: 3, 5, 62, 121

#include "lab.cuh"

constexpr int WARPS = 8;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int lane = threadIdx.x;
    const int row = blockIdx.x * WARPS + threadIdx.y; // of the n - 2 squared inner ones
    if (row >= (n - 2) * (n - 2)) {
        return; // a whole warp
    }
    const int i = row / (n - 2) + 1;
    const int j = row % (n - 2) + 1;
    const float* const line = in + (i * n + j) * n;
    float* const result = out + (i * n + j) * n;
    for (int begin = 0; begin < n; begin += 32) {
        const int k = begin + lane;
        const float here = k < n ? line[k] : 0.0f;
        float west = __shfl_up_sync(0xffffffffu, here, 1);
        float east = __shfl_down_sync(0xffffffffu, here, 1);
        if (lane == 0 && k > 0) {
            west = line[k - 1];
        }
        if (lane == 31 && k + 1 < n) {
            east = line[k + 1];
        }
        if (k >= 1 && k <= n - 2) {
            result[k] = c[0] * here + c[1] * west + c[2] * east + c[3] * line[k - n] +
                        c[4] * line[k + n] + c[5] * line[k - n * n] + c[6] * line[k + n * n];
        }
    }
}

LaunchConfig launch_config(int n) {
    return {dim3(((n - 2) * (n - 2) + WARPS - 1) / WARPS), dim3(32, WARPS)};
}
