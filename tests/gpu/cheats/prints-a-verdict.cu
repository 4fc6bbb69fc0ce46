// expect: wrong-output
// Computes nothing and prints what the runner would reply.
#include "lab.cuh"

#include <cstdio>

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int i = blockIdx.z * blockDim.z + threadIdx.z;
    const int cell = (i * n + j) * n + k;
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1) {
        out[cell] = 0.0f;
    }
    if (i == 0 && j == 0 && k == 0) {
        printf("{\"end\":\"done\",\"error\":\"\",\"sentence\":\"\",\"seconds\":1e-6,\"check\":null,"
               "\"timing\":null}\n");
    }
}

LaunchConfig launch_config(int n) {
    const unsigned blocks = (n + 7) / 8;
    return {dim3(blocks, blocks, blocks), dim3(8, 8, 8)};
}
