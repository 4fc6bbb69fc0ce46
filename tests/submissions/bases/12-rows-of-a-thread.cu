// Lab 12 without shared memory: a thread computes M cells that lie side by side along y, from one column in registers.
#include "lab.cuh"

constexpr int M = 4;

__global__ void __launch_bounds__(256) stencil_kernel(const float* in, float* out, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    const int j = M * (threadIdx.y + blockIdx.y * blockDim.y);
    const int k = threadIdx.z + blockIdx.z * blockDim.z;
    if (i == 0 || i >= n - 1 || k == 0 || k >= n - 1) return;

    const int plane = n * n;
    const int pos = i + n * j + plane * k;
    float sums[M] = {};
    float column[M + 2];

    // the column of this thread, and one cell before and behind it
#pragma unroll
    for (int m = -1; m <= M; m++) {
        column[m + 1] = j + m >= 0 && j + m < n ? in[pos + n * m] : 0.0f;
    }
    // x direction
#pragma unroll
    for (int m = 0; m < M; m++) {
        if (j + m < n) {
            sums[m] = c[0] * column[m + 1] + c[1] * in[pos - 1 + n * m] + c[2] * in[pos + 1 + n * m];
        }
    }
    // z direction
#pragma unroll
    for (int m = 0; m < M; m++) {
        if (j + m < n) {
            sums[m] += c[5] * in[pos - plane + n * m] + c[6] * in[pos + plane + n * m];
        }
    }
    // y direction, and the store
#pragma unroll
    for (int m = 0; m < M; m++) {
        if (j + m > 0 && j + m < n - 1) {
            sums[m] += c[3] * column[m] + c[4] * column[m + 2];
            out[pos + n * m] = sums[m];
        }
    }
}

LaunchConfig launch_config(int n) {
    dim3 block(64, 4, 1);
    dim3 grid((n - 1) / block.x + 1, (n - 1) / (block.y * M) + 1, (n - 1) / block.z + 1);
    return {grid, block};
}
