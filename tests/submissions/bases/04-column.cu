// Lab 04 by a thread for each column, with a macro for the index.
#include "lab.cuh"

#define IDX(i, j, k) (((i) * n + (j)) * n + (k))

__global__ void stencil_kernel(const float* in, float* out, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (k > 0 && k < n - 1 && j > 0 && j < n - 1) {
        for (int i = 1; i < n - 1; i++) {
            out[IDX(i, j, k)] = c[0] * in[IDX(i, j, k)]
                + c[1] * in[IDX(i, j, k - 1)] + c[2] * in[IDX(i, j, k + 1)]
                + c[3] * in[IDX(i, j - 1, k)] + c[4] * in[IDX(i, j + 1, k)]
                + c[5] * in[IDX(i - 1, j, k)] + c[6] * in[IDX(i + 1, j, k)];
        }
    }
}

LaunchConfig launch_config(int n) {
    dim3 block(32, 8);
    dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y);
    return {grid, block};
}
