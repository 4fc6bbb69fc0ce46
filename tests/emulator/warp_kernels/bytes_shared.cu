// Accesses of 1 byte in shared memory, 33 bytes apart and side by side.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ unsigned char tile[32 * 33];
    const int t = blockIdx.x * 32 + threadIdx.x;
    const int cells = n * n * n;
    for (int row = 0; row < 32; ++row) {
        tile[row * 33 + threadIdx.x] = static_cast<unsigned char>(row + threadIdx.x);
    }
    __syncthreads();
    int sum = 0;
    for (int column = 0; column < 32; ++column) {
        sum += tile[threadIdx.x * 33 + column];
    }
    if (t < cells) {
        out[t] = in[t] + static_cast<float>(sum);
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 31) / 32), dim3(32)};
}
