// lab: 4
// what: The kernel promises at most 256 threads a block, and is launched with 512.
// expect: invalid-launch

#include "lab.cuh"

constexpr int BLOCK = 8;

__global__ void __launch_bounds__(256) stencil_kernel(const float* in, float* out, int n) {
    const int i = blockIdx.z * BLOCK + threadIdx.z;
    const int j = blockIdx.y * BLOCK + threadIdx.y;
    const int k = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1) {
        const int at = (i * n + j) * n + k;
        float sum = c[0] * in[at] + c[1] * in[at - 1] + c[2] * in[at + 1];
        sum += c[3] * in[at - n] + c[4] * in[at + n];
        sum += c[5] * in[at - n * n] + c[6] * in[at + n * n];
        out[at] = sum;
    }
}

LaunchConfig launch_config(int n) {
    const unsigned blocks = (n + BLOCK - 1) / BLOCK;
    return {dim3(blocks, blocks, blocks), dim3(BLOCK, BLOCK, BLOCK)};
}
