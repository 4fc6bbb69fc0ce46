// PMPP figure 8.6, basic sweep: one thread per cell, all indices unsigned, in one expression.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const unsigned side = n;
    const unsigned i = blockIdx.z * blockDim.z + threadIdx.z;
    const unsigned j = blockIdx.y * blockDim.y + threadIdx.y;
    const unsigned k = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i < side - 1 && j >= 1 && j < side - 1 && k >= 1 && k < side - 1) {
        out[i * side * side + j * side + k] = c[0] * in[i * side * side + j * side + k]
                                            + c[1] * in[i * side * side + j * side + (k - 1)]
                                            + c[2] * in[i * side * side + j * side + (k + 1)]
                                            + c[3] * in[i * side * side + (j - 1) * side + k]
                                            + c[4] * in[i * side * side + (j + 1) * side + k]
                                            + c[5] * in[(i - 1) * side * side + j * side + k]
                                            + c[6] * in[(i + 1) * side * side + j * side + k];
    }
}

LaunchConfig launch_config(int n) {
    const unsigned blocks = (n + 7) / 8;
    return {dim3(blocks, blocks, blocks), dim3(8, 8, 8)};
}
